package dev.ose.server.s3;

import dev.ose.s3.document.UnsetSetting;
import dev.ose.s3.error.S3Error;
import dev.ose.server.transfer.PlatformResponse;
import java.nio.charset.StandardCharsets;

/**
 * Reads a setting of a bucket. A setting that the platform lacks is one that nobody can have made, so the answer is what
 * S3 says of an untouched bucket: tools that manage whole buckets read every setting and give up at NotImplemented.
 */
final class ReadSetting {

    private final OperationContext context;
    private final UnsetSetting unset;

    ReadSetting(OperationContext context, UnsetSetting unset) {
        this.context = context;
        this.unset = unset;
    }

    void perform() {
        context.send(PlatformRequests.withoutBody(context), this::answer);
    }

    private void answer(PlatformResponse response) {
        int status = response.status();
        if (!context.isAnonymous() && (status == 501 || status == 405)) {
            Relay.document(context, response, nothing -> sayUnset());
        } else if (Relay.isError(status)) {
            Relay.error(context, response);
        } else {
            Relay.document(context, response, body -> {
                if (!unset.isDescribedBy(body)) {
                    sayUnset();
                } else if (unset.isJson()) {
                    sayPolicy(status, new String(body, StandardCharsets.UTF_8));
                } else {
                    DocumentAnswer.relay(context, response, body);
                }
            });
        }
    }

    /** The one setting in JSON. Finding its principals asks the database. */
    private void sayPolicy(int status, String document) {
        context.block(() -> {
            String ours = context.services().sharing().toClient(context.platformId(), document);
            context.resume(
                    () -> context.answer().document(status, "application/json", ours.getBytes(StandardCharsets.UTF_8)));
        });
    }

    private void sayUnset() {
        unset.error()
                .ifPresentOrElse(
                        code -> context.answer()
                                .error(
                                        code.status(),
                                        S3Error.of(code)
                                                .with(
                                                        "BucketName",
                                                        context.bucket().name().value())),
                        () -> context.answer().document(200, unset.document()));
    }
}
