package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link QuotaStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcQuotaStore implements QuotaStore {

    static final String COLUMNS =
            "q.id, q.tenant_id, q.user_id, q.bucket_id, q.max_bytes, q.max_objects, q.max_buckets";

    private static final String OF_HOLDER = " WHERE tenant_id = ? AND user_id IS NOT DISTINCT FROM ?::uuid"
            + " AND bucket_id IS NOT DISTINCT FROM ?::bigint";

    /** What {@link #named} reads. */
    public static final String NAMED = COLUMNS + ", u.name AS user_name, b.name AS bucket_name";

    /** The tables of these columns. */
    public static final String WITH_NAMES = """
            quota q
                LEFT JOIN tenant_user u ON u.tenant_id = q.tenant_id AND u.id = q.user_id
                LEFT JOIN bucket b ON b.id = q.bucket_id
            """;

    /**
     * Locked, so that two requests cannot both use the last bucket of a limit; the tenant's first, the general lock
     * order.
     */
    private static final String LIMITS_OF_BUCKETS = """
            SELECT user_id IS NOT NULL, max_buckets FROM quota
            WHERE tenant_id = ? AND (user_id IS NULL OR user_id = ?) AND bucket_id IS NULL AND max_buckets IS NOT NULL
            ORDER BY user_id NULLS FIRST FOR NO KEY UPDATE
            """;

    private static final String REPLACE = "UPDATE SET max_bytes = excluded.max_bytes,"
            + " max_objects = excluded.max_objects, max_buckets = excluded.max_buckets";

    private final Database database;

    public JdbcQuotaStore(Database database) {
        this.database = database;
    }

    /** The key columns of a holder: tenant, user, bucket. */
    private static @Nullable Object[] key(QuotaHolder holder) {
        return switch (holder) {
            case QuotaHolder.OfTenant(var tenant) -> new @Nullable Object[] {tenant, null, null};
            case QuotaHolder.OfUser(var tenant, var user) -> new @Nullable Object[] {tenant, user, null};
            case QuotaHolder.OfBucket(var tenant, var bucket) -> new @Nullable Object[] {tenant, null, bucket};
        };
    }

    private static String put(QuotaHolder holder, boolean replaces) {
        return """
                INSERT INTO quota (tenant_id, user_id, bucket_id, max_bytes, max_objects, max_buckets)
                VALUES (?, ?::uuid, ?::bigint, ?::bigint, ?::bigint, ?::bigint)
                ON CONFLICT %s DO %s
                """.formatted(uniqueIndex(holder), replaces ? REPLACE : "NOTHING");
    }

    private static String uniqueIndex(QuotaHolder holder) {
        return switch (holder) {
            case QuotaHolder.OfTenant _ -> "(tenant_id) WHERE user_id IS NULL AND bucket_id IS NULL";
            case QuotaHolder.OfUser _ -> "(tenant_id, user_id) WHERE user_id IS NOT NULL";
            case QuotaHolder.OfBucket _ -> "(bucket_id) WHERE bucket_id IS NOT NULL";
        };
    }

    static Quota quota(ResultSet row) throws SQLException {
        return new Quota(
                row.getObject("max_bytes", Long.class),
                row.getObject("max_objects", Long.class),
                row.getObject("max_buckets", Long.class));
    }

    @Override
    public Optional<Quota> find(QuotaHolder holder) {
        return database.first("SELECT " + COLUMNS + " FROM quota q" + OF_HOLDER, JdbcQuotaStore::quota, key(holder));
    }

    @Override
    public Revised<Quota> revised(QuotaHolder holder) {
        return database.first(
                        "SELECT " + COLUMNS + ", q.revision FROM quota q" + OF_HOLDER,
                        Revisions.with(JdbcQuotaStore::quota),
                        key(holder))
                .orElseGet(() -> new Revised<>(Quota.NONE, Expected.ABSENT));
    }

    @Override
    public void put(QuotaHolder holder, Quota quota, Expected expected) {
        @Nullable Object[] key = key(holder);
        database.transact(connection -> {
            boolean isAnything = expected instanceof Expected.Anything;
            long present = lock(connection, holder);
            expected.require(present, "quota of", name(holder));
            int changed = Database.update(
                    connection,
                    put(holder, isAnything || present != Expected.ABSENT),
                    key[0],
                    key[1],
                    key[2],
                    quota.maxBytes(),
                    quota.maxObjects(),
                    quota.maxBuckets());
            if (changed == 0) {
                // Another request has set one since, where none was expected: there was no row to lock.
                throw new FailureException(new Failure.Outdated("quota of", name(holder)));
            }
            return changed;
        });
    }

    @Override
    public boolean remove(QuotaHolder holder, Expected expected) {
        return database.transact(connection -> {
            expected.require(lock(connection, holder), "quota of", name(holder));
            return Database.update(connection, "DELETE FROM quota" + OF_HOLDER, key(holder)) > 0;
        });
    }

    private static long lock(Connection connection, QuotaHolder holder) throws SQLException {
        return Revisions.lock(connection, "quota" + OF_HOLDER, key(holder)).orElse(Expected.ABSENT);
    }

    private static String name(QuotaHolder holder) {
        return switch (holder) {
            case QuotaHolder.OfTenant(var tenant) -> "tenant " + tenant;
            case QuotaHolder.OfUser(var _, var user) -> "user " + user;
            case QuotaHolder.OfBucket _ -> "the bucket";
        };
    }

    /** Reads a row with names. */
    public static Named named(ResultSet row) throws SQLException {
        return new Named(row.getLong("id"), row.getString("user_name"), row.getString("bucket_name"), quota(row));
    }

    @Override
    public long countBuckets(QuotaHolder holder) {
        return switch (holder) {
            case QuotaHolder.OfTenant(var tenant) ->
                database.query(connection -> countBuckets(connection, tenant, null));
            case QuotaHolder.OfUser(var tenant, var user) ->
                database.query(connection -> countBuckets(connection, tenant, user));
            case QuotaHolder.OfBucket _ -> 1;
        };
    }

    private record BucketLimit(boolean ofUser, long most) {}

    /**
     * Checks the bucket limits after this transaction has created a bucket for the user.
     *
     * @throws FailureException {@code TooManyBuckets} if a limit is exceeded
     */
    public static void requireRoomForBucket(Connection connection, TenantId tenant, UserId owner) throws SQLException {
        List<BucketLimit> limits;
        try (var statement = RowMappers.bind(connection.prepareStatement(LIMITS_OF_BUCKETS), tenant, owner)) {
            limits = RowMappers.all(statement, row -> new BucketLimit(row.getBoolean(1), row.getLong(2)));
        }
        for (BucketLimit limit : limits) {
            long buckets =
                    limit.ofUser() ? countBuckets(connection, tenant, owner) : countBuckets(connection, tenant, null);
            if (buckets > limit.most()) {
                throw new FailureException(new Failure.TooManyBuckets(limit.ofUser() ? "user" : "tenant"));
            }
        }
    }

    /**
     * Checks the user's bucket limit after this transaction has offered the user a bucket; the tenant's number of
     * buckets does not change.
     *
     * @throws FailureException {@code TooManyBuckets} if the limit is exceeded
     */
    public static void requireRoomForTransfer(Connection connection, TenantId tenant, UserId newOwner)
            throws SQLException {
        Optional<Long> most = Database.first(
                connection,
                "SELECT max_buckets FROM quota WHERE tenant_id = ? AND user_id = ? AND max_buckets IS NOT NULL"
                        + " FOR NO KEY UPDATE",
                row -> row.getLong(1),
                tenant,
                newOwner);
        if (most.isPresent() && countBuckets(connection, tenant, newOwner) > most.get()) {
            throw new FailureException(new Failure.TooManyBuckets("user"));
        }
    }

    /** A bucket under transfer counts for its owner and for the new owner. */
    public static long countBuckets(Connection connection, TenantId tenant, @Nullable UserId owner)
            throws SQLException {
        return Database.first(
                        connection,
                        "SELECT count(*) FROM bucket"
                                + " WHERE tenant_id = ?"
                                + " AND (?::uuid IS NULL OR owner_id = ?::uuid OR new_owner_id = ?::uuid)",
                        row -> row.getLong(1),
                        tenant,
                        owner,
                        owner,
                        owner)
                .orElseThrow();
    }
}
