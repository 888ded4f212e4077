package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.ose.server.accounting.alert.QuotaAlertKeeper;
import dev.ose.server.app.dataplane.S3Listeners;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Alerts of quotas on a node, from an upload to the receivers of the tenant and of the provider. */
@Timeout(180)
class QuotaAlertNodeTest extends OnEmbeddedNode {

    private static final String ALERTS = "/api/v1/admin/quota-alerts";
    private static final String THRESHOLDS = "/api/v1/admin/quota-alert-thresholds";
    private static final String WORD = "a password of tests";

    /** What arrived at {@code /tenant} and at {@code /provider}. */
    private final List<JsonNode> records = new CopyOnWriteArrayList<>();

    private final List<JsonNode> entries = new CopyOnWriteArrayList<>();
    private final HttpServer receiver = receiver();
    private final Path secret = secret();

    private HttpServer receiver() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            take(server, "/tenant", "Records", records);
            take(server, "/provider", "entries", entries);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void take(HttpServer server, String path, String member, List<JsonNode> to) {
        server.createContext(path, exchange -> {
            JsonMapper.shared()
                    .readTree(exchange.getRequestBody().readAllBytes())
                    .get(member)
                    .forEach(to::add);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
    }

    private static Path secret() {
        try {
            Path file = Files.createTempFile(
                    "ose-alerts",
                    "secret",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.writeString(file, "a secret of the provider\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    String[] options() {
        return new String[] {
            "--oss.outbound.private-networks=127.0.0.1",
            "--oss.audit.webhook=" + url("/provider"),
            "--oss.audit.webhook-secret-file=" + secret
        };
    }

    private String url(String path) {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + path;
    }

    @AfterAll
    void stopReceiver() throws IOException {
        receiver.stop(0);
        Files.delete(secret);
    }

    @Test
    void uploadThatCrossesAThresholdReachesTenantAndProvider() throws Exception {
        String tenant = tenant("reached");
        String path = TENANTS + '/' + tenant;
        node.created(path + "/webhooks", "{\"url\":\"" + url("/tenant") + "\",\"events\":[\"ose:QuotaAlert:*\"]}");
        ok("PUT", path + "/quota", "{\"maxBytes\":1000}", node.admin());
        String user =
                node.created(path + "/users", "{\"name\":\"writer\"}").get("id").asString();
        try (S3User client = new S3User(
                node.bean(S3Listeners.class).port(), node.created(path + "/users/" + user + "/credentials", "{}"))) {
            client.ok("PUT", "/reached-bucket", "", "");
            client.ok("PUT", "/reached-bucket/k", "", "x".repeat(850));
            evaluateUntil(() -> !records.isEmpty() && !entries(tenant).isEmpty());
            client.ok("DELETE", "/reached-bucket/k", "", "");
            evaluateUntil(() -> records.size() > 1 && entries(tenant).size() > 1);
        }

        assertThat(records)
                .extracting(it -> it.get("eventName").asString())
                .containsExactly("QuotaAlert:Raised", "QuotaAlert:Cleared");
        assertThat(records.getFirst().get("quotaAlert").get("used").asLong()).isEqualTo(850);
        assertThat(entries(tenant))
                .extracting(it ->
                        it.get("operation").asString() + ' ' + it.get("source").asString())
                .containsExactly("QuotaAlertRaised NODE", "QuotaAlertCleared NODE");
        JsonNode listed = items(path + "/quota-alerts", node.admin()).get(0);
        assertThat(listed.get("state").asString()).isEqualTo("CLEARED");
        assertThat(listed.get("usage").get("dimension").asString()).isEqualTo("BYTES");
        assertThat(listed.get("clearance").get("reason").asString()).isEqualTo("BELOW_THRESHOLD");
        assertThat(AdminNode.json(node.get("/api/v1/admin/audit?filter=source==NODE;tenant==" + tenant))
                        .get("items"))
                .hasSize(2);
        assertThat(node.get("/metrics/prometheus").body())
                .contains("ose_quota_alerts_open ", "ose_quota_alerts_raised_total", "ose_quota_alerts_cleared_total");
    }

    private List<JsonNode> entries(String tenant) {
        return entries.stream()
                .filter(it -> it.path("operation").asString().startsWith("QuotaAlert")
                        && !it.path("operation").asString().contains("Threshold")
                        && it.path("tenant").asString().equals(tenant))
                .toList();
    }

    private void evaluateUntil(Callable<Boolean> reached) {
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            node.bean(QuotaAlertKeeper.class).wake();
            return reached.call();
        });
    }

    @Test
    void administratorSeesTheAlertsOfItsOwnTenantOnly() throws Exception {
        String mine = tenant("mine");
        String theirs = tenant("theirs");
        String login = administrator(mine, "mine");
        for (String tenant : List.of(mine, theirs)) {
            String path = TENANTS + '/' + tenant;
            ok("PUT", path + "/quota", "{\"maxBuckets\":1}", node.admin());
            String user = node.created(path + "/users", "{\"name\":\"writer\"}")
                    .get("id")
                    .asString();
            try (S3User client = new S3User(
                    node.bean(S3Listeners.class).port(),
                    node.created(path + "/users/" + user + "/credentials", "{}"))) {
                client.ok("PUT", "/seen-" + tenant, "", "");
            }
        }
        evaluateUntil(() -> items(ALERTS + "?filter=tenant==" + mine, node.admin())
                                .size()
                        == 2
                && items(ALERTS + "?filter=tenant==" + theirs, node.admin()).size() == 2);

        JsonNode own = items(TENANTS + '/' + mine + "/quota-alerts?filter=state==OPEN", login);
        assertThat(own).hasSize(2).allSatisfy(it -> assertThat(it.get("tenant").asString())
                .isEqualTo(mine));
        // As a tenant that does not exist.
        for (String foreign : List.of("/quota-alerts", "/quota-alert-thresholds")) {
            assertThat(status("GET", TENANTS + '/' + theirs + foreign, "", login))
                    .isEqualTo(404);
        }
        // A filter does not widen the list.
        assertThat(items(TENANTS + '/' + mine + "/quota-alerts?filter=tenant==" + theirs, login))
                .isEmpty();
        assertThat(status("PUT", TENANTS + '/' + theirs + "/quota-alert-thresholds", "{\"thresholds\":[]}", login))
                .isEqualTo(404);
        assertThat(status("DELETE", TENANTS + '/' + theirs + "/quota-alert-thresholds", "", login))
                .isEqualTo(404);
        assertThat(status("GET", ALERTS, "", login)).isEqualTo(403);
        assertThat(status("GET", THRESHOLDS, "", login)).isEqualTo(403);
        assertThat(status("PUT", THRESHOLDS, "{\"thresholds\":[]}", login)).isEqualTo(403);
    }

    @Test
    void thresholdsAreInheritedSetAndReturned() throws Exception {
        String tenant = tenant("tuned");
        String own = TENANTS + '/' + tenant + "/quota-alert-thresholds";
        String login = administrator(tenant, "tuned");

        assertThat(AdminNode.json(node.get(THRESHOLDS)).toString()).isEqualTo("{\"thresholds\":[80,95]}");
        assertThat(ok("GET", own, "", login)).isEqualTo("{\"thresholds\":[80,95],\"inherited\":true}");
        assertThat(ok("PUT", own, "{\"thresholds\":[90,50]}", login))
                .isEqualTo("{\"thresholds\":[50,90],\"inherited\":false}");
        assertThat(ok("PUT", THRESHOLDS, "{\"thresholds\":[70]}", node.admin())).isEqualTo("{\"thresholds\":[70]}");
        assertThat(ok("GET", own, "", login)).isEqualTo("{\"thresholds\":[50,90],\"inherited\":false}");
        assertThat(status("DELETE", own, "", login)).isEqualTo(204);
        assertThat(ok("GET", own, "", login)).isEqualTo("{\"thresholds\":[70],\"inherited\":true}");
        ok("PUT", THRESHOLDS, "{\"thresholds\":[80,95]}", node.admin());
        assertThat(status(
                        "GET",
                        TENANTS + "/00000000-0000-0000-0000-000000000000/quota-alert-thresholds",
                        "",
                        node.admin()))
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|is missing",
                "{\"thresholds\":null}|is missing",
                "{\"thresholds\":[0]}|must be percentages from 1 to 100",
                "{\"thresholds\":[101]}|must be percentages from 1 to 100",
                "{\"thresholds\":[80,80]}|must not have a number twice",
                "{\"thresholds\":[null]}|must not have null in it",
                "{\"thresholds\":[1,2,3,4,5,6,7,8,9,10,11]}|must have at most 10 numbers",
                "{\"thresholds\":[79.5]}|",
                "{\"thresholds\":\"80\"}|"
            })
    void badThresholdsAreRefusedByField(String body, String rule) throws Exception {
        String tenant = tenant("bad-" + Integer.toHexString(body.hashCode()));
        for (String path : List.of(THRESHOLDS, TENANTS + '/' + tenant + "/quota-alert-thresholds")) {
            HttpResponse<String> answer = node.send("PUT", path, body, node.admin());

            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(answer.body()).contains("thresholds").contains(rule == null ? "" : rule);
        }
    }

    @Test
    void badTermsOfAlertWebhooksAreRefusedByField() throws Exception {
        String webhooks = TENANTS + '/' + tenant("termed") + "/webhooks";
        for (String terms : List.of(
                "\"prefix\":\"a\",\"events\":[\"ose:QuotaAlert:*\"]",
                "\"suffix\":\"a\",\"events\":[\"ose:QuotaAlert:*\"]",
                "\"bucket\":\"none\",\"events\":[]",
                "\"events\":[\"ose:QuotaAlert:Raised\"]")) {
            HttpResponse<String> answer = node.post(webhooks, "{\"url\":\"" + url("/tenant") + "\"," + terms + "}");

            assertThat(answer.statusCode()).as(terms).isEqualTo(400);
            assertThat(answer.body()).contains("events");
        }
        JsonNode made = node.created(
                webhooks,
                "{\"url\":\"" + url("/tenant")
                        + "\",\"prefix\":\"a\",\"events\":[\"ose:QuotaAlert:*\",\"s3:ObjectRemoved:*\"]}");
        assertThat(made.get("events").toString()).isEqualTo("[\"s3:ObjectRemoved:*\",\"ose:QuotaAlert:*\"]");
        assertThat(made.has("arn")).isFalse();
    }

    @Test
    void capacityIsThatOfTheFileSystem() throws Exception {
        await().atMost(Duration.ofMinutes(1)).until(() -> AdminNode.json(node.get("/api/v1/admin/platforms/main"))
                .get("capacity")
                .get("state")
                .asString()
                .equals("CURRENT"));

        JsonNode capacity = AdminNode.json(node.get("/api/v1/admin/platforms"))
                .get("items")
                .get(0)
                .get("capacity");
        assertThat(capacity.get("totalBytes").asLong()).isPositive();
        assertThat(capacity.get("usedBytes").asLong()
                        + capacity.get("availableBytes").asLong())
                .isPositive()
                .isLessThanOrEqualTo(capacity.get("totalBytes").asLong());
        assertThat(capacity.has("readAt")).isTrue();
        assertThat(capacity.has("problem")).isFalse();
        assertThat(node.get("/metrics/prometheus").body())
                .contains(
                        "ose_platform_capacity_bytes ",
                        "ose_platform_capacity_used_bytes ",
                        "ose_platform_capacity_available_bytes ");
    }

    private String tenant(String name) throws Exception {
        return node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    /** The header of an administrator of the tenant. */
    private String administrator(String tenant, String name) throws Exception {
        String users = TENANTS + '/' + tenant + "/users";
        String id = node.created(users, "{\"name\":\"ada\",\"role\":\"TENANT_ADMIN\"}")
                .get("id")
                .asString();
        assertThat(status("PUT", users + '/' + id + "/login", "{\"password\":\"" + WORD + "\"}", node.admin()))
                .isEqualTo(204);
        return AdminNode.basic("ada@" + name, WORD);
    }

    private JsonNode items(String path, String login) throws Exception {
        return JsonMapper.shared().readTree(ok("GET", path, "", login)).get("items");
    }

    private String ok(String method, String path, String body, String login) throws Exception {
        HttpResponse<String> answer = node.send(method, path, body, login);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private int status(String method, String path, String body, String login) throws Exception {
        return node.send(method, path, body, login).statusCode();
    }
}
