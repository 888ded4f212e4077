package dev.ose.server.s3.sharing;

import dev.ose.adapter.Quirk;
import dev.ose.s3.document.DefaultSubresourceResponse;
import dev.ose.s3.document.OwnershipControls;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.sharing.CombinedPolicy;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.PlatformRequests;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the platform keeps as a bucket's policy, of which a part belongs to the ACL, with the key of the bucket's
 * owner: a caller who may read or write one of them may lack the permission for the other. Each method blocks; what the
 * platform refuses is answered.
 */
final class CombinedPolicyReader {

    private final DocumentRequest request;
    private final OperationContext context;
    private final BucketOwner owner;

    private CombinedPolicyReader(DocumentRequest request, BucketOwner owner) {
        this.request = request;
        this.context = request.context();
        this.owner = owner;
    }

    /** Looks for the owner of the bucket. */
    static CombinedPolicyReader of(DocumentRequest request) {
        Bucket bucket = request.context().bucket();
        BucketOwner owner = request.database(() -> request.context()
                .services()
                .buckets()
                .owners()
                .find(bucket.id())
                .orElseThrow(() -> new FailureException(
                        new Failure.BucketMissing(bucket.name().value()))));
        return new CombinedPolicyReader(request, owner);
    }

    /** Whether policies of this bucket's platform may keep a part of the ACL. */
    static boolean isNeeded(OperationContext context) {
        return context.services().sharing().grantsToTenants(context.platform());
    }

    /**
     * The stored document of the platform.
     *
     * @param document its text; null if there is none, or it is unreadable
     * @param refusal the answer if it is unreadable; else null
     */
    record Found(
            CombinedPolicy policy,
            @Nullable String document,
            @Nullable Response refusal) {

        /** Whether what is kept was not shown and thus is unknown. */
        boolean isHidden() {
            return refusal != null;
        }
    }

    /** The policy in the platform's form. An unreadable one counts as empty. */
    Found policy() {
        PlatformReply reply = ask(BucketSubresource.Action.GET_BUCKET_POLICY);
        if (reply.status() == 404 || reply.status() == 403) {
            return withoutPolicy(reply);
        }
        String document = new String(reply.bodyOrRefuse(), StandardCharsets.UTF_8);
        if (!DefaultSubresourceResponse.isJsonObject(document)) {
            throw refused("a policy that is no JSON object");
        }
        return new Found(CombinedPolicy.read(owner.bucket(), document), document, null);
    }

    /**
     * Only a certain answer counts as no policy, because it would be overwritten. A policy may even deny the bucket's
     * owner to read it, who must still be able to replace it.
     */
    private Found withoutPolicy(PlatformReply reply) {
        CombinedPolicy none = CombinedPolicy.none(owner.bucket());
        if (reply.status() == 404 && PlatformErrors.isCode(reply.body(), S3ErrorCode.NO_SUCH_BUCKET_POLICY)) {
            return new Found(none, null, null);
        }
        if (reply.status() == 403 && PlatformErrors.isCode(reply.body(), S3ErrorCode.ACCESS_DENIED)) {
            return new Found(none, null, reply.error());
        }
        throw reply.refusal();
    }

    /** The ACL in the platform's form. */
    byte[] acl() {
        return ask(BucketSubresource.Action.GET_BUCKET_ACL).bodyOrRefuse();
    }

    /**
     * Whether the bucket's ownership controls turn ACLs off. A platform that has no such controls, or overlooks the
     * name of this setting, has ACLs always on.
     */
    boolean areAclsOff() {
        if (context.platform().has(Quirk.NEWER_SETTINGS_OVERLOOKED)) {
            return false;
        }
        PlatformReply reply = ask(BucketSubresource.Action.GET_BUCKET_OWNERSHIP_CONTROLS);
        if (reply.status() == 404 || reply.status() == 405 || reply.status() == 501) {
            return false;
        }
        return areAclsOff(reply.bodyOrRefuse());
    }

    private boolean areAclsOff(byte[] body) {
        boolean areThere = DefaultSubresourceResponse.of(BucketSubresource.Action.GET_BUCKET_OWNERSHIP_CONTROLS)
                .filter(controls -> controls.isDescribedBy(body))
                .isPresent();
        try {
            return areThere && OwnershipControls.read(body).ownership() == ObjectOwnership.BUCKET_OWNER_ENFORCED;
        } catch (S3ErrorException e) {
            throw refused("ownership controls that are " + e.error().code().code());
        }
    }

    private PlatformReply ask(BucketSubresource.Action action) {
        String path = '/' + owner.bucket().value();
        return request.send(
                () -> PlatformRequests.question(context, owner, path, action.selector(), action.actionName()));
    }

    private FailureException refused(String why) {
        return new FailureException(
                new Failure.PlatformRefused(context.platform().name(), why));
    }
}
