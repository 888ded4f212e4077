package dev.ose.s3.operation;

/**
 * One request to S3, typed: a record for every action of the <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html">API
 * reference</a>, supported or not. Actions that differ only in their name share a record with an enum. Headers and body
 * stay with the request.
 */
public sealed interface S3Operation permits ServiceOperation, BucketOperation, ObjectOperation {

    /** The row that declares it. */
    S3Action action();

    /** The name of the action in the API reference, such as {@code GetBucketAcl}. */
    default String name() {
        return action().actionName();
    }

    /** Whether the operation may change anything. */
    default boolean isWrite() {
        return action().isWrite();
    }
}
