package dev.ose.s3.operation;

import org.jspecify.annotations.Nullable;

/** An operation on no bucket in particular. */
public sealed interface ServiceOperation extends S3Operation {

    @Override
    default String name() {
        return switch (this) {
            case ListBuckets _ -> "ListBuckets";
            case WriteGetObjectResponse _ -> "WriteGetObjectResponse";
        };
    }

    @Override
    default boolean isWrite() {
        return switch (this) {
            case ListBuckets _ -> false;
            case WriteGetObjectResponse _ -> true;
        };
    }

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html">ListBuckets</a>.
     *
     * @param limit 1 to 10000 buckets on a page; null when the client wants them all at once
     */
    record ListBuckets(
            String prefix,
            @Nullable String continuationToken,
            @Nullable Integer limit,
            @Nullable String region) implements ServiceOperation {}

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_WriteGetObjectResponse.html">WriteGetObjectResponse</a>.
     */
    record WriteGetObjectResponse() implements ServiceOperation {}
}
