package dev.ose.server.catalog.search;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;

/** Finds buckets. Blocks on the database for a bounded time. */
@FunctionalInterface
public interface BucketSearch {

    /** Maximum number of buckets on a page. */
    int MAX_LIMIT = 1_000;

    /** The buckets of {@code whose} that match the question. */
    Page find(Whose whose, Question question);

    /** The buckets to search. */
    sealed interface Whose {

        /** The tenant of the caller. */
        TenantId tenant();

        /** All buckets of the tenant. */
        record OfTenant(TenantId tenant) implements Whose {}

        /** The buckets that the user owns. */
        record OfUser(TenantId tenant, UserId user) implements Whose {}

        /**
         * The buckets of other tenants that are shared with the user or the whole tenant, without public buckets and
         * those of disabled tenants.
         */
        record SharedWith(TenantId tenant, UserId user) implements Whose {}
    }

    /**
     * A query.
     *
     * @param orderBy ties are ordered by name
     * @param offset the number of buckets to skip
     * @param limit 1 to {@link #MAX_LIMIT}
     */
    record Question(BucketFilter filter, BucketProperty orderBy, boolean isDescending, int offset, int limit) {
        public Question {
            if (offset < 0 || limit < 1 || limit > MAX_LIMIT) {
                throw new IllegalArgumentException("no page: " + limit + " from " + offset);
            }
        }
    }

    /**
     * A page of the result.
     *
     * @param total the number of buckets on all pages
     */
    record Page(List<FoundBucket> found, long total) {
        public Page {
            found = List.copyOf(found);
        }
    }
}
