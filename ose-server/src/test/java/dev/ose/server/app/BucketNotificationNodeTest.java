package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bucket notifications of a node on the embedded platform, from S3's setting to a receiver. */
@Timeout(120)
class BucketNotificationNodeTest {

    private static final String HOST = "127.0.0.1";
    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String SETTING = "/bucket?notification=";

    /** Configuration, event and key, as they arrived. */
    private final List<String> received = new CopyOnWriteArrayList<>();

    private HttpServer receiver;

    @BeforeEach
    void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            JsonMapper.shared()
                    .readTree(exchange.getRequestBody().readAllBytes())
                    .get("Records")
                    .forEach(record -> received.add(describe(record)));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private static String describe(JsonNode record) {
        JsonNode s3 = record.get("s3");
        return s3.get("configurationId").asString()
                + ' '
                + record.get("eventName").asString()
                + ' '
                + s3.get("object").get("key").asString();
    }

    @Test
    void recordsFollowTheConfigurationOfTheBucket(@TempDir Path folder) throws IOException {
        try (WholeNode node = new WholeNode(folder, "--oss.outbound.private-networks=127.0.0.1")) {
            node.makeUser("notified");
            String arn = destination(node, tenant(node, "notified"));
            String foreign = destination(node, stranger(node));
            signed(node, "PUT", "/bucket", "", 200);
            signed(node, "PUT", "/bucket/raw/early", "x", 200);

            put(node, queue("raw", arn, "raw/") + queue("logs", arn, "logs/"), 200);
            assertThat(signed(node, "GET", SETTING, "", 200)).contains("<Id>raw</Id>", "<Id>logs</Id>", arn);
            assertThat(put(node, queue("x", foreign, ""), 400)).contains("<Code>InvalidArgument</Code>", foreign);
            assertThat(put(node, queue("x", arn.replaceFirst("[0-9]+$", "999999"), ""), 400))
                    .contains("<Code>InvalidArgument</Code>");
            signed(node, "PUT", "/bucket/raw/1", "x", 200);
            signed(node, "PUT", "/bucket/other", "x", 200);
            signed(node, "PUT", "/bucket/logs/1", "x", 200);
            signed(node, "DELETE", "/bucket/raw/1", "", 204);
            awaitRecords(
                    "raw ObjectCreated:Put raw/1", "logs ObjectCreated:Put logs/1", "raw ObjectRemoved:Delete raw/1");

            put(node, queue("others", arn, "other"), 200);
            signed(node, "PUT", "/bucket/raw/2", "x", 200);
            signed(node, "PUT", "/bucket/other", "y", 200);
            awaitRecords("others ObjectCreated:Put other");

            put(node, "", 200);
            assertThat(signed(node, "GET", SETTING, "", 200)).doesNotContain("<Id>");
        }
    }

    private void awaitRecords(String... expected) {
        await().atMost(Duration.ofMinutes(1)).until(() -> received.size() >= expected.length);
        assertThat(received).containsExactlyInAnyOrder(expected);
        received.clear();
    }

    private String destination(WholeNode node, String tenant) throws IOException {
        String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/";
        return created(node, TENANTS + '/' + tenant + "/webhooks", "{\"url\":\"" + url + "\",\"events\":[]}")
                .get("arn")
                .asString();
    }

    private static String tenant(WholeNode node, String name) throws IOException {
        String body = admin(node, "GET", TENANTS, "").body();
        for (JsonNode tenant : JsonMapper.shared().readTree(body).get("items")) {
            if (tenant.get("name").asString().equals(name)) {
                return tenant.get("id").asString();
            }
        }
        throw new IOException("the tenant is missing");
    }

    private static String stranger(WholeNode node) throws IOException {
        return created(node, TENANTS, "{\"name\":\"stranger\"}").get("id").asString();
    }

    private static JsonNode created(WholeNode node, String path, String body) throws IOException {
        WireClient.Answer answer = admin(node, "POST", path, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(answer.body());
    }

    private static WireClient.Answer admin(WholeNode node, String method, String path, String body) throws IOException {
        return WholeNode.send(node.adminPort(), node.admin(method, "localhost", path, body));
    }

    private static String queue(String id, String arn, String prefix) {
        return "<QueueConfiguration><Id>" + id + "</Id><Queue>" + arn + "</Queue><Event>s3:ObjectCreated:*</Event>"
                + "<Event>s3:ObjectRemoved:*</Event><Filter><S3Key><FilterRule><Name>prefix</Name><Value>" + prefix
                + "</Value></FilterRule></S3Key></Filter></QueueConfiguration>";
    }

    private static String put(WholeNode node, String content, int status) throws IOException {
        return signed(
                node,
                "PUT",
                SETTING,
                "<NotificationConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">" + content
                        + "</NotificationConfiguration>",
                status);
    }

    private static String signed(WholeNode node, String method, String path, String body, int status)
            throws IOException {
        WireClient.Answer answer = WholeNode.send(node.s3Port(), node.signed(method, HOST, path, body));
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }
}
