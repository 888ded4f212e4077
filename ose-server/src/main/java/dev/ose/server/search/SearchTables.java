package dev.ose.server.search;

import dev.ose.server.tenancy.TenantId;
import java.util.List;

/** The tables that are searched. Every method blocks on the database for a bounded time. */
public interface SearchTables {

    /** The tenant's buckets with a row in the range, from an id on, in the order of ids. */
    List<SearchedBucket> buckets(TenantId tenant, KeyRange range, long fromId, int limit);

    /** Looks at up to {@code maxRows} rows of the range behind {@code after} and takes up to {@code limit} that match. */
    Step scan(SearchedBucket bucket, KeyRange range, String after, Filter filter, Bounds bounds);

    /** How much one step may do. */
    record Bounds(int maxRows, int limit) {}

    /**
     * What one step found.
     *
     * @param last the last key that was looked at
     * @param more whether there may be rows behind it
     */
    record Step(List<FoundObject> found, String last, boolean more) {
        public Step {
            found = List.copyOf(found);
        }
    }
}
