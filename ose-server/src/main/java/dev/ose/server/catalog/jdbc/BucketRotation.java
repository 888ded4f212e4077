package dev.ose.server.catalog.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Claims due rows of a queue bucket by bucket, round robin, so that a bucket with many of them does not delay the
 * others. Blocks on the database. Thread-safe.
 */
public final class BucketRotation {

    private final Database database;
    private final String due;
    private final String claim;
    private final AtomicLong lastBucket = new AtomicLong();

    /**
     * Creates a rotation over two statements.
     *
     * @param due selects ids of buckets with due rows, ordered, greater than the first parameter and limited by the
     *     second
     * @param claim claims rows of the buckets in its first parameter, limited for each bucket by its second
     */
    public BucketRotation(Database database, String due, String claim) {
        this.database = database;
        this.due = due;
        this.claim = claim;
    }

    /** Claims up to {@code limit} rows of the next buckets. */
    public <T> List<T> claim(int limit, RowMappers.Reader<T> reader) {
        Set<Long> buckets = new LinkedHashSet<>(due(lastBucket.get(), limit));
        if (buckets.size() < limit && lastBucket.get() > 0) {
            buckets.addAll(due(0, limit - buckets.size()));
        }
        lastBucket.set(buckets.stream().reduce((first, second) -> second).orElse(0L));
        if (buckets.isEmpty()) {
            return List.of();
        }
        return database.query(connection -> Database.all(
                connection,
                claim,
                reader,
                connection.createArrayOf("bigint", buckets.toArray()),
                Math.max(1, limit / buckets.size())));
    }

    private List<Long> due(long after, int limit) {
        return database.all(due, row -> row.getLong(1), after, limit);
    }
}
