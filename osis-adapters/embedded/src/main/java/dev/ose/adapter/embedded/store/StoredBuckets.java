package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.embedded.access.Acl;
import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.FileStore;
import dev.ose.s3.BucketName;
import dev.ose.s3.document.EncryptionConfiguration;
import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.permission.ObjectOwnership;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Buckets and their settings. Names are global on the platform. Thread-safe; blocks on PostgreSQL. */
public final class StoredBuckets {

    private static final int MAX_BUCKETS = 1000;

    private final StoreDatabase database;
    private final FileStore files;
    private final Clock clock;

    public StoredBuckets(StoreDatabase database, FileStore files, Clock clock) {
        this.database = database;
        this.files = files;
        this.clock = clock;
    }

    /** The bucket, of any owner. */
    public Optional<StoredBucket> find(BucketName name) {
        return database.read(connection -> Sql.first(
                connection,
                "select * from embedded_platform.bucket where name = ?",
                StoredBuckets::bucket,
                name.value()));
    }

    /**
     * Creates the bucket for the caller; false if the name is taken.
     *
     * @throws S3ErrorException if the tenant already has 1000 buckets
     */
    public boolean create(StoreCaller caller, BucketName name, EmbeddedNewBucket wanted) {
        return database.write(connection -> {
            requireRoom(connection, caller);
            return insert(connection, caller, name, wanted);
        });
    }

    /** Deletes the bucket and its incomplete uploads; {@code BucketNotEmpty} if it has a version. */
    public void delete(StoredBucket bucket) {
        List<FileId> released = database.write(connection -> {
            requireEmpty(connection, bucket);
            List<FileId> parts =
                    Sql.list(connection, """
                    delete from embedded_platform.upload_part p using embedded_platform.upload u
                    where u.bucket_id = ? and p.upload_id = u.upload_id returning p.file_id
                    """, row -> new FileId(row.getObject("file_id", UUID.class)), bucket.id());
            Sql.update(connection, "delete from embedded_platform.upload where bucket_id = ?", bucket.id());
            Sql.update(connection, "delete from embedded_platform.bucket where id = ?", bucket.id());
            return parts;
        });
        files.delete(released);
    }

    /** A page of the owner's buckets after the marker, sorted by name. */
    public List<StoredBucket> list(StoreOwner owner, String prefix, String marker, int limit) {
        return database.read(connection -> Sql.list(
                connection,
                "select * from embedded_platform.bucket where owner_id = ? and name > ? and starts_with(name, ?)"
                        + " order by name limit ?",
                StoredBuckets::bucket,
                owner.canonicalId(),
                marker,
                prefix,
                limit));
    }

    /**
     * Enables or suspends versioning; never {@link Versioning#OFF} again.
     *
     * @return false if Object Lock requires it to stay enabled
     */
    public boolean setVersioning(StoredBucket bucket, Versioning versioning) {
        int updated = database.write(connection -> Sql.update(
                connection,
                "update embedded_platform.bucket set versioning = ? where id = ? and (not lock_enabled or ? ="
                        + " 'ENABLED')",
                versioning.name(),
                bucket.id(),
                versioning.name()));
        return updated == 1;
    }

    /** The bucket's tags; empty if it never had any. */
    public SequencedMap<String, String> tags(StoredBucket bucket) {
        return database.read(connection -> Sql.first(
                        connection,
                        "select tags from embedded_platform.bucket where id = ?",
                        row -> Sql.map(row, "tags"),
                        bucket.id()))
                .orElseThrow(() -> new S3ErrorException(S3Error.noSuchBucket(bucket.name())));
    }

    /** Replaces the bucket's tags. */
    public void setTags(StoredBucket bucket, SequencedMap<String, String> tags) {
        database.write(connection -> Sql.update(
                connection, "update embedded_platform.bucket set tags = ? where id = ?", Sql.texts(tags), bucket.id()));
    }

    /** The bucket's cross-origin rules, as stored; empty if it has none. */
    public Optional<byte[]> cors(StoredBucket bucket) {
        return database.read(connection -> Sql.first(
                connection,
                "select cors from embedded_platform.bucket where id = ? and cors is not null",
                row -> row.getBytes("cors"),
                bucket.id()));
    }

    /** Replaces the bucket's cross-origin rules; null deletes them. */
    public void setCors(StoredBucket bucket, byte @Nullable [] document) {
        database.write(connection -> Sql.update(
                connection, "update embedded_platform.bucket set cors = ? where id = ?", document, bucket.id()));
    }

    /** Replaces the bucket's policy; null deletes it. */
    public void setPolicy(StoredBucket bucket, @Nullable String document) {
        database.write(connection -> Sql.update(
                connection, "update embedded_platform.bucket set policy = ? where id = ?", document, bucket.id()));
    }

