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

/** What there is to search. Blocks on the database for a bounded time. */
public interface SearchTables {

    /** The tenant's buckets that may have an object in the range, from an id on, in the order of ids. */
    List<SearchedBucket> buckets(TenantId tenant, KeyRange range, long fromId, int limit);

    /**
     * The first objects of a range in the order of keys, whether they have rows or are folded.
     *
     * @param pattern nothing whose key fits is left out; anything else may be
     * @param limit how many keys to look at, or little more; at least one
     */
    Part objects(BucketId bucket, KeyRange range, Optional<Glob> pattern, int limit);

    /**
     * The first objects of a range that have a label, in the order of keys; some others may be among them.
     *
     * @param limit how many keys to look at; at least one
     */
    Part labelled(BucketId bucket, KeyRange range, Filter.Label label, int limit);

    /** The labels of these objects of a bucket, of those where they are known. */
    Map<ObjectKey, Labels> labels(BucketId bucket, List<IndexedObject> objects);

    /**
     * A part of a range.
     *
     * @param objects in the order of keys; a part may have none and yet not be the last
     * @param next where the rest of the range begins; empty if there is none
     */
    record Part(List<IndexedObject> objects, Optional<String> next) {
        public Part {
            objects = List.copyOf(objects);
        }
    }
}
