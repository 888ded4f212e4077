package dev.ose.it;

import dev.ose.testkit.CrashingPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Two nodes, one PostgreSQL and one platform, all processes of their own that can be killed and started again. */
final class ChaosCluster implements AutoCloseable {

    private static final String OPEN = "SELECT (SELECT count(*) FROM op_intent) + (SELECT count(*) FROM object_dirty)"
            + " + (SELECT count(*) FROM upload WHERE hold_until IS NOT NULL"
            + " OR queried_at < (SELECT max(at) FROM upload_recheck))";
    private static final String JOURNAL_IS_EMPTY = "ose_outage_journal_bytes 0.0";

    private final CrashingPostgres database;
    private final ShakenPlatform platform;
    private final List<Node> nodes;
    private final AdminApi.Account account;
    private final AtomicReferenceArray<S3Target> targets;

    private ChaosCluster(CrashingPostgres database, ShakenPlatform platform, List<Node> nodes) {
        this.database = database;
        this.platform = platform;
        this.nodes = nodes;
        this.account = nodes.getFirst().admin().makeTenant("shaken");
        this.targets = new AtomicReferenceArray<>(nodes.size());
        for (int node = 0; node < nodes.size(); node++) {
            publish(node);
        }
    }

    /** @param platform is closed with the cluster */
    static ChaosCluster start(Path folder, ShakenPlatform platform) {
        CrashingPostgres database = CrashingPostgres.start(folder.resolve("postgres"));
        Map<String, String> options = new HashMap<>(platform.options());
        options.putAll(SharedServices.database(
                folder, database.server(), database.server().jdbcUrl()));
        Node first = Node.startEmpty("shaken-1", options);
        return new ChaosCluster(database, platform, List.of(first, Node.startBeside(first, "shaken-2", options)));
    }

    /** Node addresses change when nodes start. */
    private void publish(int node) {
        targets.set(node, nodes.get(node).target(Where.HTTP).as(account.accessKey(), account.secretKey()));
    }

    /** One of the nodes, which may be away just now. */
    S3Target anyTarget(Random random) {
        return targets.get(random.nextInt(targets.length()));
    }

    S3Target target(int node) {
        return targets.get(node);
    }

    int size() {
        return nodes.size();
    }

    AdminApi admin() {
        return nodes.getFirst().admin();
    }

    /** The id of the one tenant. */
    String tenant() {
        return account.tenant();
    }

    void killNode(int node) {
        nodes.get(node).kill();
    }

    void startNode(int node) {
        nodes.get(node).start();
        publish(node);
    }

    void stopDatabaseAtOnce() {
        database.stopAtOnce();
    }

    void startDatabase() {
        database.startAgain();
    }

    ShakenPlatform platform() {
        return platform;
    }

    /** Whether no write is open, no key and no upload is doubtful and no journal waits, on any node. */
    boolean isAtRest() {
        return number(OPEN) == 0
                && nodes.stream()
                        .allMatch(
                                node -> node.admin().text("/metrics/prometheus").contains(JOURNAL_IS_EMPTY));
    }

    /** Makes all keys due for verification at once, including held ones. */
    void outlastHolds() {
        change("UPDATE object_dirty SET hold_until = least(hold_until, now()), due_at = least(due_at, now())");
        change("UPDATE upload SET hold_until = least(hold_until, now()), checked_at = '-infinity'"
                + " WHERE hold_until IS NOT NULL");
        change("UPDATE upload_recheck SET at = least(at, now())");
    }

    private long number(String query) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError("the database does not answer", e);
        }
    }

    private void change(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new AssertionError("the database does not answer", e);
        }
    }

    String logTails() {
        StringBuilder tails = new StringBuilder();
        nodes.forEach(node -> tails.append(node.logTails()));
        return tails.toString();
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
        platform.close();
        database.close();
    }
}
