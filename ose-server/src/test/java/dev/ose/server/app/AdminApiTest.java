package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.control.LaunchReport;
import dev.ose.control.LaunchTicket;
import dev.ose.control.ProcessIdentity;
import dev.ose.server.admin.access.LinkOperation;
import dev.ose.server.admin.login.KeeperLogin;
import dev.ose.server.app.dataplane.SharedPort;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class AdminApiTest extends OnAdminNode {

    private static final Set<String> OPEN =
            Set.of("/health/live", "/health/ready", "/metrics/prometheus", "/api/v1/session/providers");
    private static final String TENANTS = "/api/v1/admin/tenants";

    @Test
    void keeperOfThisMachineIsLetIn() throws Exception {
        assertThat(asKeeper(node.launch().login()).send()).isEqualTo(200);
        assertThat(LaunchReport.read(folder))
                .contains(new LaunchReport(node.launch().name(), ProcessIdentity.own(), null));
    }

    @Test
    void wrongLoginOfAKeeperIsRefused() throws Exception {
        assertThat(asKeeper(LaunchTicket.fresh(new SecureRandom()).login()).send())
                .isEqualTo(401);
        assertThat(asKeeper(Secret.of("")).send()).isEqualTo(401);
    }

    @Test
    void keeperIsNotLetInFromElsewhere() throws Exception {
        assertThat(asKeeper(node.launch().login())
                        .with("X-Forwarded-For", "10.0.0.1")
                        .send())
                .isEqualTo(401);
        assertThat(asKeeper(node.launch().login())
                        .with("Forwarded", "for=10.0.0.1")
                        .send())
                .isEqualTo(401);
    }

    private KeeperCall asKeeper(Secret shown) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + TENANTS));
        shown.use(bytes ->
                request.header("Authorization", KeeperLogin.SCHEME + new String(bytes, StandardCharsets.US_ASCII)));
        return new KeeperCall(request);
    }

    private final class KeeperCall {
        private final HttpRequest.Builder request;

        KeeperCall(HttpRequest.Builder request) {
            this.request = request;
        }

        KeeperCall with(String name, String value) {
            request.header(name, value);
            return this;
        }

        int send() throws Exception {
            return node.send(request).statusCode();
        }
    }

    @Test
    void applicationIsLimitedByItsScopeOrPolicy() throws Exception {
        String tenant = created(TENANTS, "{\"name\":\"scoped\"}").get("id").asString();
        String users = TENANTS + "/" + tenant + "/users";
        String user = created(users, "{\"name\":\"u\"}").get("id").asString();
        String credentials = users + "/" + user + "/credentials";

        JsonNode scoped = created(
                credentials,
                "{\"scope\":{\"buckets\":[\"docs\"],\"prefix\":\"a*/\",\"readOnly\":true},"
                        + "\"expiresAt\":\"2126-01-01T00:00:00Z\"}");
        JsonNode free = created(
                credentials,
                "{\"policy\":{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"s3:*\",\"Resource\":\"*\"}}}");

        assertThat(scoped.get("kind").asString()).isEqualTo("APPLICATION");
        assertThat(scoped.get("expiresAt").asString()).startsWith("2126-01-01");
        assertThat(scoped.get("policy").toString())
                .contains("arn:aws:s3:::docs/a${*}/*")
                .doesNotContain("Delete");
        assertThat(free.get("policy").get("Statement").get("Action").asString()).isEqualTo("s3:*");
        assertThat(get(credentials).body()).contains("APPLICATION").contains("s3:ListBucket");
        for (String bad : List.of(
                "{\"policy\":{}}",
                "{\"policy\":\"all\"}",
                "{\"policy\":{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\","
                        + "\"Condition\":{\"StringEquals\":{\"aws:Unheard\":\"x\"}}}}}",
                "{\"scope\":{}}",
                "{\"scope\":{\"buckets\":[]}}",
                "{\"scope\":{\"buckets\":[\"docs/*\"]}}",
                "{\"expiresAt\":\"2001-01-01T00:00:00Z\"}")) {
            assertThat(post(credentials, bad).statusCode()).as(bad).isEqualTo(400);
        }
    }

    @Test
    void tenantUserAndCredentialAreMadeListedDisabledAndDeleted() throws Exception {
        String tenant = created(TENANTS, "{\"name\":\"acme\"}").get("id").asString();
        String users = TENANTS + "/" + tenant + "/users";
        String user = created(users, "{\"name\":\"ann\",\"role\":\"TENANT_ADMIN\"}")
                .get("id")
                .asString();
        String credentials = users + "/" + user + "/credentials";
        JsonNode credential = created(credentials, "{\"description\":\"laptop\"}");
        String key = credential.get("accessKey").asString();

        String secret = credential.get("secretKey").asString();
        assertThat(secret).hasSize(40);
        assertThat(get(credentials).body()).contains(key).doesNotContain(secret);
        assertThat(post(credentials + "/" + key + "/disable", "").body()).contains("\"status\":\"DISABLED\"");
        assertThat(post(credentials + "/" + key + "/enable", "").body()).contains("\"status\":\"ACTIVE\"");
        assertThat(send("DELETE", credentials + "/" + key, "", node.admin()).statusCode())
                .isEqualTo(204);
        assertThat(get(credentials).body()).doesNotContain(key);
        assertThat(post(users + "/" + user + "/disable", "").body()).contains("\"status\":\"DISABLED\"");
        assertThat(post(TENANTS + "/" + tenant + "/disable", "").body()).contains("\"status\":\"DISABLED\"");
        assertThat(get(TENANTS + "?name=ac%6De").body()).contains(tenant);
        assertThat(get(users + "?name=ann").body()).contains(user);
    }

    @Test
    void listIsReadPageByPage() throws Exception {
        for (String name : List.of("page-1", "page-2", "page-3")) {
            created(TENANTS, "{\"name\":\"" + name + "\"}");
        }

        String pages = TENANTS + "?filter=name==page-*&limit=2";
        JsonNode first = json(get(pages));
        JsonNode second = json(get(pages + "&after=" + first.get("next").asString()));

        assertThat(first.get("items")).hasSize(2);
        assertThat(first.get("items").get(1).get("name").asString()).isEqualTo("page-2");
        assertThat(second.get("items")).hasSize(1);
        assertThat(second.get("items").get(0).get("name").asString()).isEqualTo("page-3");
        assertThat(second.has("next")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                        | name",
                "{\"name\":\"\"}           | name",
                "{\"name\":\"a b\"}        | name",
                "{\"name\":\"-a\"}         | name",
                "{\"nome\":\"acme\"}       | nome",
                "{\"name\":{}}             | name",
                "[1]                       | body",
                "{\"name\":\"a1\",\"name\":\"a2\"}             | name",
                "{\"name\":\"a1\",\"n\\u0061me\":\"a2\"}       | name",
                "{\"name\":\"a1\",\"impersonation\":{\"x\":1,\"x\":2}} | x",
                "{\"name\":false}         | name",
                "{\"name\":1}             | name",
                "{\"name\":\"a1\",\"platformTenant\":1.5}    | platformTenant",
                "{\"name\":                | body"
            })
    void invalidBodyIsRefusedNamingTheField(String body, String field) throws Exception {
        HttpResponse<String> answer = post(TENANTS, body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(json(answer).get("code").asString()).isEqualTo("OSE-2206");
        assertThat(json(answer).get("field").asString()).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/api/v1/admin/tenants/a%2Fb,400,OSE-2206",
        "GET,/api/v1/admin/tenants?limit=1&a%01b=1,400,OSE-2206",
        "GET,/api/v1/admin/tenants?limit=,400,OSE-2206",
        "GET,/api/v1/admin/tenants?total=,400,OSE-2206",
        "GET,/api/v1/admin/metering?to=,400,OSE-2206",
        "GET,/api/v1/admin/tenants?limit=0,400,OSE-2206",
        "GET,/api/v1/admin/tenants?limit=1001,400,OSE-2206",
        "GET,/api/v1/admin/tenants?limit=x,400,OSE-2206",
        "GET,/api/v1/admin/tenants/nonsense,404,OSE-2204",
        "GET,/api/v1/admin/tenants/00000000-0000-0000-0000-000000000000,404,OSE-2204",
        "GET,/api/v1/admin/nowhere,404,OSE-2204",
        "PUT,/api/v1/admin/tenants,405,OSE-2000",
        "GET,/actuator/env,404,OSE-2204",
        "GET,/actuator/heapdump,404,OSE-2204"
    })
    void requestForNothingIsAProblem(String method, String path, int status, String code) throws Exception {
        HttpResponse<String> answer = send(method, path, "", node.admin());

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(json(answer).get("code").asString()).isEqualTo(code);
    }

    @Test
    void platformIsShownAndProbedWhenAskedFor() throws Exception {
        JsonNode before = AdminNode.json(node.get("/api/v1/admin/platforms/main"));
        assertThat(before.get("kind").asString()).isEqualTo("memory");
        assertThat(before.get("probe").get("state").asString()).isEqualTo("NEVER");
        assertThat(before.get("capacity").get("state").asString()).isEqualTo("UNKNOWN");
        assertThat(before.get("capacity").has("totalBytes")).isFalse();

        HttpResponse<String> asked = node.post("/api/v1/admin/platforms/main/probe", "");
        assertThat(asked.statusCode()).isEqualTo(202);
        assertThat(AdminNode.json(asked).get("probe").get("state").asString()).isEqualTo("WAITING");

        assertThat(node.get("/api/v1/admin/platforms/other").statusCode()).isEqualTo(404);
    }

    @Test
    void secondTenantOfANameIsAConflict() throws Exception {
        created(TENANTS, "{\"name\":\"twin\"}");

        HttpResponse<String> answer = post(TENANTS, "{\"name\":\"twin\"}");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(json(answer).get("detail").asString()).isEqualTo("The tenant twin exists already.");
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void everyEndpointIsClosedWithoutLogin(String method, String path) throws Exception {
        // No provider has this name, which the answer to a sign-in there states.
        boolean isLink = path.startsWith(LinkOperation.REDEEMED);
        boolean isOpen = isLink || path.endsWith("/start") || OPEN.contains(path);

        int status = send(method, path, isOpen ? "" : "{}", "").statusCode();

        boolean isSignIn = method.equals("POST") && path.equals("/api/v1/session");
        assertThat(status).isEqualTo(isSignIn ? 400 : isLink ? 404 : isOpen ? openStatus(path) : 401);
    }

    @Test
    void anonymousBodyIsRefusedBeforeItIsRead() throws Exception {
        for (String more : List.of("", "Expect: 100-continue\r\n")) {
            try (WireClient client = new WireClient(node.port())) {
                WireClient.Answer answer = client.send("POST " + TENANTS
                                + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n" + more + "\r\n")
                        .answer();

                assertThat(answer.status()).isEqualTo(401);
                assertThat(answer.headers()).containsKey("www-authenticate");
                assertThat(answer.body()).contains("OSE-2106");
                assertThat(answer.headers()).containsEntry("connection", "close");
                client.halfClose();
                assertThat(client.isEnded()).isTrue();
            }
        }
    }

    @Test
    void wrongLoginIsRefusedAndSlowedDownInItsNameOnly() throws Exception {
        // Not a user of other tests, whose logins would be throttled, too.
        String wrong = AdminNode.basic("guessed", "wrong");
        HttpResponse<String> answer = send("GET", TENANTS, "", wrong);
        for (int attempt = 1; answer.statusCode() == 401 && attempt < 20; attempt++) {
            assertThat(answer.headers().firstValue("WWW-Authenticate"))
                    .hasValueSatisfying(value -> assertThat(value).startsWith("Basic "));
            answer = send("GET", TENANTS, "", wrong);
        }

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(send("GET", TENANTS, "", AdminNode.basic("another", "wrong")).statusCode())
                .isEqualTo(401);
    }

    @Test
    void requestForAnotherHostIsMisdirected() throws Exception {
        assertThat(rawStatus("GET /health/live HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 421 ");
        assertThat(rawStatus("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .isEqualTo("HTTP/1.1 200 OK");
    }

    @Test
    void readinessFollowsTheNode() throws Exception {
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/health/live").body()).isEqualTo("{\"status\":\"UP\"}");
    }

    @Test
    void metricsAreOpenToThisMachineButNotThroughItsProxy() throws Exception {
        HttpResponse<String> direct = send("GET", "/metrics/prometheus", "", "");
        HttpResponse<String> forwarded =
                node.send(node.request("GET", "/metrics/prometheus", "", "").header("X-Forwarded-For", "192.0.2.1"));

        assertThat(direct.body()).contains("jvm_memory_used_bytes");
        assertThat(forwarded.statusCode()).isEqualTo(401);
    }

    @Test
    void firstSegmentOfEveryPathIsReservedOnASharedPort() {
        assertThat(endpoints().map(it -> it[1])).isNotEmpty().allMatch(SharedPort::isReserved);
    }

    Stream<String[]> endpoints() {
        return node.endpoints();
    }

    private static int openStatus(String path) {
        if (path.endsWith("/start")) {
            return 404;
        }
        return path.equals("/health/ready") ? 503 : 200;
    }

    private JsonNode created(String path, String body) throws Exception {
        return node.created(path, body);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return node.get(path);
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return node.post(path, body);
    }

    private HttpResponse<String> send(String method, String path, String body, String authorization) throws Exception {
        return node.send(method, path, body, authorization);
    }

    private String rawStatus(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return AdminNode.json(answer);
    }
}
