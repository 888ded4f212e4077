package dev.ose.server.platform.jdbc;

import dev.ose.adapter.Capability;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.probe.CheckResult;
import dev.ose.server.platform.probe.ProbeRecord;
import dev.ose.server.platform.probe.ProbeResult;
import dev.ose.server.platform.probe.ProbeStore;
import dev.ose.server.platform.probe.ProbedPlatform;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Rows of probes, one for each platform. */
public final class JdbcProbeStore implements ProbeStore {

    private static final String COLUMNS =
            "mark, requested_at, coalesce(lease_until > now(), false), finished_at, s3_endpoint, version, problem,"
                    + " ARRAY(SELECT key || '=' || value FROM jsonb_each_text(results))";

    private static final String FIND = "SELECT " + COLUMNS + " FROM platform_probe WHERE platform_id = ?";

    private static final String OPEN = "INSERT INTO platform_probe (platform_id) VALUES (?) ON CONFLICT DO NOTHING";

    private static final String REQUEST =
            "UPDATE platform_probe SET requested_at = coalesce(requested_at, now()) WHERE platform_id = ?";

    private static final String CLAIM = """
            UPDATE platform_probe SET lease_until = now() + interval '10 minutes', requested_at = NULL,
                checks_version = ?
            WHERE platform_id = ? AND coalesce(lease_until <= now(), true)
                AND (requested_at IS NOT NULL OR (? AND (finished_at IS NULL OR s3_endpoint <> ? OR version <> ?
                    OR checks_version <> ?
                    OR (problem <> '' AND finished_at < now() - interval '15 minutes'))))
            RETURNING %s
            """.formatted(COLUMNS);

    private static final String FINISH = """
            UPDATE platform_probe SET lease_until = NULL, finished_at = now(), s3_endpoint = ?, version = ?,
                problem = ?,
                results = ?::jsonb
            WHERE platform_id = ?
            """;

    private final Database database;

    public JdbcProbeStore(Database database) {
        this.database = database;
    }

    @Override
    public ProbeRecord open(PlatformId platform) {
        return find(platform).orElseGet(() -> {
            database.update(OPEN, platform);
            return find(platform).orElseThrow();
        });
    }

    @Override
    public ProbeRecord request(PlatformId platform) {
        open(platform);
        database.update(REQUEST, platform);
        return open(platform);
    }

    private Optional<ProbeRecord> find(PlatformId platform) {
        return database.first(FIND, JdbcProbeStore::read, platform);
    }

    @Override
    public Optional<ProbeRecord> claim(PlatformId platform, ProbedPlatform now, int checksVersion, boolean unasked) {
        return database.first(
                CLAIM,
                JdbcProbeStore::read,
                checksVersion,
                platform,
                unasked,
                now.endpoint().toString(),
                now.version(),
                checksVersion);
    }

    @Override
    public void finish(PlatformId platform, ProbedPlatform subject, ProbeResult findings) {
        String json = findings.results().entrySet().stream()
                .map(entry -> "\"" + entry.getKey().name() + "\":\""
                        + entry.getValue().name() + '"')
                .collect(Collectors.joining(",", "{", "}"));
        database.update(FINISH, subject.endpoint().toString(), subject.version(), findings.problem(), json, platform);
    }

    private static ProbeRecord read(ResultSet row) throws SQLException {
        String endpoint = row.getString(5);
        return new ProbeRecord(
                row.getObject(1, UUID.class),
                RowMappers.instantOrNull(row, 2),
                row.getBoolean(3),
                RowMappers.instantOrNull(row, 4),
                endpoint == null ? null : new ProbedPlatform(URI.create(endpoint), row.getString(6)),
                new ProbeResult(results((String[]) row.getArray(8).getArray()), row.getString(7)));
    }

    /** Skips capabilities that this version of OSE does not know. */
    private static Map<Capability, CheckResult> results(String[] rows) {
        Map<Capability, CheckResult> results = new EnumMap<>(Capability.class);
        for (Capability capability : Capability.values()) {
            for (CheckResult result : CheckResult.values()) {
                if (Arrays.asList(rows).contains(capability.name() + '=' + result.name())) {
                    results.put(capability, result);
                }
            }
        }
        return results;
    }
}
