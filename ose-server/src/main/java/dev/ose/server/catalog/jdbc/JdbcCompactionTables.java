package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.compaction.CompactionTables;
import dev.ose.server.database.Database;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compaction on the database: two reads, the first of which omits the segments' data, and one transaction. */
public final class JdbcCompactionTables implements CompactionTables {

    /** None while nodes of different releases are alive: an older one may not know this format of segments. */
    private static final String BUCKETS = """
            SELECT id FROM bucket WHERE state = 'ACTIVE' AND id >= ?
                AND (SELECT count(DISTINCT version) FROM node WHERE lease_until > now()) <= 1
            ORDER BY id LIMIT ?
            """;

    private static final String SKIP_MOVED = """
            SELECT count(*) FROM (
                SELECT key FROM object_info WHERE bucket_id = ? AND key >= ? %s ORDER BY key LIMIT ?) page
            """;

    private static final String SKIP_MOVED_BEHIND = SKIP_MOVED.formatted("");
    private static final String SKIP_MOVED_WITHIN = SKIP_MOVED.formatted("AND key < ?");

    private final Database database;
    private final CompactionRule rule;

    public JdbcCompactionTables(Database database) {
        this(database, CompactionRule.STANDARD);
    }

    JdbcCompactionTables(Database database, CompactionRule rule) {
        this.database = database;
        this.rule = rule;
    }

    @Override
    public List<BucketId> buckets(long fromId, int limit) {
        return database.all(BUCKETS, row -> new BucketId(row.getLong(1)), fromId, limit);
    }

    @Override
    public Step fold(BucketId bucket, String from, Instant before) {
        RangeReader seen = read(bucket, from, false);
        if (rule.isWorth(seen, before)) {
            seen = read(bucket, from, true);
            Compaction fold = Compaction.of(bucket, seen, before, rule);
            if (database.transact(fold::write)) {
                return new Step(seen.next(), fold.objects(), fold.changes());
            }
        }
        return new Step(seen.next(), 0, 0);
    }

    @Override
    public void skipMoved(BucketId bucket, String from, Optional<String> below) {
        List<Object> values = new ArrayList<>(List.of(bucket, from));
        below.ifPresent(values::add);
        values.add(rule.rows());
        database.first(
                below.isPresent() ? SKIP_MOVED_WITHIN : SKIP_MOVED_BEHIND, row -> row.getInt(1), values.toArray());
    }

    private RangeReader read(BucketId bucket, String from, boolean withData) {
        KeyRange range = KeyRange.from(from);
        return database.query(connection -> RangeReader.read(connection, bucket, range, rule.bounds(withData)));
    }
}
