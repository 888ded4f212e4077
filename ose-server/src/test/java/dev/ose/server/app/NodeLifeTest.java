package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.StoragePlatform;
import dev.ose.config.ConfigurationLoader;
import dev.ose.server.http.WireClient;
import dev.ose.server.runtime.lifecycle.NodeState;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.testkit.ReservedPort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The order in which a node starts and stops, seen from a platform that starts last. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeLifeTest {

    private static final String LIVE = WholeNode.plain("GET", "localhost", "/health/live", "", "");
    private static final String READY = WholeNode.plain("GET", "localhost", "/health/ready", "", "");

    private final int adminPort = ReservedPort.find();
    private final CompletableFuture<Integer> s3Port = new CompletableFuture<>();
    private final List<String> seen = new ArrayList<>();

    @BeforeAll
    void startAndStop(@TempDir Path folder) {
        NodeState state = new NodeState();
        Parts parts = new Parts();
        Node.Endpoints endpoints = Node.start(
                ConfigurationLoader.load(
                        List.of(
                                "--oss.data.dir=" + folder.resolve("data"),
                                "--server.port=" + adminPort,
                                "--oss.s3.port=0",
                                "--oss.shutdown.notice=0s"),
                        Map.of()),
                (configuration, directory, database, keyring, clock) -> platform(database),
                state,
                parts);
        s3Port.complete(URI.create(endpoints.s3()).getPort());
        seen.add("serves S3: " + isAnswered(s3Port.join()));
        state.becomeStopping();
        parts.close();
    }

    /** Starts once the admin listener is open; a deadlock if that waited for the platform. */
    private StoragePlatform platform(DataSource database) {
        await().until(() -> isAnswered(adminPort));
        seen.add("live while it starts: " + status(LIVE));
        seen.add("ready while it starts: " + status(READY));
        return new MemoryPlatform() {
            @Override
            public void close() {
                seen.add("S3 when it closes: " + isAnswered(s3Port.join()));
                seen.add("admin API when it closes: " + isAnswered(adminPort));
                seen.add("database when it closes: " + isAnswered(database));
            }
        };
    }

    private static boolean isAnswered(DataSource database) {
        try (Connection connection = database.getConnection()) {
            return connection.isValid(5);
        } catch (SQLException e) {
            return false;
        }
    }

    private static boolean isAnswered(int port) {
        try {
            return WholeNode.send(port, LIVE).status() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private int status(String request) {
        try (WireClient client = new WireClient(adminPort)) {
            return client.send(request).answer().status();
        } catch (IOException e) {
            return 0;
        }
    }

    @Test
    void healthIsAnsweredWhileThePlatformStarts() {
        assertThat(seen).contains("live while it starts: 200", "ready while it starts: 503", "serves S3: true");
    }

    @Test
    void platformClosesBetweenListenersAndDatabase() {
        assertThat(seen)
                .endsWith(
                        "S3 when it closes: false", "admin API when it closes: false", "database when it closes: true");
    }
}
