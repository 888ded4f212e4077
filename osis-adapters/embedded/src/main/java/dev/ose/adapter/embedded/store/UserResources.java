package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUserId;
import java.util.List;
import java.util.Optional;

/** Buckets and usage of users, for administration. Each call counts rows. Thread-safe; blocks on PostgreSQL. */
public final class UserResources {

    private final StoreDatabase database;

    public UserResources(StoreDatabase database) {
        this.database = database;
    }

    /** The usage of the user's buckets, without delete markers; empty if there is no such user. */
    public Optional<PlatformUsage> usage(PlatformUserId user) {
        return database.read(connection -> Sql.first(
                connection, """
                select count(v.bucket_id) as objects, coalesce(sum(v.size_bytes), 0)::bigint as bytes
                from embedded_platform.platform_user u
                left join embedded_platform.bucket b on b.owner_id = u.canonical_id
                left join embedded_platform.object_version v on v.bucket_id = b.id and not v.is_delete_marker
                where u.id = ? group by u.id
                """, row -> new PlatformUsage(row.getLong("objects"), row.getLong("bytes")), user.value()));
    }

    /** Transfers the bucket to another user of its tenant; returns whether that user owns it now. */
    public boolean transfer(PlatformUserId from, PlatformUserId to, String bucket) {
        return database.write(connection -> {
            Sql.update(connection, """
                    update embedded_platform.bucket b set owner_id = t.canonical_id, owner_name = t.name
                    from embedded_platform.platform_user f, embedded_platform.platform_user t
                    where b.name = ? and f.id = ? and t.id = ? and f.tenant_id = t.tenant_id
                        and b.owner_id = f.canonical_id
                    """, bucket, from.value(), to.value());
            return Sql.first(connection, """
                            select b.id from embedded_platform.bucket b
                            join embedded_platform.platform_user t on t.canonical_id = b.owner_id
                            where b.name = ? and t.id = ?
                            """, row -> row.getLong("id"), bucket, to.value())
                    .isPresent();
        });
    }

    /** A page of the user's buckets after {@code after}, sorted by name. */
    public List<PlatformBucket> buckets(PlatformUserId user, String after, int limit) {
        return database.read(connection -> Sql.list(
                connection,
                """
                select b.name, b.created_at from embedded_platform.platform_user u
                join embedded_platform.bucket b on b.owner_id = u.canonical_id
                where u.id = ? and b.name > ? order by b.name limit ?
                """,
                row -> new PlatformBucket(row.getString("name"), user, Sql.instant(row, "created_at")),
                user.value(),
                after,
                limit));
    }
}
