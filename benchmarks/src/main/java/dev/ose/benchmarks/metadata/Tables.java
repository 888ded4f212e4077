package dev.ose.benchmarks.metadata;

import dev.ose.migrations.SchemaMigrator;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import javax.sql.DataSource;

/** The tables of a node, filled with a {@link Sample}. */
final class Tables {

    /** A bucket with the objects of {@link Sample#HALF}. */
    static final BucketId TWIN = new BucketId(Sample.BUCKETS + 1);

    private static final long ROWS_PER_STATEMENT = 100_000;

    private final DataSource database;

    /** Makes the tables, and the tenant and its buckets. */
    Tables(DataSource database) throws SQLException {
        this.database = database;
        SchemaMigrator.migrate(database);
        String tenant = "'" + Sample.TENANT + "'";
        String owner = "'" + Sample.OWNER + "'";
        run("INSERT INTO platform (name, kind, s3_endpoint, region) VALUES ('main', 'none', 'http://none', 'none')");
        run("INSERT INTO tenant (id, name, platform_id, canonical_id) SELECT " + tenant
                + ", 'sample', id, repeat('0', 64) FROM platform");
        run("INSERT INTO tenant_user (id, tenant_id, name, platform_id, canonical_id) SELECT " + owner + ", " + tenant
                + ", 'sample', id, repeat('1', 64) FROM platform");
        run("INSERT INTO bucket (tenant_id, platform_id, name, owner_id, region, state) SELECT " + tenant
                + ", p.id, 'bucket-' || n, " + owner + ", 'none', 'ACTIVE' FROM platform p, generate_series(1, "
                + Sample.BUCKETS + ") n");
    }

    /** Inserts all rows, in an order that is not that of their keys, and their counters; returns rows a second. */
    double fill(Sample sample) throws SQLException {
        long begun = System.nanoTime();
        insert(sample, Sample.BUCKET_SQL, "true");
        double seconds = (System.nanoTime() - begun) / 1e9;
        run("INSERT INTO usage_bucket (bucket_id, tenant_id, owner_id, objects, bytes)"
                + " SELECT b.id, b.tenant_id, b.owner_id, count(*), sum(o.size_bytes)"
                + " FROM bucket b JOIN object_info o ON o.bucket_id = b.id GROUP BY b.id");
        run("VACUUM ANALYZE");
        return sample.objects() / seconds;
    }

    /** Makes the bucket {@link #TWIN}, with a row for each object. */
    void fillTwin(Sample sample) throws SQLException {
        run("INSERT INTO bucket (tenant_id, platform_id, name, owner_id, region, state)"
                + " SELECT tenant_id, platform_id, 'twin', owner_id, region, state FROM bucket WHERE id = "
                + Sample.HALF.value());
        insert(sample, Long.toString(TWIN.value()), Sample.BUCKET_SQL + " = " + Sample.HALF.value());
    }

    private void insert(Sample sample, String bucket, String condition) throws SQLException {
        long[] starts = LongStream.iterate(0, start -> start < sample.objects(), start -> start + ROWS_PER_STATEMENT)
                .toArray();
        for (long start : starts) {
            run(String.format(
                    Locale.ROOT,
                    "INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)"
                            + " SELECT %s, %s, n %% 1000000, now() - n %% 100000 * interval '1 minute',"
                            + " decode(md5(n::text), 'hex') FROM generate_series(%d::bigint, %d) n WHERE %s",
                    bucket,
                    Sample.KEY_SQL,
                    start,
                    Math.min(sample.objects(), start + ROWS_PER_STATEMENT) - 1,
                    condition));
        }
    }

    /** Bytes of the rows of objects and of their index, and of segments and tombstones with theirs. */
    Space space() throws SQLException {
        String sum = "SELECT sum(%s(inhrelid))::bigint FROM pg_inherits WHERE inhparent = 'object_info'::regclass";
        return new Space(
                number(sum.formatted("pg_table_size")),
                number(sum.formatted("pg_indexes_size")),
                number("SELECT pg_total_relation_size('object_segment') + pg_total_relation_size('object_tombstone')"));
    }

    /** Bytes that were written to the log so far. */
    long logged() throws SQLException {
        return number("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint");
    }

    /**
     * The log has changes only from now on, not whole pages that are touched first after a checkpoint, the number of
     * which depends on the time.
     */
    void logOnlyChanges() throws SQLException {
        run("ALTER SYSTEM SET full_page_writes = off");
        run("SELECT pg_reload_conf()");
    }

    /**
     * Vacuums no more: a worker comes in some rounds and not in others, and takes its processor time along when it
     * ends.
     */
    void stopVacuum() throws SQLException {
        run("ALTER SYSTEM SET autovacuum = off");
        run("SELECT pg_reload_conf()");
    }

    /** What was written so far. */
    Written written() {
        try {
            return new Written(number("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"), logged());
        } catch (SQLException e) {
            throw new IllegalStateException("the database does not count", e);
        }
    }

    /** All keys of a bucket that has a row for each, in their order. */
    List<ObjectKey> keys(BucketId bucket) throws SQLException {
        List<ObjectKey> keys = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT key FROM object_info WHERE bucket_id = " + bucket.value() + " ORDER BY key")) {
            while (row.next()) {
                keys.add(new ObjectKey(row.getString(1)));
            }
        }
        return keys;
    }

    /** Gives back to the file system what deleted rows took, as months of new objects would use it again. */
    void compact() throws SQLException {
        run("VACUUM FULL object_info");
        run("VACUUM ANALYZE");
    }

    /** Without the limits of a node's statements, which none of its own needs minutes for. */
    private void run(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = 0");
            statement.execute(sql);
            statement.execute("RESET statement_timeout");
        }
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * What a database did.
     *
     * @param transactions those that changed something
     * @param logged bytes of the log
     */
    record Written(long transactions, long logged) {}

    /** Bytes on disk. */
    record Space(long rows, long index, long segments) {}
}
