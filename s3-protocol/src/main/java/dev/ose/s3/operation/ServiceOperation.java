package dev.ose.s3.operation;

import org.jspecify.annotations.Nullable;

/** An operation on no bucket in particular. */
public sealed interface ServiceOperation extends S3Operation {

    @Override
    default S3Action action() {
        return switch (this) {
            case ListBuckets _ -> ServiceAction.LIST_BUCKETS;
            case FindBuckets find -> find.whose().action();
            case WriteGetObjectResponse _ -> ServiceAction.WRITE_GET_OBJECT_RESPONSE;
        };
    }

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html">ListBuckets</a>.
     *
     * @param limit 1 to 10000 buckets on a page; null for all on one page
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
        OWN(ServiceAction.LIST_OWN_BUCKETS),
        /** Those of the caller's tenant. */
        ALL(ServiceAction.LIST_ALL_BUCKETS),
        /** Those of other tenants that are shared with the caller. */
        SHARED(ServiceAction.LIST_SHARED_BUCKETS);

        private final ServiceAction action;

        Whose(ServiceAction action) {
            this.action = action;
        }

        ServiceAction action() {
            return action;
        }
    }

    /**
     * <a
     * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_WriteGetObjectResponse.html">WriteGetObjectResponse</a>.
     */
    record WriteGetObjectResponse() implements ServiceOperation {}
}
