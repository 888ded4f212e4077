package dev.ose.server.s3.sharing;

import dev.ose.s3.document.DefaultSubresourceResponse;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.server.bucket.settings.SettingCapabilities;
import dev.ose.server.bucket.sharing.CombinedPolicy;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads a setting of a bucket. A setting that the platform does not support cannot have been set, so the answer is S3's
 * default: tools that manage whole buckets read every setting and fail on NotImplemented. If the platform has the
 * setting or its subject, and only cannot report it, the answer is NotImplemented: a default would be wrong for a
 * bucket with a public policy.
 */
public final class ReadSetting implements DocumentRequest.Operation {

    private final OperationContext context;
    private final DefaultSubresourceResponse unset;
    private final DocumentRequest.Operation lacking;

    public ReadSetting(OperationContext context, DefaultSubresourceResponse unset) {
        this.context = context;
        this.unset = unset;
        this.lacking = _ -> this::sayUnset;
    }

    /** @param lacking reads the setting if the platform does not support it */
    public ReadSetting(OperationContext context, DefaultSubresourceResponse unset, DocumentRequest.Operation lacking) {
        this.context = context;
        this.unset = unset;
        this.lacking = lacking;
    }

    @Override
    public Response perform(DocumentRequest request) {
        PlatformReply reply = request.send(() -> PlatformRequests.withoutBody(context));
        if (reply.isUnsupported() && !context.isAnonymous() && !mayBeThere()) {
            return lacking.perform(request);
        }
        if (reply.isError()) {
            return reply.error();
        }
        byte[] body = reply.body();
        if (!unset.isDescribedBy(body)) {
            return this::sayUnset;
        }
        if (unset.isJson()) {
            return policy(body)
                    .map(policy -> policy(request, reply.status(), policy))
                    .orElse(this::sayUnset);
        }
        return isStatusOfKeptPolicy() && isKeptForAclAlone(request) ? this::sayUnset : reply.relay();
    }

    /** Whether the platform supports the subject of the setting, so that it may be set although it is not reported. */
    private boolean mayBeThere() {
        return context.operation() instanceof BucketSubresource setting
                && SettingCapabilities.of(setting.action())
                        .filter(it -> context.platform().offers(it))
                        .isPresent();
    }

    private boolean isStatusOfKeptPolicy() {
        return context.operation() instanceof BucketSubresource setting
                && setting.action() == BucketSubresource.Action.GET_BUCKET_POLICY_STATUS
                && CombinedPolicyReader.isNeeded(context);
    }

    /**
     * Ceph 16.2 treats every policy that allows something as public, also one with the ACL's grants to tenants, which
     * is no policy here.
     */
    private static boolean isKeptForAclAlone(DocumentRequest request) {
        CombinedPolicy kept = CombinedPolicyReader.of(request).policy().policy();
        return kept.clients() == null && !kept.tenants().isEmpty();
    }

    /** The client's policy; empty if all of it belongs to the ACL. */
    private Optional<String> policy(byte[] body) {
        String document = new String(body, StandardCharsets.UTF_8);
        return CombinedPolicyReader.isNeeded(context)
                ? Optional.ofNullable(
                        CombinedPolicy.read(context.bucket().name(), document).clients())
                : Optional.of(document);
    }

    /** The only setting in JSON. Finding its principals blocks on the database. */
    private Response policy(DocumentRequest request, int status, String document) {
        byte[] ours = request.database(() -> context.services().sharing().toClient(context.platformId(), document))
                .getBytes(StandardCharsets.UTF_8);
        return answered -> answered.answer().document(status, "application/json", ours);
    }

    private void sayUnset(OperationContext answered) {
        String bucket = context.bucket().name().value();
        unset.error()
                .ifPresentOrElse(
                        code -> answered.answer()
                                .error(code.status(), S3Error.of(code).with("BucketName", bucket)),
                        () -> answered.answer().document(200, unset.document()));
    }
}
