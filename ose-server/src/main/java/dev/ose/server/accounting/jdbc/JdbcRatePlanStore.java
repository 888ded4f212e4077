package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.rating.RatePlan;
import dev.ose.server.accounting.rating.RatePlanStore;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@link RatePlanStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcRatePlanStore implements RatePlanStore {

    /** The columns that {@link #plan} reads. */
    public static final String COLUMNS =
            "name, currency, created_at, tier_ends, tier_prices, request_categories," + " request_prices, egress_price";

    private static final String KIND = "rate plan";

    private static final String PUT = """
            INSERT INTO rate_plan
                (name, currency, tier_ends, tier_prices, request_categories, request_prices, egress_price)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET currency = excluded.currency, tier_ends = excluded.tier_ends,
                tier_prices = excluded.tier_prices, request_categories = excluded.request_categories,
                request_prices = excluded.request_prices, egress_price = excluded.egress_price
            """;

    private static final String ASSIGN = """
            INSERT INTO tenant_rate_plan (tenant_id, plan) SELECT ?, name FROM rate_plan WHERE name = ?
            ON CONFLICT (tenant_id) DO UPDATE SET plan = excluded.plan, assigned_at = now()
            """;

    private static final String HAS_TENANT = """
            SELECT 1 FROM tenant_rate_plan a JOIN tenant t ON t.id = a.tenant_id WHERE a.plan = ? LIMIT 1
            """;

    private final Database database;

    public JdbcRatePlanStore(Database database) {
        this.database = database;
    }

    @Override
    public Revised<RatePlan> get(String name) {
        return database.first(
                        "SELECT " + COLUMNS + ", revision FROM rate_plan WHERE name = ?",
                        Revisions.with(JdbcRatePlanStore::plan),
                        name)
                .orElseThrow(() -> missing(name));
    }

    private static FailureException missing(String name) {
        return new FailureException(new Failure.NotFound(KIND, name));
    }

    @Override
    public void put(String name, RatePlan.Prices prices, Expected expected) {
        database.transact(connection -> {
            expected.require(lock(connection, name).orElse(Expected.ABSENT), KIND, name);
            return Database.update(
                    connection,
                    PUT,
                    name,
                    prices.currency().getCurrencyCode(),
                    numbers(
                            connection,
                            prices.storage().stream()
                                    .map(RatePlan.StorageTier::upToGib)
                                    .toArray()),
                    numbers(
                            connection,
                            prices.storage().stream()
                                    .map(RatePlan.StorageTier::price)
                                    .toArray()),
                    connection.createArrayOf(
                            "text",
                            prices.requests().keySet().stream().map(Enum::name).toArray()),
                    numbers(connection, prices.requests().values().toArray()),
                    prices.egress());
        });
    }

    private static Object numbers(Connection connection, @Nullable Object[] values) throws SQLException {
        return connection.createArrayOf("numeric", values);
    }

    private static Optional<Long> lock(Connection connection, String name) throws SQLException {
        return Revisions.lock(connection, "rate_plan WHERE name = ?", name);
    }

    /** The lock on the row keeps tenants from getting the plan meanwhile: their foreign key waits for it. */
    @Override
    public void remove(String name, Expected expected) {
        database.transact(connection -> {
            long present = Database.first(
                            connection,
                            "SELECT revision FROM rate_plan WHERE name = ? FOR UPDATE",
                            row -> row.getLong(1),
                            name)
                    .orElseThrow(() -> missing(name));
            expected.require(present, KIND, name);
            if (Database.first(connection, HAS_TENANT, row -> true, name).isPresent()) {
                throw new FailureException(new Failure.WrongState(KIND, name, "ASSIGNED"));
            }
            Database.update(connection, "DELETE FROM tenant_rate_plan WHERE plan = ?", name);
            return Database.update(connection, "DELETE FROM rate_plan WHERE name = ?", name);
        });
    }

    @Override
    public void assign(TenantId tenant, String name) {
        if (database.update(ASSIGN, tenant, name) == 0) {
            throw missing(name);
        }
    }

    @Override
    public void withdraw(TenantId tenant) {
        database.update("DELETE FROM tenant_rate_plan WHERE tenant_id = ?", tenant);
    }

    @Override
    public Optional<RatePlan> of(TenantId tenant) {
        return Optional.ofNullable(of(List.of(tenant)).get(tenant));
    }

    private record Assigned(TenantId tenant, RatePlan plan) {}

    @Override
    public Map<TenantId, RatePlan> of(Collection<TenantId> tenants) {
        Object[] ids = tenants.stream().map(TenantId::value).toArray();
        return database
                .query(connection -> Database.all(
                        connection,
                        "SELECT " + COLUMNS + ", tenant_id FROM tenant_rate_plan t JOIN rate_plan p ON p.name = t.plan"
                                + " WHERE tenant_id = ANY (?)",
                        row -> new Assigned(new TenantId(row.getObject("tenant_id", UUID.class)), plan(row)),
                        connection.createArrayOf("uuid", ids)))
                .stream()
                .collect(Collectors.toMap(Assigned::tenant, Assigned::plan));
    }

    /** The plan of a row with {@link #COLUMNS}. */
    public static RatePlan plan(ResultSet row) throws SQLException {
        @Nullable BigDecimal[] ends = (BigDecimal[]) row.getArray(4).getArray();
        BigDecimal[] prices = (BigDecimal[]) row.getArray(5).getArray();
        List<RatePlan.StorageTier> tiers = new ArrayList<>();
        for (int i = 0; i < ends.length; i++) {
            tiers.add(new RatePlan.StorageTier(ends[i], prices[i]));
        }
        List<String> categories = RowMappers.texts(row, 6);
        BigDecimal[] ofRequests = (BigDecimal[]) row.getArray(7).getArray();
        Map<Category, BigDecimal> requests = new EnumMap<>(Category.class);
        for (int i = 0; i < ofRequests.length; i++) {
            requests.put(Category.valueOf(categories.get(i)), ofRequests[i]);
        }
        return new RatePlan(
                row.getString(1),
                new RatePlan.Prices(Currency.getInstance(row.getString(2)), tiers, requests, row.getBigDecimal(8)),
                RowMappers.instant(row, 3));
    }
}
