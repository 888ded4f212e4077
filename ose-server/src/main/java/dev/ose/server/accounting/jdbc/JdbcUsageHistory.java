package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.usage.UsageHistory;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@link UsageHistory} from the tables {@code stored_hour}, {@code stored_tenant_hour} and {@code metered_hour},
 * without hours ahead of the database's clock, which was set back after they were recorded. A page of all tenants reads
 * the hours of as many tenants as can be on it, so that its cost is that of a page. Thread-safe.
 */
public final class JdbcUsageHistory implements UsageHistory {

    private static final int MAX_TENANTS_AT_ONCE = 500;
    /** How many users or buckets of a tenant are assumed to have a row. */
    private static final int PARTS = 8;

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /** The next tenants that have rows; each step is a look-up in two indexes. */
    private static final String TENANTS = """
            WITH RECURSIVE known (id) AS (
                %s
                UNION ALL
                SELECT (%s) FROM known WHERE known.id IS NOT NULL
            )
            SELECT id FROM known WHERE id IS NOT NULL LIMIT ?
            """.formatted(next("?", true), next("known.id", false));

    private static final String REQUESTS = Arrays.stream(Category.values())
            .map(category ->
                    "coalesce(sum(requests) FILTER (WHERE category = '%1$s'), 0)::bigint AS n_%1$s".formatted(category))
            .collect(Collectors.joining(", "));

    private static final String COUNTS = Arrays.stream(Category.values())
            .map(category -> "coalesce(m.n_" + category + ", 0)")
            .collect(Collectors.joining(", "));

    private static final int COUNTS_AT = 11;

    /** Nodes write requests every ten seconds. */
    private static final String COVERAGE = """
            SELECT count(*) FILTER (WHERE hour < ?), count(*) FILTER (WHERE hour < ? AND is_filled),
                coalesce(bool_or(hour >= ?), false) AND now() >= ?::timestamptz + interval '5 minutes',
                ?::timestamptz >= (SELECT deleted_before FROM metered_retention)
            FROM stored_snapshot WHERE hour >= ? AND hour <= now()
            """;

    private final Database database;

    public JdbcUsageHistory(Database database) {
        this.database = database;
    }

    private static String next(String from, boolean isInclusive) {
        String one = "(SELECT tenant_id FROM %s WHERE tenant_id " + (isInclusive ? ">=" : ">") + " " + from
                + " ORDER BY tenant_id LIMIT 1)";
        return "(SELECT tenant_id FROM (" + one.formatted("stored_tenant_hour") + " UNION ALL "
                + one.formatted("metered_hour") + ") found ORDER BY tenant_id LIMIT 1)";
    }

    @Override
    public List<Period> read(Question question) {
        return database.query(connection -> read(connection, question));
    }

    @Override
    public Covered readCovered(Question question) {
        return database.snapshot(
                connection -> new Covered(read(connection, question), coverage(connection, question.span())));
    }

    private static List<Period> read(Connection connection, Question question) throws SQLException {
        TenantId tenant = question.tenant();
        if (tenant != null) {
            return read(connection, question, List.of(tenant), question.limit());
        }
        Place after = question.after();
        List<Period> found = new ArrayList<>();
        int most = tenantsAtOnce(question);
        List<TenantId> tenants =
                tenants(connection, after == null ? BEFORE_ALL : after.tenant().value(), true, most);
        while (!tenants.isEmpty() && found.size() < question.limit()) {
            found.addAll(read(connection, question, tenants, question.limit() - found.size()));
            tenants = tenants.size() < most
                    ? List.of()
                    : tenants(connection, tenants.getLast().value(), false, most);
        }
        return found;
    }

    private static Coverage coverage(Connection connection, Span span) throws SQLException {
        Instant from = span.from();
        Instant to = span.to();
        return Database.first(
                        connection,
                        COVERAGE,
                        row -> new Coverage(
                                new Hours(Hours.between(from, to), row.getLong(1), row.getLong(2)),
                                row.getBoolean(3),
                                row.getBoolean(4)),
                        to,
                        to,
                        to,
                        to,
                        from,
                        from)
                .orElseThrow();
    }

    private static int tenantsAtOnce(Question question) {
        long rows = question.span().periods() * (question.by() == By.TENANT ? 1 : PARTS);
        return (int) Math.min(MAX_TENANTS_AT_ONCE, question.limit() / rows + 1);
    }

    private static List<TenantId> tenants(Connection connection, UUID from, boolean isInclusive, int limit)
            throws SQLException {
        List<TenantId> found = Database.all(
                connection,
                TENANTS,
                row -> new TenantId(row.getObject(1, UUID.class)),
                from,
                from,
                limit + (isInclusive ? 0 : 1));
        return isInclusive
                ? found
                : found.stream().filter(it -> !it.value().equals(from)).toList();
    }

