package dev.ose.server.tenant.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.ReconciliationRuns;
import dev.ose.server.tenant.UserId;
import java.sql.Array;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of the scheduled reconciliation as a single row. */
public final class JdbcReconciliationRuns implements ReconciliationRuns {

    private static final String BEGIN = """
            UPDATE reconciliation_run SET started_at = now(), finished_at = NULL, position = NULL,
                checked = 0, found = 0, repaired = 0, problem = '', waiting_since = NULL,
                skipped_platforms = '{}', skipped = 0
            WHERE lease_until <= now() AND (started_at IS NULL
                OR finished_at IS NOT NULL AND started_at <= now() - make_interval(secs => ?))
            """;

    private static final String TAKE = """
            UPDATE reconciliation_run SET lease = lease + 1, lease_until = now() + make_interval(secs => ?)
            WHERE lease_until <= now() AND started_at IS NOT NULL AND finished_at IS NULL
            RETURNING lease, position, skipped_platforms,
                coalesce(extract(epoch FROM now() - waiting_since), 0)::bigint
            """;

    private static final String ADVANCE = """
            UPDATE reconciliation_run SET checked = checked + ?, found = found + ?, repaired = repaired + ?,
                problem = '', waiting_since = NULL, skipped_platforms = ?::int[], skipped = skipped + ?,
                position = ?::uuid, finished_at = CASE WHEN ?::uuid IS NULL THEN now() END,
                lease_until = CASE WHEN ?::uuid IS NULL THEN now() ELSE now() + make_interval(secs => ?) END
            WHERE lease = ? AND finished_at IS NULL
            """;

    private final Database database;

    public JdbcReconciliationRuns(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Claim> claim(Duration interval, Duration lease) {
        return database.transact(connection -> {
            Database.update(connection, BEGIN, interval.toSeconds());
            return Database.first(
                    connection,
                    TAKE,
                    row -> new Claim(
                            row.getLong(1),
                            user(row.getObject(2, UUID.class)),
                            platforms(row.getArray(3)),
                            Duration.ofSeconds(row.getLong(4))),
                    lease.toSeconds());
        });
    }

    private static Set<PlatformId> platforms(Array ids) throws SQLException {
        return Stream.of((Integer[]) ids.getArray()).map(PlatformId::new).collect(Collectors.toSet());
    }

    private static @Nullable UserId user(@Nullable UUID id) {
        return id == null ? null : new UserId(id);
    }

    @Override
    public boolean advance(Claim claim, Page page, Duration lease) {
        return database.update(
                        ADVANCE,
                        page.checked(),
                        page.found(),
                        page.repaired(),
                        page.skippedPlatforms().stream()
                                .map(PlatformId::toString)
                                .collect(Collectors.joining(",", "{", "}")),
                        page.skipped(),
                        page.next(),
                        page.next(),
                        page.next(),
                        lease.toSeconds(),
                        claim.lease())
                == 1;
    }

    @Override
    public void postpone(Claim claim, String problem, Duration pause) {
        database.update(
                "UPDATE reconciliation_run SET problem = ?,"
                        + " waiting_since = CASE WHEN ? = '' THEN waiting_since"
                        + " ELSE coalesce(waiting_since, now()) END,"
                        + " lease_until = now() + make_interval(secs => ?) WHERE lease = ? AND finished_at IS NULL",
                problem,
                problem,
                pause.toSeconds(),
                claim.lease());
    }

    @Override
    public Optional<Run> last() {
        return database.first(
                "SELECT started_at, finished_at, checked, found, repaired, problem, skipped,"
                        + " ARRAY(SELECT name FROM platform WHERE id = ANY (skipped_platforms) ORDER BY name)"
                        + " FROM reconciliation_run"
                        + " WHERE started_at IS NOT NULL",
                row -> new Run(
                        RowMappers.instant(row, 1),
                        RowMappers.instantOrNull(row, 2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getString(6),
                        List.of((String[]) row.getArray(8).getArray()),
                        row.getLong(7)));
    }
}
