package dev.ose.server.tenant.jdbc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.server.database.Database;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds users by the id under which their platform names them. Results are cached: a platform never reuses such an id.
 */
public final class JdbcOwnerDirectory implements OwnerDirectory {

    private static final int REMEMBERED = 100_000;

    private final Database database;
    private final Cache<Key, Owner> known = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfterWrite(Duration.ofMinutes(15))
            .build();

    private record Key(PlatformId platform, String canonicalId) {}

    public JdbcOwnerDirectory(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Counterpart> findCounterpart(PlatformId platform, CanonicalId id) {
        return database.first(
                "SELECT c.platform_canonical_id, u.tenant_id, u.id FROM tenant_user u"
                        + " JOIN user_counterpart c ON c.of_user = u.id AND c.on_platform = ?"
                        + " WHERE u.canonical_id = ? AND c.platform_canonical_id IS NOT NULL AND u.removed_at IS NULL",
                row -> new Counterpart(
                        row.getString(1),
                        new TenantId(row.getObject(2, UUID.class)),
                        new UserId(row.getObject(3, UUID.class))),
                platform,
                id.value());
    }

    @Override
    public Optional<Owner> find(PlatformId platform, String platformCanonicalId) {
        Key key = new Key(platform, platformCanonicalId);
        Owner owner = known.getIfPresent(key);
        if (owner != null) {
            return Optional.of(owner);
        }
        Optional<Owner> found = database.first(
                "SELECT u.canonical_id, u.name FROM user_counterpart c JOIN tenant_user u ON u.id = c.of_user"
                        + " WHERE c.on_platform = ? AND c.platform_canonical_id = ? AND u.removed_at IS NULL",
                row -> new Owner(new CanonicalId(row.getString(1)), row.getString(2)),
                platform,
                platformCanonicalId);
        found.ifPresent(user -> known.put(key, user));
        return found;
    }
}
