package dev.ose.server.s3.document;

import dev.ose.adapter.Capability;
import dev.ose.s3.document.DocumentElements;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.server.s3.relay.OperationContext;
import java.util.Set;

/**
 * <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html">PutBucketLifecycleConfiguration</a>:
 * a platform that does not declare support of all elements only gets rules with the common ones. A platform that
 * ignores a condition would expire objects that the client wants to keep: a rule for large objects would expire the
 * whole bucket.
 */
public final class WriteLifecycle {

    private static final String MINIMUM_SIZE = "x-amz-transition-default-minimum-object-size";
    private static final Set<String> NEWER =
            Set.of("ObjectSizeGreaterThan", "ObjectSizeLessThan", "NewerNoncurrentVersions");
    private static final Set<String> TRANSITIONS = Set.of("Transition", "NoncurrentVersionTransition");

    private WriteLifecycle() {}

    public static Response perform(DocumentRequest request) {
        OperationContext context = request.context();
        if (!context.platform().offers(Capability.LIFECYCLE_SIZES)) {
            require(context, request.body());
        }
        return PassThroughWrite.perform(request);
    }

    private static void require(OperationContext context, byte[] document) {
        for (String element : DocumentElements.require(context.operation().name(), document)) {
            if (NEWER.contains(element)) {
                throw refused("Element", element);
            }
            // Without transitions it has no effect, and tools send it with every configuration.
            if (TRANSITIONS.contains(element)
                    && !context.request().headerValues(MINIMUM_SIZE).isEmpty()) {
                throw refused("Header", MINIMUM_SIZE);
            }
        }
    }

    static S3ErrorException refused(String kind, String name) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with(kind, name));
    }
}
