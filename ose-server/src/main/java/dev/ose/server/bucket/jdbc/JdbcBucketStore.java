package dev.ose.server.bucket.jdbc;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.EndingClaim;
import dev.ose.server.bucket.StaleBucketClaim;
import dev.ose.server.bucket.UndoableCreation;
import dev.ose.server.catalog.jdbc.DeletedBucketRows;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link BucketStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcBucketStore implements BucketStore {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcBucketStore.class);

    private static final int MAX_PAGE = 10_001;
    /** Longer than the timeout of a platform request. Not needed for correctness; it only affects waiting times. */
    private static final String BUSY_UNTIL = "now() + interval '5 minutes'";

    /** Condition that the stale claim is still held by this hold. */
    private static final String IS_STILL_TAKEN =
            " WHERE tenant_id = ? AND id = ? AND state = 'CREATING' AND claims = 0 AND busy_until = ?";

    /** Condition that the claim is still being given up. */
    private static final String IS_ENDING =
            " WHERE tenant_id = ? AND id = ? AND state = 'CREATING' AND claims = 0 AND undo_id = ?";

    private static final String STATE_OF_ROW = "SELECT id, tenant_id, owner_id, state,"
            + " coalesce(busy_until > now(), false), claims = 0 AND undo_id IS NOT NULL, platform_id FROM bucket";

    /** Records the deletion for the cleanup. */
    private static final String REMOVE = """
            WITH gone AS (
                DELETE FROM bucket WHERE tenant_id = ? AND id = ? AND deletion_id = ? RETURNING id, tenant_id, name
            )
            INSERT INTO deleted_bucket (id, tenant_id, name) SELECT id, tenant_id, name FROM gone RETURNING name
            """;

    /** If versioning was unknown, existing versions are not counted yet: request a sync run. */
    private static final String NOTE_VERSIONS = """
            WITH known AS (
                SELECT id, tenant_id, may_have_versions FROM bucket
                WHERE id = ? AND may_have_versions IS NOT TRUE FOR NO KEY UPDATE
            ), noted AS (
                UPDATE bucket b SET may_have_versions = true FROM known k WHERE b.id = k.id
            )
            INSERT INTO sync_run (tenant_id, bucket_id)
            SELECT tenant_id, id FROM known WHERE may_have_versions IS NULL ON CONFLICT DO NOTHING
            """;

    /** Only to a bucket of the same owner, which is checked again for each delivery. */
    private static final String LOG_TO = """
            UPDATE bucket b SET log_target = ?, log_prefix = ?, log_keys = ?
            WHERE tenant_id = ? AND id = ? AND EXISTS (
                SELECT FROM bucket t
                WHERE t.platform_id = b.platform_id AND t.name = ? AND t.state <> 'CREATING'
                    AND t.tenant_id = b.tenant_id AND t.owner_id = b.owner_id)
            RETURNING name
            """;

    private final Database database;
    private final DeletedBucketRows gone;
    private final Consumer<BucketName> refresh;

    /**
     * Takes its parts.
     *
     * @param refresh drops what this node's directory knows of a name; does not block
     */
    public JdbcBucketStore(Database database, Consumer<BucketName> refresh) {
        this.database = database;
        this.gone = new DeletedBucketRows(database);
        this.refresh = refresh;
    }

    /** Runs a statement on one bucket, which returns its name; whether there was one to change. */
    private boolean change(String returningName, @Nullable Object... parameters) {
        Optional<BucketName> name = database.first(returningName, row -> new BucketName(row.getString(1)), parameters);
        // Before the client is answered: the database's notification may come after its next request.
        name.ifPresent(refresh);
        return name.isPresent();
    }

    @Override
    public BucketClaim claim(TenantId tenant, UserId owner, PlatformId platform, BucketName name, String region) {
        return database.transact(connection -> {
            if (!JdbcUserStore.hold(connection, tenant, owner)) {
                throw new FailureException(new Failure.CallerDisabled());
            }
            Optional<BucketClaim> fresh = Database.first(
                    connection,
                    "INSERT INTO bucket (tenant_id, owner_id, platform_id, name, region, busy_until)"
                            + " VALUES (?, ?, ?, ?, ?, " + BUSY_UNTIL
                            + ") ON CONFLICT DO NOTHING RETURNING id",
                    row -> new BucketClaim(new BucketId(row.getLong(1)), BucketClaim.Kind.NEW),
                    tenant,
                    owner,
                    platform,
                    name,
                    region);
            if (fresh.isEmpty()) {
                return takePart(connection, tenant, owner, platform, name);
            }
            JdbcQuotaStore.requireRoomForBucket(connection, tenant, owner);
            return fresh.get();
        });
    }

    /** The name is taken, on whichever platform. */
    private static BucketClaim takePart(
            Connection connection, TenantId tenant, UserId owner, PlatformId platform, BucketName name)
            throws SQLException {
        // Deleted since the insert: a deletion was under way.
        Row row = Database.first(connection, STATE_OF_ROW + " WHERE name = ? FOR UPDATE", Row::of, name)
                .orElseThrow(() -> busy(name));
        if (!row.tenant().equals(tenant)) {
            throw new FailureException(new Failure.BucketTaken(name.value()));
        }
        if (!row.platform().equals(platform)) {
            // A request to this platform would create another bucket of the name.
            throw row.state().equals("CREATING")
                    ? busy(name)
                    : new FailureException(new Failure.BucketTaken(name.value()));
        }
        return switch (row.state()) {
            case "CREATING" -> {
                boolean isOwners = row.owner().equals(owner);
                if (row.isBusy() && (!isOwners || row.isEnding())) {
                    // Whichever user the platform gives it to, it could be accounted to the other.
                    throw busy(name);
                }
                // Expired claims do not count.
                Database.update(
                        connection,
                        "UPDATE bucket SET claims = CASE WHEN busy_until > now() THEN claims + 1 ELSE 1 END,"
                                + " owner_id = ?, undo_id = NULL, busy_until = " + BUSY_UNTIL + " WHERE id = ?",
                        owner,
                        row.id());
                if (!isOwners) {
                    JdbcQuotaStore.requireRoomForBucket(connection, tenant, owner);
                }
                yield new BucketClaim(row.id(), row.isBusy() ? BucketClaim.Kind.SHARED : BucketClaim.Kind.TAKEN_OVER);
            }
            case "DELETING" -> {
                if (row.isBusy()) {
                    throw busy(name);
                }
                yield keep(connection, row);
            }
            default -> keep(connection, row);
        };
    }

    private static BucketClaim keep(Connection connection, Row row) throws SQLException {
        Database.update(connection, "UPDATE bucket SET undo_id = NULL WHERE id = ? AND undo_id IS NOT NULL", row.id());
        return new BucketClaim(row.id(), BucketClaim.Kind.KEPT);
    }

    private static FailureException busy(BucketName name) {
        return new FailureException(new Failure.BucketBusy(name.value()));
    }

    @Override
    public Optional<UndoableCreation> makeUndoable(TenantId tenant, BucketClaim claim) {
        UndoableCreation creation = new UndoableCreation(claim.bucket(), UUID.randomUUID());
        int marked = database.update(
                "UPDATE bucket SET undo_id = ? WHERE tenant_id = ? AND id = ? AND state = 'CREATING' AND claims = 1",
                creation.id(),
                tenant,
                claim.bucket());
        return marked == 1 ? Optional.of(creation) : Optional.empty();
    }

    @Override
    public boolean confirm(TenantId tenant, UserId owner, BucketId bucket) {
        return change("""
                UPDATE bucket SET state = 'ACTIVE', claims = 0, deletion_id = NULL, busy_until = NULL,
                    owner_id = CASE state WHEN 'CREATING' THEN ? ELSE owner_id END
                WHERE tenant_id = ? AND id = ? RETURNING name
                """, owner, tenant, bucket);
    }

    @Override
    public void abandon(TenantId tenant, BucketClaim claim) {
        if (claim.isKept()) {
            return;
        }
        database.transact(connection -> {
            boolean isLast = giveBack(connection, tenant, claim);
            if (isLast) {
                Database.update(connection, "DELETE FROM bucket WHERE id = ?", claim.bucket());
            }
            return isLast;
        });
    }

    /** Whether no claim is left. */
    private static boolean giveBack(Connection connection, TenantId tenant, BucketClaim claim) throws SQLException {
        Optional<Integer> left = Database.first(connection, """
                UPDATE bucket SET claims = claims - 1
                WHERE tenant_id = ? AND id = ? AND state = 'CREATING' AND claims > 0 RETURNING claims
                """, row -> row.getInt(1), tenant, claim.bucket());
        return left.isPresent() && left.get() == 0;
    }

    @Override
    public Optional<EndingClaim> beginAbandon(TenantId tenant, BucketClaim claim) {
        if (claim.isKept()) {
            return Optional.empty();
        }
        EndingClaim ending = new EndingClaim(claim.bucket(), UUID.randomUUID());
        return database.transact(connection -> {
            if (!giveBack(connection, tenant, claim)) {
                return Optional.empty();
            }
            Database.update(
                    connection,
                    "UPDATE bucket SET undo_id = ?, busy_until = " + BUSY_UNTIL + " WHERE id = ?",
                    ending.id(),
                    claim.bucket());
            return Optional.of(ending);
        });
    }

    @Override
    public Optional<EndingClaim> beginAbandon(StaleBucketClaim claim) {
        EndingClaim ending = new EndingClaim(claim.bucket(), UUID.randomUUID());
        int begun = database.update(
                "UPDATE bucket SET undo_id = ?" + IS_STILL_TAKEN,
                ending.id(),
                claim.tenant(),
                claim.bucket(),
                claim.until());
        return begun == 1 ? Optional.of(ending) : Optional.empty();
    }

    @Override
    public void completeAbandon(TenantId tenant, EndingClaim claim) {
        database.update("DELETE FROM bucket" + IS_ENDING, tenant, claim.bucket(), claim.id());
    }

    @Override
    public void cancelAbandon(TenantId tenant, EndingClaim claim) {
        database.update(
                "UPDATE bucket SET undo_id = NULL, busy_until = now()" + IS_ENDING, tenant, claim.bucket(), claim.id());
    }

    @Override
    public Optional<StaleBucketClaim> takeLeftClaim(Duration age) {
        // Sets the claims to zero, so that a concurrent request's claim is the only one.
        return database.first(
                "UPDATE bucket SET claims = 0, undo_id = NULL, busy_until = " + BUSY_UNTIL + """
                 WHERE id = (
                    SELECT id FROM bucket WHERE state = 'CREATING' AND busy_until < now() - make_interval(secs => ?)
                    ORDER BY busy_until LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING tenant_id, id, owner_id, busy_until
                """,
                row -> new StaleBucketClaim(
                        new TenantId(row.getObject(1, UUID.class)),
                        new BucketId(row.getLong(2)),
                        new UserId(row.getObject(3, UUID.class)),
                        RowMappers.instant(row, 4)),
                age.toSeconds());
    }

    @Override
    public boolean confirmLeft(StaleBucketClaim claim) {
        return change(
                "UPDATE bucket SET state = 'ACTIVE', busy_until = NULL" + IS_STILL_TAKEN + " RETURNING name",
                claim.tenant(),
                claim.bucket(),
                claim.until());
    }

    @Override
    public void abandonLeft(StaleBucketClaim claim) {
        database.update("DELETE FROM bucket" + IS_STILL_TAKEN, claim.tenant(), claim.bucket(), claim.until());
    }

    @Override
    public BucketDeletion beginDeletion(TenantId tenant, Bucket bucket) {
        BucketDeletion deletion = new BucketDeletion(bucket.id(), UUID.randomUUID());
        return database.transact(connection -> {
            Row row = Database.first(
                            connection,
                            STATE_OF_ROW + " WHERE tenant_id = ? AND id = ? FOR UPDATE",
                            Row::of,
                            tenant,
                            bucket.id())
                    .orElseThrow(() -> new FailureException(
                            new Failure.BucketMissing(bucket.name().value())));
            if (row.state().equals("DELETING") && row.isBusy()) {
                throw busy(bucket.name());
            }
            Database.update(
                    connection,
                    "UPDATE bucket SET state = 'DELETING', deletion_id = ?, busy_until = " + BUSY_UNTIL
                            + " WHERE id = ?",
                    deletion.id(),
                    bucket.id());
            return deletion;
        });
    }

    @Override
    public Optional<BucketDeletion> beginUndo(TenantId tenant, UndoableCreation creation) {
        BucketDeletion deletion = new BucketDeletion(creation.bucket(), UUID.randomUUID());
        int begun = database.update(
                "UPDATE bucket SET state = 'DELETING', deletion_id = ?, busy_until = " + BUSY_UNTIL
                        + " WHERE tenant_id = ? AND id = ? AND undo_id = ? AND state = 'ACTIVE'",
                deletion.id(),
                tenant,
                creation.bucket(),
                creation.id());
        return begun == 1 ? Optional.of(deletion) : Optional.empty();
    }

    @Override
    public boolean completeDeletion(TenantId tenant, BucketDeletion deletion) {
        boolean isRemoved = change(REMOVE, tenant, deletion.bucket(), deletion.id());
        if (isRemoved) {
            try {
                gone.forget(deletion.bucket());
            } catch (FailureException later) {
                // The bucket is deleted all the same; the cleanup of deleted buckets finds its rows.
                LOG.atDebug()
                        .addKeyValue("bucket", deletion.bucket().value())
                        .setCause(later)
                        .log("cleanup of a deleted bucket is left for later");
            }
        }
        return isRemoved;
    }

    @Override
    public void cancelDeletion(TenantId tenant, BucketDeletion deletion) {
        database.update("""
                UPDATE bucket SET state = 'ACTIVE', deletion_id = NULL, busy_until = NULL
                WHERE tenant_id = ? AND id = ? AND deletion_id = ?
                """, tenant, deletion.bucket(), deletion.id());
    }

    @Override
    public void noteVersions(BucketId bucket) {
        database.update(NOTE_VERSIONS, bucket);
    }

    @Override
    public void observeVersions(BucketId bucket) {
        try {
            noteVersions(bucket);
        } catch (FailureException later) {
            LOG.atDebug()
                    .addKeyValue("bucket", bucket.value())
                    .setCause(later)
                    .log("versions of a bucket are recorded by the next write");
        }
    }

    @Override
    public boolean setLogging(TenantId tenant, BucketId bucket, @Nullable BucketLogging logging) {
        if (logging == null) {
            return change(
                    "UPDATE bucket SET log_target = NULL, log_prefix = NULL, log_keys = NULL"
                            + " WHERE tenant_id = ? AND id = ? RETURNING name",
                    tenant,
                    bucket);
        }
        return change(
                LOG_TO, logging.target(), logging.prefix(), logging.format().name(), tenant, bucket, logging.target());
    }

    @Override
    public Optional<Holder> holder(BucketName name) {
        return database.first(
                "SELECT tenant_id, platform_id FROM bucket WHERE name = ?",
                row -> new Holder(new TenantId(row.getObject(1, UUID.class)), new PlatformId(row.getInt(2))),
                name);
    }

    @Override
    public List<Bucket> listOwned(
            TenantId tenant, UserId owner, String region, String prefix, String after, int limit) {
        return database.all(
                "SELECT " + RowMappers.BUCKET
                        + " FROM bucket WHERE tenant_id = ? AND owner_id = ? AND state <> 'CREATING'"
                        + " AND ? IN ('', region) AND starts_with(name, ?) AND name > ? ORDER BY name LIMIT ?",
                RowMappers::bucket,
                tenant,
                owner,
                region,
                prefix,
                after,
                Math.clamp(limit, 1, MAX_PAGE));
    }

    private record Row(
            BucketId id,
            TenantId tenant,
            UserId owner,
            String state,
            boolean isBusy,
            boolean isEnding,
            PlatformId platform) {

        static Row of(ResultSet row) throws SQLException {
            return new Row(
                    new BucketId(row.getLong(1)),
                    new TenantId(row.getObject(2, UUID.class)),
                    new UserId(row.getObject(3, UUID.class)),
                    row.getString(4),
                    row.getBoolean(5),
                    row.getBoolean(6),
                    new PlatformId(row.getInt(7)));
        }
    }
}
