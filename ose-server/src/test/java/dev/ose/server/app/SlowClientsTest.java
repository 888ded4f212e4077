package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.admin.login.KeeperLogin;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Thousands of requests with stalled bodies, of one tenant's user, from many addresses. */
@Timeout(300)
class SlowClientsTest extends OnAdminNode {

    private static final int CONNECTIONS = 2_000;
    private static final int ADDRESSES = 20;
    private static final int QUESTIONS = 300;
    private static final String WORD = "a password of tests";

    private final List<WireClient> clients = new ArrayList<>();

    @BeforeEach
    void holdConnections() throws Exception {
        JsonNode tenant = node.created("/api/v1/admin/tenants", "{\"name\":\"slow\"}");
        String users = "/api/v1/admin/tenants/" + tenant.get("id").asString() + "/users";
        String user = users + "/"
                + node.created(users, "{\"name\":\"low\",\"role\":\"TENANT_USER\"}")
                        .get("id")
                        .asString();
        assertThat(node.send("PUT", user + "/login", "{\"password\":\"" + WORD + "\"}", node.admin())
                        .statusCode())
                .isEqualTo(204);
        String head = "POST " + user + "/credentials HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Authorization: " + AdminNode.basic("low@slow", WORD) + "\r\n";
        for (int i = 0; i < CONNECTIONS; i++) {
            WireClient client = connect("127.0.1." + (i % ADDRESSES + 1));
            client.send(head
                    + switch (i % 3) {
                        case 0 -> "Content-Length: 50\r\n\r\n{";
                        case 1 -> "Transfer-Encoding: chunked\r\n\r\n5\r\n{";
                        default -> "Transfer-Encoding: chunked\r\n\r\n5h\r\n{";
                    });
        }
    }

    @AfterEach
    void letGo() throws IOException {
        for (WireClient client : clients) {
            client.close();
        }
    }

    private WireClient connect(String from) throws IOException {
        WireClient client = new WireClient(
                new Socket(InetAddress.getLoopbackAddress(), node.port(), InetAddress.ofLiteral(from), 0));
        clients.add(client);
        return client;
    }

    private int status(String from, String path) throws IOException {
        return connect(from)
                .send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .answer()
                .status();
    }

    private void assertEachQuestionAboutHealthIsAnswered() throws IOException {
        WireClient client = connect("127.0.1.1");
        for (int i = 0; i < QUESTIONS; i++) {
            client.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void healthMetricsKeeperAndAdministratorsAreAnswered() throws Exception {
        assertEachQuestionAboutHealthIsAnswered();
        for (String from : List.of("127.0.0.1", "127.0.1.1", "127.0.1.20")) {
            assertThat(status(from, "/health/live")).isEqualTo(200);
            assertThat(status(from, "/health/ready"))
                    .as("a node that is not started")
                    .isEqualTo(503);
            assertThat(status(from, "/metrics/prometheus")).isEqualTo(200);
        }
        assertThat(node.get("/api/v1/admin/tenants").statusCode()).isEqualTo(200);
        assertThat(keeper()).isEqualTo(200);
        assertThat(clients.getFirst().send(" ".repeat(48) + "}").answer().status())
                .as("a body that comes after all")
                .isEqualTo(201);
        assertThat(clients.get(2).isEnded()).as("the malformed chunk").isTrue();
    }

    private int keeper() {
        return node.launch()
                .login()
                .use(bytes -> send(KeeperLogin.SCHEME + new String(bytes, StandardCharsets.US_ASCII)));
    }

    private int send(String login) {
        try {
            return node.send("GET", "/api/v1/admin/tenants", "", login).statusCode();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
