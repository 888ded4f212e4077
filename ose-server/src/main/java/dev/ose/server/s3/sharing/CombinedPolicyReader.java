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
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the platform keeps as a bucket's policy, of which a part belongs to the ACL, with the key of the bucket's owner:
 * whoever may read or write the one need not be let to the other.
 */
final class CombinedPolicyReader {

    private final OperationContext context;
    private final Consumer<Runnable> failed;

    /** @param failed goes on where it cannot be read, and takes what answers that */
    CombinedPolicyReader(OperationContext context, Consumer<Runnable> failed) {
        this.context = context;
        this.failed = failed;
    }

    /** Whether policies of this bucket's platform may keep a part of the ACL. */
    static boolean isNeeded(OperationContext context) {
        return context.services().sharing().grantsToTenants(context.platform());
    }

    /**
     * What the platform keeps.
     *
     * @param document its words; null if there is none, or none to be had
     * @param refusal answers that it is not shown, as then nobody knows what it keeps; null if it is
     */
    record Found(
            CombinedPolicy policy,
            @Nullable String document,
            @Nullable Runnable refusal) {}

    /** A change that has begun, and what it begins with. */
    record Begun(SharingWrite write, BucketOwner owner, Found found) {

        CombinedPolicy kept() {
            return found.policy();
        }

        /** Whether what is kept was not shown and thus is unknown. */
        boolean isHidden() {
            return found.refusal() != null;
        }
    }

    /** Waits for the bucket's turn and reads the policy then, which nobody else changes meanwhile. */
    static void begin(OperationContext context, Consumer<Begun> next) {
        context.block(() -> {
            BucketOwner owner = owner(context);
            context.resume(() -> SharingWrite.begin(context, write -> new CombinedPolicyReader(context, write::end)
                    .policy(owner, found -> next.accept(new Begun(write, owner, found)))));
        });
    }

    /** Reads the policy outside of any change; answers if it cannot be read. One that is not shown grants nothing. */
    static void read(OperationContext context, Consumer<CombinedPolicy> next) {
        context.block(() -> {
            BucketOwner owner = owner(context);
            context.resume(() -> new CombinedPolicyReader(context, Runnable::run)
                    .policy(owner, found -> next.accept(found.policy())));
        });
    }

    /** The owner of the bucket. Blocks on the database. */
    private static BucketOwner owner(OperationContext context) {
        Bucket bucket = context.bucket();
        return context.services()
                .bucketOwners()
                .find(bucket.id())
                .orElseThrow(() -> new FailureException(
                        new Failure.BucketMissing(bucket.name().value())));
    }

    /** Hands on the policy, in the platform's words. */
    private void policy(BucketOwner owner, Consumer<Found> next) {
        ask(owner, BucketSubresource.Action.GET_BUCKET_POLICY, response -> {
            int status = response.status();
            if (status == 404 || status == 403) {
                document(response, body -> withoutPolicy(owner, status, body, next));
            } else {
                documentOrError(response, body -> shown(owner, new String(body, StandardCharsets.UTF_8), next));
            }
        });
    }

    /**
     * Only what surely says so is taken for none: it would be overwritten. A policy may deny even the bucket's owner to read it,
     * who must be able to put another in its place all the same.
     */
    private void withoutPolicy(BucketOwner owner, int status, byte[] body, Consumer<Found> next) {
        Runnable refusal = () -> Relay.error(context, status, body);
        CombinedPolicy none = CombinedPolicy.none(owner.bucket());
        if (status == 404 && PlatformErrors.isCode(body, S3ErrorCode.NO_SUCH_BUCKET_POLICY)) {
            next.accept(new Found(none, null, null));
        } else if (status == 403 && PlatformErrors.isCode(body, S3ErrorCode.ACCESS_DENIED)) {
            next.accept(new Found(none, null, refusal));
        } else {
            failed.accept(refusal);
        }
    }

    private void shown(BucketOwner owner, String document, Consumer<Found> next) {
        if (DefaultSubresourceResponse.isJsonObject(document)) {
            next.accept(new Found(CombinedPolicy.read(owner.bucket(), document), document, null));
        } else {
            fail(new Failure.PlatformRefused(context.platform().name(), "a policy that is no JSON object"));
        }
    }

    /** Hands on the ACL, in the platform's words. */
    void acl(BucketOwner owner, Consumer<byte[]> next) {
        ask(owner, BucketSubresource.Action.GET_BUCKET_ACL, response -> documentOrError(response, next));
    }

    /**
     * Hands on whether the bucket's ownership controls turn ACLs off. A platform that has no such controls, or overlooks the name
     * of this setting, has ACLs always on.
     */
    void areAclsOff(BucketOwner owner, Consumer<Boolean> next) {
        if (context.platform().has(Quirk.NEWER_SETTINGS_OVERLOOKED)) {
            next.accept(false);
            return;
        }
        ask(owner, BucketSubresource.Action.GET_BUCKET_OWNERSHIP_CONTROLS, response -> {
            int status = response.status();
            if (status == 404 || status == 405 || status == 501) {
                document(response, without -> next.accept(false));
            } else {
                documentOrError(response, body -> controls(body, next));
            }
        });
    }

    private void controls(byte[] body, Consumer<Boolean> next) {
        boolean areThere = DefaultSubresourceResponse.of(BucketSubresource.Action.GET_BUCKET_OWNERSHIP_CONTROLS)
                .filter(controls -> controls.isDescribedBy(body))
                .isPresent();
        boolean isOff;
        try {
            isOff = areThere && OwnershipControls.read(body).ownership() == ObjectOwnership.BUCKET_OWNER_ENFORCED;
        } catch (S3ErrorException e) {
            fail(new Failure.PlatformRefused(
                    context.platform().name(),
                    "ownership controls that are " + e.error().code().code()));
            return;
        }
        next.accept(isOff);
    }

    private void ask(BucketOwner owner, BucketSubresource.Action action, Consumer<PlatformResponse> answered) {
        String path = '/' + owner.bucket().value();
        context.send(
                PlatformRequests.question(context, owner, path, action.selector(), action.actionName()),
                answered,
                this::fail);
    }

    private void documentOrError(PlatformResponse response, Consumer<byte[]> next) {
        if (Relay.isError(response.status())) {
            failed.accept(() -> Relay.error(context, response));
        } else {
            document(response, next);
        }
    }

    private void document(PlatformResponse response, Consumer<byte[]> next) {
        Relay.document(context, response, next, this::fail);
    }

    private void fail(Failure why) {
        failed.accept(() -> context.fail(why));
    }
}
