package dev.ose.keeper.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.control.LaunchReport;
import dev.ose.testkit.FullDisk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthProbeTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> answers = new ConcurrentHashMap<>();
    private final Map<String, String> bodies = new ConcurrentHashMap<>();
    private final AtomicBoolean asksS3 = new AtomicBoolean();
    private final AtomicBoolean isBehindBalancers = new AtomicBoolean();
    private final OutboundHttp http = LocalHttp.client();

    @TempDir
    private Path directory;

    private HttpServer server;
    private NodeClient node;
    private KeyPairFile keys;
    private HealthProbe probe;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(path);
            byte[] body = bodies.getOrDefault(path, "").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answers.getOrDefault(path, 200), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        node = new NodeClient(http, new LaunchReport.Endpoints(url, url), Secret.of("login"));
        keys = new KeyPairFile(directory.resolve("probe.keys"));
        probe = new HealthProbe(TIMEOUT, s3Probe(keys), asksS3::get);
    }

    private S3Probe s3Probe(KeyPairFile pairs) {
        return new S3Probe(pairs, () -> "us-east-1", isBehindBalancers::get, Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        server.stop(0);
        http.close();
    }

    @Test
    void nodeIsAskedAloneWhereTheOperatorWantsNoRequestsOfOurs() throws Exception {
        assertThat(probe.ask(node)).isEqualTo(new Health.Well());
        assertThat(asked).containsExactly("/health/live", "/health/ready");
        assertThat(keys.read()).isEmpty();

        answers.put("/health/ready", 503);
        assertThat(probe.ask(node)).isInstanceOf(Health.Degraded.class);
    }

    @Test
    void drainedNodeIsWellAndOneThatIsNotReadyForAnotherReasonIsNot() throws Exception {
        answers.put("/health/ready", 503);

        bodies.put("/health/ready", "{\"status\":\"DOWN\",\"reason\":\"DRAINED\"}");
        assertThat(probe.ask(node)).isEqualTo(new Health.Well());
        bodies.put("/health/ready", "{\"status\":\"DOWN\",\"reason\":\"STARTING\"}");
        assertThat(probe.ask(node)).isInstanceOf(Health.Degraded.class);
    }

    @Test
    void signedRequestIsSentWhereTheOperatorWantsIt() throws Exception {
        keys.write(new KeyPairFile.KeyPair("ACCESS", Secret.of("secret")));
        asksS3.set(true);

        assertThat(probe.ask(node)).isEqualTo(new Health.Well());
        assertThat(asked).containsExactly("/health/live", "/");
    }

    /** The clients' listener would close the connection of a keeper that is not a load balancer. */
    @Test
    void nodeBehindBalancersIsAskedWhereNoBalancerIs() throws Exception {
        keys.write(new KeyPairFile.KeyPair("ACCESS", Secret.of("secret")));
        asksS3.set(true);
        isBehindBalancers.set(true);

        assertThat(probe.ask(node)).isEqualTo(new Health.Well());
        assertThat(asked).containsExactly("/health/live", "/api/v1/s3/");
    }

    /** A keeper that mistook its own full disk for a silent node would kill a healthy node repeatedly. */
    @Test
    void keysThatTheDiskDoesNotTakeAreMadeOnceAndUsed() throws Exception {
        String users = "/api/v1/admin/tenants/7/users";
        bodies.put("/api/v1/admin/tenants", "{\"items\":[{\"name\":\"ose-probe\",\"id\":\"7\"}]}");
        bodies.put(users, "{\"items\":[{\"name\":\"ose-probe\",\"id\":\"8\"}]}");
        bodies.put(users + "/8/credentials", "{\"accessKey\":\"ACCESS\",\"secretKey\":\"secret\"}");
        try (FullDisk disk = FullDisk.mount(directory)) {
            KeyPairFile unsaved = new KeyPairFile(directory.resolve("probe.keys"));
            HealthProbe full = new HealthProbe(TIMEOUT, s3Probe(unsaved), () -> true);
            disk.fill();

            assertThat(full.ask(node)).isEqualTo(new Health.Well());
            assertThat(full.ask(node)).isEqualTo(new Health.Well());

            assertThat(asked).filteredOn(path -> path.endsWith("/credentials")).hasSize(1);
            assertThat(directory.resolve("probe.keys")).doesNotExist();
        }
    }

    @Test
    void damagedKeysAreNone() throws IOException {
        Files.writeString(directory.resolve("probe.keys"), "ACCESS\n\n");

        assertThat(keys.read()).isEmpty();
    }

    /** A serving node must not be killed because it rejects the keeper's login. */
    @Test
    void nodeThatClosesOurConnectionToS3IsNotSilent() throws Exception {
        keys.write(new KeyPairFile.KeyPair("ACCESS", Secret.of("secret")));
        asksS3.set(true);
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String s3 = "http://127.0.0.1:" + closed.getLocalPort();
            Thread.startVirtualThread(() -> closeAll(closed));

            assertThat(probe.ask(new NodeClient(
                            http,
                            new LaunchReport.Endpoints(s3, node.endpoints().admin()),
                            Secret.of("login"))))
                    .isInstanceOf(Health.Degraded.class);
        }
    }

    private static void closeAll(ServerSocket server) {
        try {
            while (true) {
                server.accept().close();
            }
        } catch (IOException end) {
            assert server.isClosed();
        }
    }

    /** A slow database, platform or queue does not prove that a restart would help. */
    @Test
    void nodeThatLivesAndDoesNotAnswerS3IsNotSilent() throws Exception {
        keys.write(new KeyPairFile.KeyPair("ACCESS", Secret.of("secret")));
        asksS3.set(true);
        HealthProbe impatient = new HealthProbe(Duration.ofMillis(300), s3Probe(keys), asksS3::get);
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String s3 = "http://127.0.0.1:" + busy.getLocalPort();

            assertThat(impatient.ask(new NodeClient(
                            http,
                            new LaunchReport.Endpoints(s3, node.endpoints().admin()),
                            Secret.of("login"))))
                    .isInstanceOf(Health.Degraded.class);
        }
    }

    @Test
    void nodeThatSaysItHangsIsSilent() throws Exception {
        answers.put("/health/live", 503);

        assertThat(probe.ask(node)).isInstanceOfSatisfying(Health.Silent.class, it -> assertThat(it.isRefused())
                .isFalse());
    }

    @Test
    void nodeThatDoesNotListenIsSilentAndNotBusy() throws Exception {
        server.stop(0);

        assertThat(probe.ask(node)).isInstanceOfSatisfying(Health.Silent.class, it -> assertThat(it.isRefused())
                .isTrue());
    }

    @Test
    void nodeThatTakesConnectionsAndDoesNotAnswerMayBeBusy() throws Exception {
        HealthProbe impatient = new HealthProbe(Duration.ofMillis(300), s3Probe(keys), asksS3::get);
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + busy.getLocalPort();

            assertThat(impatient.ask(new NodeClient(http, new LaunchReport.Endpoints(url, url), Secret.of("login"))))
                    .isInstanceOfSatisfying(Health.Silent.class, it -> assertThat(it.isRefused())
                            .isFalse());
        }
    }
}
