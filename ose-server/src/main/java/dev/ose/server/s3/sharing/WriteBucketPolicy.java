package dev.ose.server.s3.sharing;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.sharing.CombinedPolicy;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.document.RequestXml;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketPolicy.html">PutBucketPolicy</a> and
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketPolicy.html">DeleteBucketPolicy</a>: principals,
 * whom clients name by our tenants and users, are named to the platform as its own. What the policy keeps of the bucket's ACL
 * stays.
 */
public final class WriteBucketPolicy {

    private final OperationContext context;

    public WriteBucketPolicy(OperationContext context) {
        this.context = context;
    }

    public void put() {
        // Finding a principal asks the database.
        RequestXml.read(
                context,
                body -> context.block(() -> {
                    Sharing.SharedPolicy policy = context.services()
                            .sharing()
                            .toPlatform(context.platform(), context.bucket(), new String(body, StandardCharsets.UTF_8));
                    context.resume(() -> put(policy));
                }));
    }

    private void put(Sharing.SharedPolicy policy) {
        if (CombinedPolicyReader.isNeeded(context)) {
            CombinedPolicyReader.begin(context, begun -> put(begun, policy));
        } else {
            SharingWrite.send(context, put(policy.document()), GrantSource.POLICY, policy.grantees());
        }
    }

    private void put(CombinedPolicyReader.Begun begun, Sharing.SharedPolicy policy) {
        SharingWrite write = begun.write();
        CombinedPolicy replaced = begun.kept().withClients(policy.document());
        if (replaced.isTooLong()) {
            write.end(() -> context.fail(new Failure.Unacceptable(S3Error.of(
                    S3ErrorCode.MALFORMED_POLICY,
                    "it is too long together with what the ACL grants tenants and what is kept of its conditions"))));
            return;
        }
        send(begun, put(replaced.document().orElseThrow()), policy, answer -> answer);
    }

    /**
     * What the policy asks of clients is known to all nodes before the platform asks it: as long as the platform may keep the one
     * or the other policy, nodes answer for both. What only the former one asked is forgotten once it is surely gone.
     */
    private void send(
            CombinedPolicyReader.Begun begun,
            PlatformRequest request,
            Sharing.SharedPolicy policy,
            UnaryOperator<Runnable> answered) {
        SharingWrite write = begun.write();
        ClientConditions former = begun.isHidden()
                ? context.bucket().clientConditions()
                : begun.kept().conditions();
        ClientConditions both = former.and(policy.conditions());
        if (both.isEmpty() && context.bucket().clientConditions().isEmpty()) {
            write.send(request, answer -> record(begun, policy.grantees(), answered.apply(answer)));
        } else {
            write.recordConditions(
                    both,
                    () -> write.send(
                            request,
                            answer -> write.recordConditions(
                                    policy.conditions(),
                                    () -> record(begun, policy.grantees(), answered.apply(answer)))));
        }
    }

    /** Where nobody knows what was kept, all of it has been replaced. */
    private static void record(CombinedPolicyReader.Begun begun, Set<Grantee> grantees, Runnable answer) {
        if (begun.isHidden()) {
            begun.write().recordWholePolicy(grantees, answer);
        } else {
            begun.write().record(GrantSource.POLICY, () -> grantees, answer);
        }
    }

    private PlatformRequest put(String document) {
        return PlatformRequests.withDocument(context, document.getBytes(StandardCharsets.UTF_8));
    }

    public void delete() {
        RequestXml.read(context, body -> {
            if (CombinedPolicyReader.isNeeded(context)) {
                CombinedPolicyReader.begin(context, this::delete);
            } else {
                SharingWrite.send(context, PlatformRequests.withoutBody(context), GrantSource.POLICY, Set.of());
            }
        });
    }

    private void delete(CombinedPolicyReader.Begun begun) {
        boolean isWhole = begun.kept().tenants().isEmpty();
        send(
                begun,
                isWhole
                        ? PlatformRequests.withoutBody(context)
                        : of(context, begun.kept().withClients(null)),
                Sharing.SharedPolicy.NONE,
                answer -> isWhole ? answer : () -> context.answer().empty(204));
    }

    /** Asks the platform to keep this policy, or none. */
    static PlatformRequest of(OperationContext context, CombinedPolicy policy) {
        return policy.document()
                .map(document -> PlatformRequests.put(
                        context, BucketSubresource.Action.PUT_BUCKET_POLICY, document.getBytes(StandardCharsets.UTF_8)))
                .orElseGet(() -> PlatformRequests.delete(context, BucketSubresource.Action.DELETE_BUCKET_POLICY));
    }
}
