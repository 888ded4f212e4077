package dev.ose.server.catalog.search;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.label.LabelState;
import dev.ose.server.catalog.label.Labels;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Searches the buckets of a tenant one after the other, each in key order. A search that is not narrowed by a range of
 * keys reads every object, for a bounded time: a page may be short or empty although there is a next one. Thread-safe.
 */
public final class ObjectSearch {

    /** Maximum number of objects on a page. */
    public static final int MAX_LIMIT = 1_000;

    /** Held in memory at a time. */
    private static final int OBJECTS_PER_STEP = 2_000;

    /** Each object with a label may be in a segment of its own, which is unpacked for it. */
    private static final int MAX_LABELLED = 500;

    private static final int MIN_LABELLED = 100;

    private static final int BUCKETS_PER_STEP = 200;

    /** Maximum number of buckets that a page reports as lacking labels. */
    private static final int MAX_UNLABELLED = 100;

    private static final Duration BUDGET = Duration.ofSeconds(2);

    private final SearchTables tables;
    private final LongSupplier nanoTime;

    public ObjectSearch(SearchTables tables, LongSupplier nanoTime) {
        this.tables = tables;
        this.nanoTime = nanoTime;
    }

    /**
     * Finds a page. Blocks on the database for little longer than two seconds.
     *
     * @param from the {@link Page#next} of the previous page; {@link Position#START} for the first
     * @param limit 1 to {@link #MAX_LIMIT}
     */
    public Page find(TenantId tenant, Filter filter, Position from, int limit) {
        KeyRange range = filter.range();
        boolean asksForLabels = filter.asksForLabels();
        Work work = new Work(limit);
        Position at = from;
        while (!work.isOver()) {
            List<SearchedBucket> buckets = tables.buckets(tenant, range, at.bucketId(), BUCKETS_PER_STEP);
            for (SearchedBucket bucket : buckets) {
                at = bucket.id().value() == at.bucketId()
                        ? at
                        : new Position(bucket.id().value(), "");
                if (asksForLabels && bucket.labels() != LabelState.FILLED) {
                    work.unlabelled(bucket, filter);
                }
                Optional<Position> stopped = scan(bucket, filter.in(bucket), at, work);
                if (stopped.isPresent()) {
                    return work.page(stopped);
                }
                at = new Position(bucket.id().value() + 1, "");
            }
            if (buckets.size() < BUCKETS_PER_STEP) {
                return work.page(Optional.empty());
            }
            work.moved();
        }
        return work.page(Optional.of(at));
    }

    /** Searches one bucket; returns where it stopped, or empty at the end of the bucket. */
    private Optional<Position> scan(SearchedBucket bucket, Filter filter, Position from, Work work) {
        if (filter.equals(Filter.nothing())) {
            return Optional.empty();
        }
        Optional<KeyRange> rest = Optional.of(filter.range().and(KeyRange.from(from.key())));
        while (rest.isPresent()) {
            KeyRange range = rest.get();
            if (work.isFull() || work.isOver()) {
                return Optional.of(new Position(from.bucketId(), range.from()));
            }
            SearchTables.Part part = read(bucket, filter, range, work.missing());
            Map<ObjectKey, Labels> labels = labels(bucket, filter, part.objects());
            for (IndexedObject each : part.objects()) {
                if (work.isFull()) {
                    return Optional.of(new Position(from.bucketId(), each.key().value()));
                }
                if (filter.matches(each, labels.get(each.key()))) {
                    work.found.add(new FoundObject(bucket, each.key(), each.facts()));
                }
            }
            work.moved();
            rest = part.next().map(next -> new KeyRange(next, range.below()));
        }
        return Optional.empty();
    }

    private SearchTables.Part read(SearchedBucket bucket, Filter filter, KeyRange range, int missing) {
        Optional<Filter.Label> label = filter.commonLabel();
        return label.isPresent()
                ? tables.labelled(bucket.id(), range, label.get(), Math.clamp(2L * missing, MIN_LABELLED, MAX_LABELLED))
                : tables.objects(bucket.id(), range, filter.keyPattern(), OBJECTS_PER_STEP);
    }

    /** Reads labels only for objects that match the rest of the filter. */
    private Map<ObjectKey, Labels> labels(SearchedBucket bucket, Filter filter, List<IndexedObject> objects) {
        if (!filter.asksForLabels()) {
            return Map.of();
        }
        Filter rest = filter.withoutLabels();
        List<IndexedObject> asked =
                objects.stream().filter(each -> rest.matches(each, null)).toList();
        return asked.isEmpty() ? Map.of() : tables.labels(bucket.id(), asked);
    }

    /** The state of one search. */
    private final class Work {

        private final List<FoundObject> found = new ArrayList<>();
        private final List<BucketName> unlabelled = new ArrayList<>();
        private final int limit;
        private final long end = nanoTime.getAsLong() + BUDGET.toNanos();
        private boolean hasMoved;

        Work(int limit) {
            this.limit = limit;
        }

        /** Records a bucket if the filter, simplified for that bucket, needs labels that are unknown. */
        void unlabelled(SearchedBucket bucket, Filter filter) {
            SearchedBucket filled = new SearchedBucket(bucket.id(), bucket.name(), bucket.owner(), LabelState.FILLED);
            if (unlabelled.size() < MAX_UNLABELLED && filter.in(filled).asksForLabels()) {
                unlabelled.add(bucket.name());
            }
        }

        Page page(Optional<Position> next) {
            return new Page(found, next, unlabelled);
        }

        boolean isFull() {
            return missing() <= 0;
        }

        int missing() {
            return limit - found.size();
        }

        /** Some objects were searched, so that the next page begins further on. */
        void moved() {
            hasMoved = true;
        }

        /**
         * Whether the time is up. Never before any object was searched: otherwise a slow database would be queried for
         * the same page forever.
         */
        boolean isOver() {
            return hasMoved && nanoTime.getAsLong() - end >= 0;
        }
    }

    /**
     * Where a page begins.
     *
     * @param bucketId the bucket
     * @param key everything of the bucket before this key was searched; empty for its start
     */
    public record Position(long bucketId, String key) {

        /** Before all buckets. */
        public static final Position START = new Position(0, "");
    }

    /**
     * A page of the result.
     *
     * @param next where to continue; empty if everything was searched
     * @param unlabelled some of the searched buckets, at most a hundred, for which the filter needs labels that are not
     *     kept, or not yet for all objects
     */
    public record Page(List<FoundObject> found, Optional<Position> next, List<BucketName> unlabelled) {
        public Page {
            found = List.copyOf(found);
            unlabelled = List.copyOf(unlabelled);
        }
    }
}
