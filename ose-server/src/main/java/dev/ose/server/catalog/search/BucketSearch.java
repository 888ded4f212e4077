package dev.ose.server.catalog.search;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;

/** Finds buckets. Blocks on the database for a bounded time. */
@FunctionalInterface
public interface BucketSearch {

    /** The most buckets of a page. */
    int MAX_LIMIT = 1_000;

    /** The buckets among those of {@code whose} that the question is about. */
    Page find(Whose whose, Question question);

    /** Which buckets are looked at. */
    sealed interface Whose {

        /** Who asks. */
        TenantId tenant();

        /** All of the tenant. */
        record OfTenant(TenantId tenant) implements Whose {}

        /** Those that the user owns. */
        record OfUser(TenantId tenant, UserId user) implements Whose {}

        /**
         * Those of other tenants that are shared with the user or all of its tenant. Those that are open to everybody and those
         * of disabled tenants are not among them.
         */
        record SharedWith(TenantId tenant, UserId user) implements Whose {}
    }

    /**
     * What is asked.
     *
     * @param orderBy equal ones are in the order of their names
     * @param offset how many in that order are left out
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
     * What was found.
     *
     * @param total how many there are on all pages together
     */
    record Page(List<FoundBucket> found, long total) {
        public Page {
            found = List.copyOf(found);
        }
    }
}
