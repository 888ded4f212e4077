package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.listing.ListingTables;
import dev.ose.server.catalog.listing.ObjectPage;
import dev.ose.server.database.Database;
import dev.ose.server.database.SqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads everything that a page needs in one snapshot. */
public final class JdbcListingTables implements ListingTables {

    /**
     * The newest sync run was successful, so that every write that bypassed OSE before it is known or marked; and no
     * node, alive or dead, may have journals that the database has not seen.
     */
    private static final String IS_COMPLETE = """
            SELECT coalesce((SELECT state = 'DONE' FROM sync_run WHERE bucket_id = ? ORDER BY id DESC LIMIT 1), false)
                AND NOT EXISTS (SELECT FROM node WHERE lease_until < now() OR NOT is_caught_up)
            """;

    /** Each half reads its index from the start of the range. */
    private static final String DOUBTS = """
            SELECT key FROM (
                (SELECT key FROM op_intent WHERE bucket_id = ? AND key >= ? %1$s ORDER BY key LIMIT ?)
                UNION
                (SELECT key FROM object_dirty WHERE bucket_id = ? AND key >= ? %1$s ORDER BY key LIMIT ?)
            ) doubtful ORDER BY key LIMIT ?
            """;

    private static final String DOUBTS_BEHIND = DOUBTS.formatted("");
    private static final String DOUBTS_WITHIN = DOUBTS.formatted("AND key < ?");

    private final Database database;
    private final CatchUp catchUp;

    /** For rows that never lag behind. */
    public JdbcListingTables(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcListingTables(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    @Override
    public Optional<ObjectPage> read(BucketId bucket, Function<Moment, Optional<ObjectPage>> reading) {
        catchUp.of(bucket);
        return database.snapshot(connection -> {
            boolean isComplete = Database.first(connection, IS_COMPLETE, row -> row.getBoolean(1), bucket)
                    .orElse(false);
            return isComplete ? reading.apply(new Snapshot(connection, bucket)) : Optional.empty();
        });
    }

    private record Snapshot(Connection connection, BucketId bucket) implements Moment {

        @Override
        public List<String> doubts(KeyRange range, int limit) {
            List<Object> half = new ArrayList<>(List.of(bucket, range.from()));
            range.below().ifPresent(half::add);
            half.add(limit);
            List<Object> values = new ArrayList<>(half);
            values.addAll(half);
            values.add(limit);
            String sql = range.below().isPresent() ? DOUBTS_WITHIN : DOUBTS_BEHIND;
            try {
                return Database.all(connection, sql, row -> row.getString(1), values.toArray());
            } catch (SQLException e) {
                throw SqlFailures.translate(e);
            }
        }

        @Override
        public List<IndexedObject> objects(KeyRange range, int limit) {
            try {
                return JdbcObjectIndex.range(connection, bucket, range, limit);
            } catch (SQLException e) {
                throw SqlFailures.translate(e);
            }
        }
    }
}
