package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.compaction.FoldTables;
import dev.ose.server.database.Database;
import java.time.Instant;
import java.util.List;

/** Folds on the database: two reads, the first of which leaves out what may not be needed, and one transaction. */
public final class JdbcFoldTables implements FoldTables {

    /** None while nodes of several versions are at work: one that does not know this form of segments must not meet them. */
    private static final String BUCKETS = """
            SELECT id FROM bucket WHERE state = 'ACTIVE' AND id >= ?
                AND (SELECT count(DISTINCT version) FROM node WHERE lease_until > now()) <= 1
            ORDER BY id LIMIT ?
            """;

    private final Database database;
    private final FoldRule rule;

    public JdbcFoldTables(Database database) {
        this(database, FoldRule.STANDARD);
    }

    JdbcFoldTables(Database database, FoldRule rule) {
        this.database = database;
        this.rule = rule;
    }

    @Override
    public List<BucketId> buckets(long fromId, int limit) {
        return database.all(BUCKETS, row -> new BucketId(row.getLong(1)), fromId, limit);
    }

    @Override
    public Step fold(BucketId bucket, String from, Instant before) {
        IndexWindow seen = read(bucket, from, false);
        if (rule.isWorth(seen, before)) {
            seen = read(bucket, from, true);
            Fold fold = Fold.of(bucket, seen, before, rule);
            if (database.transact(fold::write)) {
                return new Step(seen.next(), fold.objects(), fold.changes());
            }
        }
        return new Step(seen.next(), 0, 0);
    }

    private IndexWindow read(BucketId bucket, String from, boolean withData) {
        KeyRange range = KeyRange.from(from);
        return database.query(connection -> IndexWindow.read(connection, bucket, range, rule.bounds(withData)));
    }
}
