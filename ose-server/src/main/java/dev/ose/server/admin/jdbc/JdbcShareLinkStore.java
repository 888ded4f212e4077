package dev.ose.server.admin.jdbc;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.link.LinkedObject;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.access.link.ShareLinkId;
import dev.ose.server.admin.access.link.ShareLinkStore;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Links in the table {@code share_link}. */
public final class JdbcShareLinkStore implements ShareLinkStore {

    /** The state of a link. */
    public static final String STATE = "(CASE WHEN l.revoked_at IS NOT NULL THEN 'REVOKED'"
            + " WHEN l.expires_at <= now() THEN 'EXPIRED' WHEN l.uses >= l.max_uses THEN 'EXHAUSTED'"
            + " ELSE 'ACTIVE' END COLLATE \"C\")";

    /** What {@link #read} reads. */
    public static final String COLUMNS = "l.id, l.tenant_id, l.user_id, u.name, l.bucket_id, l.bucket, l.key,"
            + " l.version_id, l.created_at, l.expires_at, l.password_hash IS NOT NULL, l.max_uses, " + STATE
            + ", l.uses, l.used_at, l.revoked_at";

    /** Where {@link #COLUMNS} are. */
    public static final String FROM =
            "share_link l JOIN tenant_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id";

    private static final String HASH = "l.password_hash";
    private static final int HASH_COLUMN = 17;

    private static final String IS_GOOD =
            "revoked_at IS NULL AND expires_at > now() AND (max_uses IS NULL OR uses < max_uses)";

    private static final String ADD = "WITH l AS (INSERT INTO share_link (tenant_id, user_id, digest, bucket_id,"
            + " bucket, key, version_id, expires_at, password_hash, max_uses) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " RETURNING *) SELECT " + COLUMNS
            + " FROM l JOIN tenant_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id";

    private final Database database;

    public JdbcShareLinkStore(Database database) {
        this.database = database;
    }

    @Override
    public ShareLink add(Owner owner, String digest, Draft draft, int most) {
        LinkedObject object = draft.object();
        @Nullable VersionId version = object.version();
        @Nullable PasswordHash hash = draft.hash();
        return database.transact(connection -> {
            requireRoom(connection, owner, most);
            return Database.first(
                            connection,
                            ADD,
                            JdbcShareLinkStore::read,
                            owner.tenant(),
                            owner.user(),
                            digest,
                            object.bucketId().value(),
                            object.bucket().value(),
                            object.key().value(),
                            version == null ? null : version.value(),
                            draft.expiresAt(),
                            hash == null ? null : hash.encoded(),
                            draft.maxUses())
                    .orElseThrow();
        });
    }

    /** Locks the user, so that requests at once do not exceed the limit together. */
    private static void requireRoom(Connection connection, Owner owner, int most) throws SQLException {
        String name = Database.first(
                        connection,
                        "SELECT name FROM tenant_user WHERE tenant_id = ? AND id = ? FOR NO KEY UPDATE",
                        row -> row.getString(1),
                        owner.tenant(),
                        owner.user())
                .orElseThrow(() -> new FailureException(
                        new Failure.NotFound("user", owner.user().toString())));
        long present = Database.first(
                        connection,
                        "SELECT count(*) FROM share_link WHERE tenant_id = ? AND user_id = ? AND " + IS_GOOD,
                        row -> row.getLong(1),
                        owner.tenant(),
                        owner.user())
                .orElseThrow();
        if (present >= most) {
            throw new FailureException(new Failure.WrongState("user", name, "the user of " + most + " links"));
        }
    }

    @Override
    public Optional<Shown> find(String digest) {
        return database.first(
                "SELECT " + COLUMNS + ", " + HASH + " FROM " + FROM + " WHERE l.digest = ?",
                row -> {
                    @Nullable String hash = row.getString(HASH_COLUMN);
                    return new Shown(read(row), hash == null ? null : new PasswordHash(hash));
                },
                digest);
    }

    @Override
    public Optional<ShareLink> find(TenantId tenant, ShareLinkId link) {
        return database.first(
                "SELECT " + COLUMNS + " FROM " + FROM + " WHERE l.tenant_id = ? AND l.id = ?",
                JdbcShareLinkStore::read,
                tenant,
                link.value());
    }

    @Override
    public boolean use(ShareLinkId link) {
        return database.update(
                        "UPDATE share_link SET uses = uses + 1, used_at = now() WHERE id = ? AND " + IS_GOOD,
                        link.value())
                == 1;
    }

    @Override
    public void revoke(TenantId tenant, ShareLinkId link) {
        database.update(
                "UPDATE share_link SET revoked_at = now() WHERE tenant_id = ? AND id = ? AND revoked_at IS NULL",
                tenant,
                link.value());
    }

    @Override
    public int forget(Duration kept) {
        long seconds = kept.toSeconds();
        return database.update(
                "DELETE FROM share_link WHERE expires_at < now() - ? * interval '1 second'"
                        + " OR revoked_at < now() - ? * interval '1 second'"
                        + " OR (uses >= max_uses AND used_at < now() - ? * interval '1 second')",
                seconds,
                seconds,
                seconds);
    }

    /** Reads a row of the columns. */
    public static ShareLink read(ResultSet row) throws SQLException {
        return new ShareLink(
                new ShareLinkId(row.getObject(1, UUID.class)),
                new TenantId(row.getObject(2, UUID.class)),
                new UserId(row.getObject(3, UUID.class)),
                row.getString(4),
                object(row),
                new ShareLink.Terms(
                        RowMappers.instant(row, 9),
                        RowMappers.instant(row, 10),
                        row.getBoolean(11),
                        row.getObject(12, Integer.class)),
                new ShareLink.Uses(
                        ShareLink.State.valueOf(row.getString(13)),
                        row.getLong(14),
                        RowMappers.instantOrNull(row, 15),
                        RowMappers.instantOrNull(row, 16)));
    }

    private static LinkedObject object(ResultSet row) throws SQLException {
        @Nullable String version = row.getString(8);
        return new LinkedObject(
                new BucketId(row.getLong(5)),
                BucketName.parse(row.getString(6)).orElseThrow(),
                ObjectKey.parse(row.getString(7)).orElseThrow(),
                version == null ? null : VersionId.parse(version).orElseThrow());
    }
}
