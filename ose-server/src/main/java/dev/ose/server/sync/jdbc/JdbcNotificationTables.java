package dev.ose.server.sync.jdbc;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.catalog.jdbc.ObjectStatements;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.sync.NotificationTables;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** {@link NotificationTables} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcNotificationTables implements NotificationTables {

    private static final String BUCKETS = "SELECT name, id, " + RowMappers.MAY_HAVE_VERSIONS
            + " FROM bucket WHERE platform_id = ? AND name = ANY (?::text[]) AND state = 'ACTIVE'";

    private static final String BEING_WRITTEN = "SELECT DISTINCT i.bucket_id, i.key" + ObjectStatements.KEYS
            + " CROSS JOIN LATERAL (SELECT bucket_id, key FROM op_intent i"
            + " WHERE i.bucket_id = k.bucket_id AND i.key = k.key OFFSET 0) i";

    private final Database database;
    private final CatchUp catchUp;

    /** For rows that never lag behind. */
    public JdbcNotificationTables(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcNotificationTables(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    @Override
    public Map<BucketName, Known> buckets(PlatformId platform, Set<BucketName> names) {
        Map<BucketName, Known> found = new HashMap<>();
        database.query(connection -> Database.all(
                connection,
                BUCKETS,
                row -> found.put(
                        new BucketName(row.getString(1)), new Known(new BucketId(row.getLong(2)), row.getBoolean(3))),
                platform,
                connection.createArrayOf(
                        "text", names.stream().map(BucketName::value).toArray())));
        return found;
    }

    @Override
    public Set<ObjectAddress> beingWritten(Collection<ObjectAddress> addresses) {
        catchUp.ofAll();
        return new HashSet<>(database.query(connection -> Database.all(
                connection,
                BEING_WRITTEN,
                row -> new ObjectAddress(new BucketId(row.getLong(1)), new ObjectKey(row.getString(2))),
                connection.createArrayOf(
                        "bigint",
                        addresses.stream().map(each -> each.bucket().value()).toArray()),
                connection.createArrayOf(
                        "text",
                        addresses.stream().map(each -> each.key().value()).toArray()))));
    }

    @Override
    public void mark(Collection<ObjectAddress> addresses) {
        database.transact(connection -> {
            ObjectSql.markDirtyNow(connection, addresses);
            return addresses.size();
        });
    }
}