    /** Replaces the bucket's default encryption; null deletes it. */
    public void setEncryption(StoredBucket bucket, @Nullable EncryptionConfiguration configuration) {
        database.write(connection -> Sql.update(
                connection,
                "update embedded_platform.bucket set encryption = ?, bucket_key = ?, blocked_encryption = ?"
                        + " where id = ?",
                EncryptionColumns.algorithm(configuration),
                EncryptionColumns.bucketKey(configuration),
                EncryptionColumns.blocked(configuration),
                bucket.id()));
    }

    /** Replaces the bucket's ACL. */
    public void setAcl(StoredBucket bucket, Acl acl) {
        set(bucket, "acl", AccessColumns.acl(acl));
    }

    /**
     * Replaces the bucket's ownership controls; null deletes them. False if ACLs would be disabled while the bucket's
     * ACL grants access to others.
     */
    public boolean setOwnership(StoredBucket bucket, @Nullable ObjectOwnership ownership) {
        return database.write(connection -> {
            boolean isOpen = Sql.first(
                            connection,
                            "select * from embedded_platform.bucket where id = ? for update",
                            StoredBuckets::bucket,
                            bucket.id())
                    .map(now -> !now.settings().access().acl().isPrivate())
                    .orElse(false);
            if (isOpen && ownership == ObjectOwnership.BUCKET_OWNER_ENFORCED) {
                return false;
            }
            Sql.update(
                    connection,
                    "update embedded_platform.bucket set ownership = ? where id = ?",
                    AccessColumns.ownership(ownership),
                    bucket.id());
            return true;
        });
    }

    /** Replaces the public access block; null deletes it. */
    public void setPublicAccessBlock(StoredBucket bucket, @Nullable PublicAccessBlock block) {
        set(bucket, "public_access_block", AccessColumns.block(block));
    }

    /** @param column a constant */
    private void set(StoredBucket bucket, String column, String @Nullable [] texts) {
        database.write(connection -> Sql.update(
                connection, "update embedded_platform.bucket set " + column + " = ? where id = ?", texts, bucket.id()));
    }

    private static void requireRoom(Connection connection, StoreCaller caller) throws SQLException {
        long count = Sql.first(
                        connection,
                        "select count(*) as buckets from embedded_platform.bucket where tenant_id = ?",
                        row -> row.getLong("buckets"),
                        caller.requireAccount().tenant().value())
                .orElse(0L);
        if (count >= MAX_BUCKETS) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.TOO_MANY_BUCKETS));
        }
    }

    private boolean insert(Connection connection, StoreCaller caller, BucketName name, EmbeddedNewBucket wanted)
            throws SQLException {
        return Sql.update(
                        connection,
                        """
                        insert into embedded_platform.bucket (
                            name, tenant_id, owner_id, owner_name, location, tags, lock_enabled, versioning,
                            ownership, acl, public_access_block, created_at)
                        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (name) do nothing
                        """,
                        name.value(),
                        caller.requireAccount().tenant().value(),
                        caller.owner().canonicalId(),
                        caller.owner().name(),
                        wanted.location(),
                        Sql.texts(wanted.tags()),
                        wanted.isLocked(),
                        (wanted.isLocked() ? Versioning.ENABLED : Versioning.OFF).name(),
                        AccessColumns.ownership(wanted.access().ownership()),
                        AccessColumns.acl(wanted.access().acl()),
                        AccessColumns.block(wanted.access().block()),
                        clock.instant().truncatedTo(ChronoUnit.MILLIS))
                == 1;
    }

    /** The lock on the bucket's row prevents new versions and uploads until the transaction ends. */
    private static void requireEmpty(Connection connection, StoredBucket bucket) throws SQLException {
        boolean exists = Sql.first(
                        connection,
                        "select id from embedded_platform.bucket where id = ? for update",
                        row -> row.getLong("id"),
                        bucket.id())
                .isPresent();
        if (!exists) {
            throw new S3ErrorException(S3Error.noSuchBucket(bucket.name()));
        }
        boolean used = Sql.first(
                        connection,
                        "select 1 as one from embedded_platform.object_version where bucket_id = ? limit 1",
                        row -> row.getInt("one"),
                        bucket.id())
                .isPresent();
        if (used) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.BUCKET_NOT_EMPTY)
                    .with("BucketName", bucket.name().value()));
        }
    }

    static StoredBucket bucket(ResultSet row) throws SQLException {
        return new StoredBucket(
                row.getLong("id"),
                new BucketName(row.getString("name")),
                new PlatformTenantId(row.getString("tenant_id")),
                new StoreOwner(row.getString("owner_id"), row.getString("owner_name")),
                row.getString("location"),
                Sql.instant(row, "created_at"),
                new EmbeddedBucketSettings(
                        Versioning.valueOf(row.getString("versioning")),
                        AccessColumns.bucket(row),
                        row.getString("policy"),
                        row.getString("lifecycle"),
                        BucketLock.of(row),
                        EncryptionColumns.bucket(row)));
    }
}
