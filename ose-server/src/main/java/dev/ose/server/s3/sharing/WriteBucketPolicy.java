package dev.ose.server.s3.sharing;

import dev.ose.adapter.Quirk;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.sharing.CombinedPolicy;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Supplier;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketPolicy.html">PutBucketPolicy</a> and <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketPolicy.html">DeleteBucketPolicy</a>: translates
 * principals from OSE's tenants and users to the platform's. Statements for the bucket's ACL stay.
 */
public final class WriteBucketPolicy {

    private final DocumentRequest request;
    private final OperationContext context;

    private WriteBucketPolicy(DocumentRequest request) {
        this.request = request;
        this.context = request.context();
    }

    public static Response put(DocumentRequest request) {
        return new WriteBucketPolicy(request).put();
    }

    public static Response delete(DocumentRequest request) {
        return new WriteBucketPolicy(request).delete();
    }

    /** An owner who is locked out by a policy could not delete it, and OSE acts there as that owner. */
    private Response put() {
        if (context.platform().has(Quirk.POLICIES_BIND_OWNERS)
                || context.platform().has(Quirk.POLICIES_FOR_PUBLIC_ALONE)) {
            throw new FailureException(
                    new Failure.NotOffered(context.operation().name()));
        }
        String document = new String(request.body(), StandardCharsets.UTF_8);
        // Finding a principal blocks on the database.
        Sharing.SharedPolicy policy = request.database(
                () -> context.services().sharing().toPlatform(context.platform(), context.bucket(), document));
        if (!CombinedPolicyReader.isNeeded(context)) {
            return SharingWrite.perform(request, () -> put(policy.document()), GrantSource.POLICY, policy.grantees());
        }
        CombinedPolicyReader reader = CombinedPolicyReader.of(request);
        try (SharingWrite write = SharingWrite.begin(request)) {
            CombinedPolicyReader.Found found = reader.policy();
            CombinedPolicy replaced = found.policy().withClients(policy.document());
            if (replaced.isTooLong()) {
                throw new FailureException(new Failure.Unacceptable(S3Error.of(
                        S3ErrorCode.MALFORMED_POLICY,
                        "it is too long together with what the ACL grants tenants and what is kept of"
                                + " its conditions")));
            }
            String whole = replaced.document().orElseThrow();
            return send(write, found, () -> put(whole), policy).answer();
        }
    }

    private PlatformRequest put(String document) {
        return PlatformRequests.withDocument(context, document.getBytes(StandardCharsets.UTF_8));
    }

    private Response delete() {
        if (!CombinedPolicyReader.isNeeded(context)) {
            return SharingWrite.perform(
                    request, () -> PlatformRequests.withoutBody(context), GrantSource.POLICY, Set.of());
        }
        CombinedPolicyReader reader = CombinedPolicyReader.of(request);
        try (SharingWrite write = SharingWrite.begin(request)) {
            CombinedPolicyReader.Found found = reader.policy();
            if (found.policy().tenants().isEmpty()) {
                return send(write, found, () -> PlatformRequests.withoutBody(context), Sharing.SharedPolicy.NONE)
                        .answer();
            }
            CombinedPolicy rest = found.policy().withClients(null);
            SharingWrite.Sent sent = send(write, found, () -> of(context, rest), Sharing.SharedPolicy.NONE);
            return sent.isMade() ? answered -> answered.answer().empty(204) : sent.answer();
        }
    }

    /**
     * The policy's conditions on clients are distributed to all nodes before the platform gets the policy: as long as
     * the platform may have either policy, nodes evaluate both. Conditions of the former one only are deleted once it
     * is certainly replaced.
     */
    private SharingWrite.Sent send(
            SharingWrite write,
            CombinedPolicyReader.Found found,
            Supplier<PlatformRequest> asked,
            Sharing.SharedPolicy policy) {
        ClientConditions recorded = context.bucket().clientConditions();
        ClientConditions former = found.isHidden() ? recorded : found.policy().conditions();
        ClientConditions both = former.and(policy.conditions());
        boolean areThereAny = !both.isEmpty() || !recorded.isEmpty();
        if (areThereAny) {
            write.recordConditions(both);
        }
        SharingWrite.Sent sent = write.send(asked);
        if (sent.isMade()) {
            if (areThereAny) {
                write.recordConditions(policy.conditions());
            }
            record(write, found, policy);
        }
        return sent;
    }

    /** If the former policy was unreadable, all of it has been replaced. */
    private static void record(SharingWrite write, CombinedPolicyReader.Found found, Sharing.SharedPolicy policy) {
        if (found.isHidden()) {
            write.recordWholePolicy(policy.grantees());
        } else {
            write.record(GrantSource.POLICY, policy::grantees);
        }
    }

    /** The request that stores this policy on the platform, or deletes it. */
    static PlatformRequest of(OperationContext context, CombinedPolicy policy) {
        return policy.document()
                .map(document -> PlatformRequests.put(
                        context, BucketSubresource.Action.PUT_BUCKET_POLICY, document.getBytes(StandardCharsets.UTF_8)))
                .orElseGet(() -> PlatformRequests.delete(context, BucketSubresource.Action.DELETE_BUCKET_POLICY));
    }
}
