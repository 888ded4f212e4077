package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of the admin API that are sent twice with one Idempotency-Key. */
class RepetitionApiTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";

    private HttpResponse<String> post(String path, String body, String key) throws Exception {
        return node.send(node.request("POST", path, body, node.admin()).header("Idempotency-Key", key));
    }

    private static String code(HttpResponse<String> answer) {
        return AdminNode.json(answer).path("code").asString("");
    }

    private String user(String tenant) throws Exception {
        String path = TENANTS + "/"
                + node.created(TENANTS, "{\"name\":\"" + tenant + "\"}")
                        .get("id")
                        .asString() + "/users";
        return path + "/" + node.created(path, "{\"name\":\"u\"}").get("id").asString();
    }

    private int credentials(String user) throws Exception {
        return AdminNode.json(node.get(user + "/credentials")).get("items").size();
    }

    private List<String> rows(String sql) {
        return node.database().all(sql, row -> row.getString(1));
    }

    @Test
    void answerWithoutASecretIsRepeated() throws Exception {
        HttpResponse<String> first = post(TENANTS, "{\"name\":\"twice\"}", "k-1");
        HttpResponse<String> second = post(TENANTS, "{\"name\":\"twice\"}", "k-1");

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        assertThat(post(TENANTS, "{\"name\":\"twice\"}", "k-2").statusCode())
                .as("another key is another request")
                .isEqualTo(409);
    }

    @Test
    void keyOfAnotherRequestIsRefused() throws Exception {
        assertThat(post(TENANTS, "{\"name\":\"one\"}", "k-3").statusCode()).isEqualTo(201);
        HttpResponse<String> other = post(TENANTS, "{\"name\":\"two\"}", "k-3");

        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(code(other)).isEqualTo("OSE-2213");
        assertThat(AdminNode.json(node.get(TENANTS + "?name=two")).get("items")).isEmpty();
    }

    @Test
    void secretIsToldOnceAndKeptNowhere() throws Exception {
        String user = user("secretive");
        int before = credentials(user);
        HttpResponse<String> first = post(user + "/credentials", "{\"description\":\"d\"}", "k-4");
        HttpResponse<String> second = post(user + "/credentials", "{\"description\":\"d\"}", "k-4");

        String accessKey = AdminNode.json(first).get("accessKey").asString();
        String secret = AdminNode.json(first).get("secretKey").asString();
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(code(second)).isEqualTo("OSE-2215");
        assertThat(second.body()).contains(accessKey).doesNotContain(secret);
        assertThat(credentials(user)).isEqualTo(before + 1);
        assertThat(rows("SELECT c::text FROM idempotent_call c WHERE key = 'k-4'"))
                .singleElement()
                .asString()
                .contains(accessKey)
                .doesNotContain(secret);
    }

    @Test
    void eachOperationThatTellsASecretNamesWhatItMade() throws Exception {
        String user = user("namer");
        String tenant = user.substring(0, user.indexOf("/users"));
        for (String[] call : List.of(
                new String[] {tenant + "/users", "{\"name\":\"new\"}"},
                new String[] {tenant + "/webhooks", "{\"url\":\"https://hooks.example.com/\"}"},
                new String[] {
                    "/api/v1/admin/me/tokens",
                    "{\"name\":\"t\",\"scope\":\"READ_ONLY\",\"expiresAt\":\""
                            + Instant.now().plus(Duration.ofDays(1)) + "\"}"
                })) {
            HttpResponse<String> first = post(call[0], call[1], "k-5" + call[0].length());
            HttpResponse<String> second = post(call[0], call[1], "k-5" + call[0].length());
            assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
            assertThat(second.statusCode()).as(second.body()).isEqualTo(409);
            String id = AdminNode.json(first)
                    .path("id")
                    .asString(AdminNode.json(first).path("token").path("id").asString(""));
            assertThat(second.body()).contains("OSE-2215", id);
        }
    }

    @Test
    void failureIsForgotten() throws Exception {
        assertThat(post(TENANTS, "{\"name\":\"bad name\"}", "k-6").statusCode()).isEqualTo(400);
        assertThat(post(TENANTS, "{\"name\":\"good-name\"}", "k-6").statusCode())
                .isEqualTo(201);
    }

    @Test
    void ofRequestsAtOnceOneIsCarriedOut() throws Exception {
        String user = user("raced");
        int before = credentials(user);
        CyclicBarrier start = new CyclicBarrier(4);
        Callable<Integer> make = () -> {
            start.await();
            return post(user + "/credentials", "{}", "k-7").statusCode();
        };
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService four = Executors.newFixedThreadPool(4)) {
            for (Future<Integer> answer : four.invokeAll(List.of(make, make, make, make))) {
                statuses.add(answer.get());
            }
        }

        assertThat(statuses).containsExactlyInAnyOrder(201, 409, 409, 409);
        assertThat(credentials(user)).isEqualTo(before + 1);
    }

    @Test
    void requestOfADeadNodeIsBusyForFiveMinutes() throws Exception {
        assertThat(post(TENANTS, "{\"name\":\"dead\"}", "k-8").statusCode()).isEqualTo(201);
        node.database().update("UPDATE idempotent_call SET status = NULL, answer = NULL WHERE key = 'k-8'");
        HttpResponse<String> busy = post(TENANTS, "{\"name\":\"dead\"}", "k-8");
        assertThat(busy.statusCode()).isEqualTo(409);
        assertThat(code(busy)).isEqualTo("OSE-2214");

        node.database().update("UPDATE idempotent_call SET begun_at = now() - interval '6 minutes' WHERE key = 'k-8'");
        assertThat(code(post(TENANTS, "{\"name\":\"dead\"}", "k-8")))
                .as("carried out again, and there already")
                .isEqualTo("OSE-2205");
    }

    @Test
    void keyIsOfItsLoginAndForADay() throws Exception {
        node.created(
                "/api/v1/admin/administrators",
                "{\"name\":\"zoe\",\"password\":\"a password of tests\"," + "\"mustChange\":false}");
        assertThat(post(TENANTS, "{\"name\":\"mine\"}", "k-9").statusCode()).isEqualTo(201);
        assertThat(node.send(node.request(
                                        "POST",
                                        TENANTS,
                                        "{\"name\":\"hers\"}",
                                        AdminNode.basic("zoe", "a password of tests"))
                                .header("Idempotency-Key", "k-9"))
                        .statusCode())
                .isEqualTo(201);

        node.database().update("UPDATE idempotent_call SET begun_at = now() - interval '25 hours'");
        assertThat(post(TENANTS, "{\"name\":\"later\"}", "k-9").statusCode()).isEqualTo(201);
    }

    @Test
    void bodyOfTenMebibytesIsRefused() throws Exception {
        HttpResponse<String> answer = post(TENANTS, "{\"name\":\"" + "a".repeat(10 << 20) + "\"}", "k-10");

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(node.get(TENANTS).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "", "with\ttab"})
    void strangeKeyIsRefused(String key) throws Exception {
        HttpResponse<String> answer = post(TENANTS, "{\"name\":\"x\"}", key);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(AdminNode.json(answer).get("field").asString()).isEqualTo("Idempotency-Key");
    }
}
