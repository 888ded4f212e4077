package dev.ose.server.catalog.search;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.label.Labels;
import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The data to search. Blocks on the database for a bounded time. */
public interface SearchTables {

    /** The tenant's buckets that may have an object in the range, from an id on, ordered by id. */
    List<SearchedBucket> buckets(TenantId tenant, KeyRange range, long fromId, int limit);

    /**
     * The first objects of a range in key order, from rows and segments.
     *
     * @param pattern all objects with a matching key are returned; others may be left out
     * @param limit approximate maximum number of keys to read; at least one
     */
    Part objects(BucketId bucket, KeyRange range, Optional<Glob> pattern, int limit);

    /**
     * The first objects of a range that have a label, in key order; some without it may be among them.
     *
     * @param limit maximum number of keys to read; at least one
     */
    Part labelled(BucketId bucket, KeyRange range, Filter.Label label, int limit);

    /** The labels of these objects of a bucket, as far as they are known. */
    Map<ObjectKey, Labels> labels(BucketId bucket, List<IndexedObject> objects);

    /**
     * A part of a range.
     *
     * @param objects in key order; may be empty although there is a next part
     * @param next where the rest of the range begins; empty if there is none
     */
    record Part(List<IndexedObject> objects, Optional<String> next) {
        public Part {
            objects = List.copyOf(objects);
        }
    }
}
