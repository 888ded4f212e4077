package dev.ose.server.search;

import dev.ose.server.object.IndexedObject;
import dev.ose.server.object.KeyRange;
import dev.ose.server.tenancy.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Searches the buckets of a tenant one after the other, each in the order of keys. Where no range of keys narrows a search it
 * looks at every object, for a bounded time: a page may be short or empty and still have a next one. Thread-safe.
 */
public final class ObjectSearch {

    /** The most objects of a page. */
    public static final int MAX_LIMIT = 1_000;

    /** Held in memory at a time. */
    private static final int OBJECTS_PER_STEP = 2_000;

    private static final int BUCKETS_PER_STEP = 200;
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
     * @param from where the page before says that the next one begins; the start of everything for the first
     * @param limit 1 to {@link #MAX_LIMIT}
     */
    public Page find(TenantId tenant, Filter filter, Position from, int limit) {
        KeyRange range = filter.range();
        Work work = new Work(limit);
        Position at = from;
        while (!work.isOver()) {
            List<SearchedBucket> buckets = tables.buckets(tenant, range, at.bucketId(), BUCKETS_PER_STEP);
            for (SearchedBucket bucket : buckets) {
                at = bucket.id().value() == at.bucketId()
                        ? at
                        : new Position(bucket.id().value(), "");
                Optional<Position> stopped = scan(bucket, filter.in(bucket), at, work);
                if (stopped.isPresent()) {
                    return new Page(work.found, stopped);
                }
                at = new Position(bucket.id().value() + 1, "");
            }
            if (buckets.size() < BUCKETS_PER_STEP) {
                return new Page(work.found, Optional.empty());
            }
            work.moved();
        }
        return new Page(work.found, Optional.of(at));
    }

    /** Searches one bucket; says where it stopped, unless it came to the end. */
    private Optional<Position> scan(SearchedBucket bucket, Filter filter, Position from, Work work) {
        if (filter.equals(Filter.nothing())) {
            return Optional.empty();
        }
        Optional<Glob> pattern = filter.keyPattern();
        Optional<KeyRange> rest = Optional.of(filter.range().and(KeyRange.from(from.key())));
        while (rest.isPresent()) {
            KeyRange range = rest.get();
            if (work.isFull() || work.isOver()) {
                return Optional.of(new Position(from.bucketId(), range.from()));
            }
            SearchTables.Part part = tables.objects(bucket.id(), range, pattern, OBJECTS_PER_STEP);
            for (IndexedObject each : part.objects()) {
                if (work.isFull()) {
                    return Optional.of(new Position(from.bucketId(), each.key().value()));
                }
                if (filter.matches(each)) {
                    work.found.add(new FoundObject(bucket, each.key(), each.facts()));
                }
            }
            work.moved();
            rest = part.next().map(next -> new KeyRange(next, range.below()));
        }
        return Optional.empty();
    }

    /** One page while it is looked for. */
    private final class Work {

        private final List<FoundObject> found = new ArrayList<>();
        private final int limit;
        private final long end = nanoTime.getAsLong() + BUDGET.toNanos();
        private boolean hasMoved;

        Work(int limit) {
            this.limit = limit;
        }

        boolean isFull() {
            return found.size() >= limit;
        }

        /** Something has been looked at, so that the next page begins further on. */
        void moved() {
            hasMoved = true;
        }

        /** Whether time is up. Never before anything was looked at: otherwise a slow database would be asked the same for ever. */
        boolean isOver() {
            return hasMoved && nanoTime.getAsLong() - end >= 0;
        }
    }

    /**
     * Where a page begins.
     *
     * @param bucketId the bucket
     * @param key before which everything of it was looked at; empty for its start
     */
    public record Position(long bucketId, String key) {

        /** Before all buckets. */
        public static final Position START = new Position(0, "");
    }

    /**
     * What was found.
     *
     * @param next where to go on; empty if everything was looked at
     */
    public record Page(List<FoundObject> found, Optional<Position> next) {
        public Page {
            found = List.copyOf(found);
        }
    }
}
