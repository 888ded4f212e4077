package dev.ose.server.search;

import dev.ose.server.object.KeyRange;
import dev.ose.server.tenancy.TenantId;
import java.util.List;

/** Which buckets there are to search. Blocks on the database for a bounded time. */
public interface SearchTables {

    /** The tenant's buckets that may have an object in the range, from an id on, in the order of ids. */
    List<SearchedBucket> buckets(TenantId tenant, KeyRange range, long fromId, int limit);
}
