package dev.ose.server.s3.sharing;

import dev.ose.adapter.Capability;
import dev.ose.s3.document.DefaultSubresourceResponse;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.server.bucket.sharing.CombinedPolicy;
import dev.ose.server.s3.document.IdentityRewriter;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads a setting of a bucket. A setting that the platform lacks is one that nobody can have made, so the answer is what
 * S3 says of an untouched bucket: tools that manage whole buckets read every setting and give up at NotImplemented. Where the
 * platform has the setting, or what it is told of, and only cannot answer, it stays NotImplemented: to say that there is none
 * would be untrue of a bucket that a policy opens to everybody.
 */
public final class ReadSetting {

    private final OperationContext context;
    private final DefaultSubresourceResponse unset;

    public ReadSetting(OperationContext context, DefaultSubresourceResponse unset) {
        this.context = context;
        this.unset = unset;
    }

    public void perform() {
        context.send(PlatformRequests.withoutBody(context), this::answer);
    }

    private void answer(PlatformResponse response) {
        int status = response.status();
        if (!context.isAnonymous() && (status == 501 || status == 405) && !mayBeThere()) {
            Relay.document(context, response, nothing -> sayUnset());
        } else if (Relay.isError(status)) {
            Relay.error(context, response);
        } else {
            Relay.document(context, response, body -> {
                if (!unset.isDescribedBy(body)) {
                    sayUnset();
                } else if (unset.isJson()) {
                    policy(body).ifPresentOrElse(policy -> sayPolicy(status, policy), this::sayUnset);
                } else if (isStatusOfKeptPolicy()) {
                    sayStatus(response, body);
                } else {
                    IdentityRewriter.relay(context, response, body);
                }
            });
        }
    }

    /** Whether the platform does what the setting is about, so that it may be set although it is not told. */
    private boolean mayBeThere() {
        return context.operation() instanceof BucketSubresource setting
                && capability(setting.action())
                        .filter(it -> context.platform().offers(it))
                        .isPresent();
    }

    private static Optional<Capability> capability(BucketSubresource.Action action) {
        return switch (action) {
            case GET_BUCKET_POLICY, GET_BUCKET_POLICY_STATUS -> Optional.of(Capability.POLICY);
            case GET_BUCKET_CORS -> Optional.of(Capability.CORS);
            case GET_BUCKET_LIFECYCLE_CONFIGURATION -> Optional.of(Capability.LIFECYCLE);
            case GET_OBJECT_LOCK_CONFIGURATION -> Optional.of(Capability.OBJECT_LOCK);
            case GET_BUCKET_TAGGING -> Optional.of(Capability.TAGGING);
            case GET_BUCKET_VERSIONING -> Optional.of(Capability.VERSIONING);
            default -> Optional.empty();
        };
    }

    private boolean isStatusOfKeptPolicy() {
        return context.operation() instanceof BucketSubresource setting
                && setting.action() == BucketSubresource.Action.GET_BUCKET_POLICY_STATUS
                && CombinedPolicyReader.isNeeded(context);
    }

    /** Ceph 16.2 takes whatever lets in anybody for public, what the ACL grants tenants, too: that alone is no policy here. */
    private void sayStatus(PlatformResponse response, byte[] body) {
        CombinedPolicyReader.read(context, kept -> {
            if (kept.clients() == null && !kept.tenants().isEmpty()) {
                sayUnset();
            } else {
                IdentityRewriter.relay(context, response, body);
            }
        });
    }

    /** What clients know of the policy; empty if all of it belongs to the ACL. */
    private Optional<String> policy(byte[] body) {
        String document = new String(body, StandardCharsets.UTF_8);
        return CombinedPolicyReader.isNeeded(context)
                ? Optional.ofNullable(
                        CombinedPolicy.read(context.bucket().name(), document).clients())
                : Optional.of(document);
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
