package dev.ose.s3.operation;

import org.jspecify.annotations.Nullable;

/** An operation on no bucket in particular. */
public sealed interface ServiceOperation extends S3Operation {

    @Override
    default String name() {
        return switch (this) {
            case ListBuckets _ -> "ListBuckets";
            case FindBuckets find -> find.whose().operationName();
            case WriteGetObjectResponse _ -> "WriteGetObjectResponse";
        };
    }

    @Override
    default boolean isWrite() {
        return switch (this) {
            case ListBuckets _, FindBuckets _ -> false;
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
     * ListBuckets with more to choose by than S3 has; S3 itself ignores every one of these parameters.
     *
     * @param filter a condition in RSQL, unread; empty for none
     * @param orderBy the property that buckets are ordered by; empty for the usual one
     * @param offset how many buckets in that order are left out
     * @param limit 1 to 1000 buckets
     */
    record FindBuckets(Whose whose, String filter, String orderBy, boolean isDescending, int offset, int limit)
            implements ServiceOperation {}

    /** Which buckets are looked at. */
    enum Whose {
        /** Those that the caller owns. */
        OWN("ListOwnBuckets"),
        /** Those of the caller's tenant. */
        ALL("ListAllBuckets"),
        /** Those of other tenants that are shared with the caller. */
        SHARED("ListSharedBuckets");

        private final String operationName;

        Whose(String operationName) {
            this.operationName = operationName;
        }

        String operationName() {
            return operationName;
        }
    }

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_WriteGetObjectResponse.html">WriteGetObjectResponse</a>.
     */
    record WriteGetObjectResponse() implements ServiceOperation {}
}
