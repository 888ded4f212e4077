package dev.ose.server.platform.jdbc;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.database.Database;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.PlatformStore;
import dev.ose.server.platform.RecordedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of platforms. */
public final class JdbcPlatformStore implements PlatformStore {

    private final Database database;

    public JdbcPlatformStore(Database database) {
        this.database = database;
    }

    @Override
    public Platform register(String name, PlatformInfo info) {
        String json = info.capabilities().stream()
                .map(Capability::name)
                .sorted()
                .collect(Collectors.joining("\",\"", "[\"", "\"]"))
                .replace("[\"\"]", "[]");
        int id = database.first(
                        """
                        INSERT INTO platform (name, kind, s3_endpoint, region, capabilities)
                        VALUES (?, ?, ?, ?, ?::jsonb)
                        ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, s3_endpoint = excluded.s3_endpoint,
                            region = excluded.region, capabilities = excluded.capabilities
                        WHERE platform.kind = excluded.kind
                            OR NOT (EXISTS (SELECT FROM tenant WHERE tenant.platform_id = platform.id)
                                OR EXISTS (
                                    SELECT FROM tenant_platform p WHERE p.platform_id = platform.id AND p.is_begun))
                        RETURNING id
                        """,
                        row -> row.getInt(1),
                        name,
                        info.kind(),
                        info.s3Endpoint().toString(),
                        info.region(),
                        json)
                .orElseThrow(() -> new FailureException(new Failure.Invalid(
                        "platform",
                        "tenants of this database have a platform " + name + " of another kind than " + info.kind())));
        return new Platform(
                new PlatformId(id), name, info.s3Endpoint(), info.region(), info.capabilities(), info.quirks());
    }

    @Override
    public List<RecordedPlatform> recorded() {
        return database.all(
                """
                SELECT p.id, p.name, p.s3_endpoint, EXISTS (SELECT FROM tenant t WHERE t.platform_id = p.id)
                    OR EXISTS (SELECT FROM tenant_platform t WHERE t.platform_id = p.id AND t.is_begun)
                FROM platform p ORDER BY p.name
                """,
                row -> new RecordedPlatform(
                        new PlatformId(row.getInt(1)),
                        row.getString(2),
                        URI.create(row.getString(3)),
                        row.getBoolean(4)));
    }

    @Override
    public List<PlatformUserId> someUsers(PlatformId platform) {
        return database.all("""
                SELECT c.platform_user_id FROM user_counterpart c JOIN tenant_user u ON u.id = c.of_user
                WHERE c.on_platform = ? AND u.removed_at IS NULL
                ORDER BY u.created_at LIMIT 10
                """, row -> new PlatformUserId(row.getString(1)), platform);
    }
}