    private static List<Period> read(Connection connection, Question question, List<TenantId> tenants, int limit)
            throws SQLException {
        Span span = question.span();
        Object[] ids = tenants.stream().map(TenantId::value).toArray();
        @Nullable Place after = question.after();
        Place from = after == null ? new Place(new TenantId(BEFORE_ALL), Instant.EPOCH, "") : after;
        Object of = connection.createArrayOf("uuid", ids);
        List<Object> parameters = new ArrayList<>();
        addHours(parameters, of, question);
        parameters.addAll(List.of(span.from(), span.to()));
        addHours(parameters, of, question);
        parameters.addAll(List.of(from.tenant(), from.start(), from.part(), limit));
        return Database.all(connection, sql(question), row -> period(row, span), parameters.toArray());
    }

    private static void addHours(List<Object> parameters, Object tenants, Question question) {
        Span span = question.span();
        parameters.addAll(List.of(tenants, span.from(), span.to()));
        @Nullable UserId user = question.user();
        if (user != null) {
            parameters.add(user);
        }
    }

    private static String sql(Question question) {
        Span span = question.span();
        String start =
                switch (span.step()) {
                    case HOUR -> "hour";
                    case DAY -> "date_trunc('day', hour, 'UTC')";
                    case MONTH -> "date_trunc('month', hour, 'UTC')";
                    // An instant holds no quote.
                    case ALL -> "'" + span.from() + "'::timestamptz";
                };
        String part =
                switch (question.by()) {
                    case TENANT -> "'' COLLATE \"C\"";
                    case USER -> "user_id::text COLLATE \"C\"";
                    case BUCKET -> "bucket";
                };
        String table = question.by() == By.TENANT && question.user() == null ? "stored_tenant_hour" : "stored_hour";
        String ofUser = question.user() == null ? "" : "AND user_id = ?";
        return """
            WITH stored AS (
                SELECT tenant_id, start, part, sum(bytes) AS byte_hours, max(bytes) AS peak_bytes,
                    max(objects) AS peak_objects
                FROM (
                    SELECT tenant_id, hour, %1$s AS start, %2$s AS part, sum(bytes)::bigint AS bytes,
                        sum(objects)::bigint AS objects
                    FROM %3$s WHERE tenant_id = ANY (?) AND hour >= ? AND hour < ? %6$s
                        AND hour <= now()
                    GROUP BY 1, 2, 3, 4
                ) h GROUP BY 1, 2, 3
            ), recorded AS (
                SELECT %1$s AS start, count(*) AS hours, count(*) FILTER (WHERE is_filled) AS filled
                FROM stored_snapshot WHERE hour >= ? AND hour < ? AND hour <= now() GROUP BY 1
            ), metered AS (
                SELECT tenant_id, %1$s AS start, %2$s AS part, sum(bytes_in)::bigint AS bytes_in,
                    sum(bytes_out)::bigint AS bytes_out, %4$s
                FROM metered_hour WHERE tenant_id = ANY (?) AND hour >= ? AND hour < ? %6$s GROUP BY 1, 2, 3
            )
            SELECT tenant_id, start, part, coalesce(s.byte_hours, 0), coalesce(s.peak_bytes, 0),
                coalesce(s.peak_objects, 0), coalesce(m.bytes_in, 0), coalesce(m.bytes_out, 0), coalesce(r.hours, 0),
                coalesce(r.filled, 0), %5$s
            FROM stored s FULL JOIN metered m USING (tenant_id, start, part) LEFT JOIN recorded r USING (start)
            WHERE (tenant_id, start, part) > (?, ?, ?)
            ORDER BY tenant_id, start, part LIMIT ?
            """.formatted(start, part, table, REQUESTS, COUNTS, ofUser);
    }

    private static Period period(ResultSet row, Span span) throws SQLException {
        Map<Category, Long> requests = new EnumMap<>(Category.class);
        int column = COUNTS_AT;
        for (Category category : Category.values()) {
            long count = row.getLong(column++);
            if (count > 0) {
                requests.put(category, count);
            }
        }
        Instant start = RowMappers.instant(row, 2);
        return new Period(
                new Place(new TenantId(row.getObject(1, UUID.class)), start, row.getString(3)),
                new Stored(row.getBigDecimal(4).toBigIntegerExact(), row.getLong(5), row.getLong(6)),
                new Traffic(requests, row.getLong(7), row.getLong(8)),
                new Hours(span.hours(start), row.getLong(9), row.getLong(10)));
    }
}
