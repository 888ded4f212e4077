package dev.ose.server.s3.sharing;

import dev.ose.s3.document.OwnershipControls;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.document.PassThroughWrite;
import dev.ose.server.s3.document.RequestXml;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketOwnershipControls.html">PutBucketOwnershipControls</a>:
 * ACLs are turned off only where the ACL of the bucket grants nothing, as at AWS. The platform sees to that for users; what the
 * ACL grants whole tenants stands in the policy, where it would stay valid, so that the node sees to it.
 */
public final class WriteOwnershipControls {

    private final OperationContext context;

    public WriteOwnershipControls(OperationContext context) {
        this.context = context;
    }

    public void perform() {
        RequestXml.read(context, body -> {
            boolean turnsAclsOff = OwnershipControls.read(body).ownership() == ObjectOwnership.BUCKET_OWNER_ENFORCED;
            if (turnsAclsOff && CombinedPolicyReader.isNeeded(context)) {
                CombinedPolicyReader.begin(context, begun -> turnOff(begun, body));
            } else {
                new PassThroughWrite(context).send(body);
            }
        });
    }

    private void turnOff(CombinedPolicyReader.Begun begun, byte[] body) {
        SharingWrite write = begun.write();
        Runnable refusal = begun.found().refusal();
        if (refusal != null) {
            write.end(refusal);
        } else if (!begun.kept().tenants().isEmpty()) {
            write.end(() -> context.fail(
                    new Failure.Unacceptable(S3Error.of(S3ErrorCode.INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP))));
        } else {
            // Nobody is shared with anew: the change ends without a record.
            write.send(PlatformRequests.withDocument(context, body), write::end);
        }
    }
}
