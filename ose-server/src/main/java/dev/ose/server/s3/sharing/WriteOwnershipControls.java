package dev.ose.server.s3.sharing;

import dev.ose.s3.document.OwnershipControls;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.util.function.Supplier;

/**
 * <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketOwnershipControls.html">PutBucketOwnershipControls</a>:
 * ACLs are turned off only where the ACL of the bucket grants nothing, as at AWS. The platform sees to that for users;
 * what the ACL grants whole tenants stands in the policy, where it would stay valid, so that the node sees to it.
 */
public final class WriteOwnershipControls {

    private WriteOwnershipControls() {}

    public static Response perform(DocumentRequest request) {
        OperationContext context = request.context();
        byte[] body = request.body();
        boolean turnsAclsOff = OwnershipControls.read(body).ownership() == ObjectOwnership.BUCKET_OWNER_ENFORCED;
        return turnsAclsOff && CombinedPolicyReader.isNeeded(context)
                ? turnOff(request, () -> PlatformRequests.withDocument(context, body))
                : request.send(() -> PlatformRequests.withBody(context, body, false))
                        .relay();
    }

    private static Response turnOff(DocumentRequest request, Supplier<PlatformRequest> asked) {
        CombinedPolicyReader reader = CombinedPolicyReader.of(request);
        // The bucket is shared with no further tenant: the change ends without a record.
        try (SharingWrite write = SharingWrite.begin(request)) {
            CombinedPolicyReader.Found found = reader.policy();
            Response refusal = found.refusal();
            if (refusal != null) {
                return refusal;
            }
            if (!found.policy().tenants().isEmpty()) {
                throw new FailureException(
                        new Failure.Unacceptable(S3Error.of(S3ErrorCode.INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP)));
            }
            return write.send(asked).answer();
        }
    }
}
