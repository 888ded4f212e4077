package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.tenant.credential.LastUseWriter;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Names, changes, rotation and last use of key pairs, and the list of a tenant's key pairs, against a whole node. */
class CredentialApiTest extends OnJobNode {

    private static final String WORD = "a password of tests";

    private JsonNode made(String body) throws Exception {
        return node.created(house.user() + "/credentials", body);
    }

    private JsonNode reader(String name, String more) throws Exception {
        return made(
                "{\"name\":\"%s\",\"scope\":{\"buckets\":[\"%s\"],\"readOnly\":true}%s}".formatted(name, bucket, more));
    }

    private String path(JsonNode credential, String user) {
        return user + "/credentials/" + credential.get("accessKey").asString();
    }

    private HttpResponse<String> patch(JsonNode credential, String body) throws Exception {
        return node.send("PATCH", path(credential, house.user()), body, node.admin());
    }

    private HttpResponse<String> rotate(JsonNode credential, String body) throws Exception {
        return node.post(path(credential, house.user()) + "/rotate", body);
    }

    private int s3(JsonNode credential, String method) throws Exception {
        try (S3User user = new S3User(node.bean(S3Listeners.class).port(), credential)) {
            return user.send(method, '/' + bucket + "/key", "", method.equals("PUT") ? "body" : "")
                    .status();
        }
    }

    private static JsonNode ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    private static void assertRefused(HttpResponse<String> answer, int status, String field) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(field);
    }

    private static List<String> names(JsonNode page) {
        return StreamSupport.stream(page.get("items").spliterator(), false)
                .map(item -> item.path("name").asString(""))
                .toList();
    }

    private String login(String name, String role) throws Exception {
        String user = house.tenant() + "/users/"
                + node.created(house.tenant() + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                        .get("id")
                        .asString();
        password(user);
        return user;
    }

    private void password(String user) throws Exception {
        assertThat(node.send("PUT", user + "/login", "{\"password\":\"" + WORD + "\"}", node.admin())
                        .statusCode())
                .isEqualTo(204);
    }

    private String basic(String name) throws Exception {
        String tenant = AdminNode.json(node.get(house.tenant())).get("name").asString();
        return AdminNode.basic(name + '@' + tenant, WORD);
    }

    @Test
    void nameIsUniqueAmongTheKeysOfAUser() throws Exception {
        JsonNode report = reader("report", "");
        JsonNode other = made("{}");

        assertThat(report.get("name").asString()).isEqualTo("report");
        assertRefused(node.post(house.user() + "/credentials", "{\"name\":\"report\"}"), 409, "report");
        assertRefused(patch(other, "{\"name\":\"report\"}"), 409, "report");
        assertRefused(patch(other, "{\"name\":\"" + "n".repeat(65) + "\"}"), 400, "name");
        assertRefused(patch(other, "{\"name\":7}"), 400, "name");
        assertThat(ok(patch(report, "{\"name\":\"report\"}")).get("name").asString())
                .isEqualTo("report");
        assertThat(ok(patch(report, "{\"name\":null}")).has("name")).isFalse();
        assertThat(ok(patch(other, "{\"name\":\"report\"}")).get("name").asString())
                .isEqualTo("report");
        String colleague = login("abe", "TENANT_USER");
        node.created(colleague + "/credentials", "{\"name\":\"report\"}");
    }

    @Test
    void changeOfTheScopeHoldsForTheNextRequests() throws Exception {
        JsonNode key = reader("uploads", ",\"description\":\"first\"");
        assertThat(s3(key, "PUT")).isEqualTo(403);

        JsonNode changed = ok(patch(key, "{\"scope\":{\"buckets\":[\"" + bucket + "\"]},\"description\":\"second\"}"));

        assertThat(changed.get("description").asString()).isEqualTo("second");
        assertThat(changed.get("name").asString()).isEqualTo("uploads");
        assertThat(changed.get("policy").toString()).contains("PutObject");
        assertThat(changed.has("secretKey")).isFalse();
        await().atMost(LONG).until(() -> s3(key, "PUT") == 200);
    }

    @Test
    void expiryIsSetMovedAndRemoved() throws Exception {
        JsonNode key = made("{}");

        assertThat(ok(patch(key, "{\"expiresAt\":\"2090-01-01T00:00:00Z\"}"))
                        .get("expiresAt")
                        .asString())
                .isEqualTo("2090-01-01T00:00:00Z");
        assertThat(ok(patch(key, "{\"expiresAt\":null}")).has("expiresAt")).isFalse();
        assertRefused(patch(key, "{\"expiresAt\":\"2020-01-01T00:00:00Z\"}"), 400, "expiresAt");
        assertRefused(patch(key, "{\"expiresAt\":\"soon\"}"), 400, "expiresAt");
    }

    @Test
    void applicationKeepsAPolicyAndOthersGetNone() throws Exception {
        JsonNode application = reader("bound", "");
        JsonNode free = made("{}");
        String allow = "{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"s3:*\",\"Resource\":\"*\"}}";

        assertRefused(patch(application, "{\"policy\":null}"), 400, "policy");
        assertRefused(patch(application, "{\"policy\":{\"Statement\":7}}"), 400, "policy");
        assertRefused(patch(free, "{\"policy\":" + allow + "}"), 400, "policy");
        assertThat(ok(patch(application, "{\"policy\":" + allow + "}"))
                        .get("policy")
                        .toString())
                .isEqualTo(allow);
    }

    @Test
    void methodOfTheAdminApiIsNoneOfS3() throws Exception {
        assertThat(s3(made("{}"), "PATCH")).isEqualTo(405);
    }

    @Test
    void reservedKeyIsNotChanged() throws Exception {
        JsonNode page = ok(node.get(house.user() + "/credentials?filter=kind==RESERVED"));
        JsonNode reserved = page.get("items").get(0);

        assertThat(patch(reserved, "{\"description\":\"x\"}").statusCode()).isEqualTo(409);
        assertThat(rotate(reserved, "{}").statusCode()).isEqualTo(409);
    }

    @Test
    void ofTwoWhoChangeOneKeyTheSecondIsTold() throws Exception {
        JsonNode key = made("{}");
        String path = path(key, house.user());
        String seen = node.get(path).headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> first = node.send(
                node.request("PATCH", path, "{\"name\":\"one\"}", node.admin()).header("If-Match", seen));
        HttpResponse<String> second = node.send(
                node.request("PATCH", path, "{\"name\":\"two\"}", node.admin()).header("If-Match", seen));

        assertThat(first.headers().firstValue("ETag").orElseThrow()).isNotEqualTo(seen);
        assertRefused(second, 412, "OSE-2212");
        assertThat(ok(node.get(path)).get("name").asString()).isEqualTo("one");
    }

    @Test
    void rotatedKeyIsServedBesideTheNewOneUntilItsEnd() throws Exception {
        JsonNode former = reader("report", ",\"description\":\"nightly\"");
        Instant before = Instant.now();

        HttpResponse<String> answer = rotate(former, "{\"endsAfterDays\":3}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        JsonNode made = AdminNode.json(answer);
        assertThat(made.get("name").asString()).isEqualTo("report");
        assertThat(made.get("description").asString()).isEqualTo("nightly");
        assertThat(made.get("policy")).isEqualTo(former.get("policy"));
        assertThat(made.has("expiresAt")).isFalse();
        assertThat(made.get("replaced").get("accessKey")).isEqualTo(former.get("accessKey"));
        assertThat(Instant.parse(made.get("replaced").get("expiresAt").asString()))
                .isBetween(
                        before.plus(Duration.ofDays(3)).truncatedTo(ChronoUnit.MICROS),
                        Instant.now().plus(Duration.ofDays(3)));
        assertThat(List.of(s3(former, "GET"), s3(made, "GET"), s3(made, "PUT"))).containsExactly(404, 404, 403);
        assertThat(ok(node.get(path(former, house.user()))).has("name")).isFalse();
    }

    @Test
    void keyThatIsRotatedAtOnceIsRefused() throws Exception {
        JsonNode former = made("{}");

        JsonNode made = AdminNode.json(rotate(former, "{\"endsAfterDays\":0}"));

        await().atMost(LONG).until(() -> s3(former, "PUT") == 403);
        assertThat(s3(made, "PUT")).isEqualTo(200);
        assertThat(rotate(former, "{}").statusCode()).isEqualTo(409);
        assertRefused(rotate(made, "{\"endsAfterDays\":91}"), 400, "endsAfterDays");
    }

    @Test
    void newKeyLastsAsLongAsTheFormerOneWasTo() throws Exception {
        Instant end = Instant.now().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.SECONDS);
        JsonNode former = made("{\"expiresAt\":\"" + end + "\"}");

        JsonNode made = AdminNode.json(rotate(former, "{}"));

        assertThat(Instant.parse(made.get("replaced").get("expiresAt").asString()))
                .isEqualTo(end);
        Duration life = Duration.between(
                Instant.parse(made.get("createdAt").asString()),
                Instant.parse(made.get("expiresAt").asString()));
        assertThat(life)
                .isEqualTo(
                        Duration.between(Instant.parse(former.get("createdAt").asString()), end));
    }

    @Test
    void lastUseIsShown() throws Exception {
        JsonNode key = made("{\"name\":\"used\"}");
        assertThat(ok(node.get(path(key, house.user()))).has("lastUsed")).isFalse();
        Instant before = Instant.now();

        assertThat(s3(key, "PUT")).isEqualTo(200);
        node.bean(LastUseWriter.class).close();

        JsonNode shown = ok(node.get(path(key, house.user()))).get("lastUsed");
        assertThat(shown.get("service").asString()).isEqualTo("S3");
        assertThat(shown.get("address").asString()).isEqualTo("127.0.0.1");
        assertThat(Instant.parse(shown.get("time").asString()))
                .isBetween(before.truncatedTo(ChronoUnit.MICROS), Instant.now());
        assertThat(names(ok(node.get(house.tenant() + "/credentials?filter=lastUsedAt=lt=2090-01-01T00:00:00Z"))))
                .contains("used");
    }

    @Test
    void administratorListsTheKeysOfAllUsersOfItsTenantOnly() throws Exception {
        reader("of-ann", "");
        String ada = login("ada", "TENANT_ADMIN");
        node.created(ada + "/credentials", "{\"name\":\"of-ada\"}");
        House others = house();
        String list = "/credentials?filter=name==of-*&order=-name&total=true";

        HttpResponse<String> answer = node.send("GET", house.tenant() + list, "", basic("ada"));

        JsonNode page = ok(answer);
        assertThat(names(page)).containsExactly("of-ann", "of-ada");
        assertThat(page.get("total").asLong()).isEqualTo(2);
        assertThat(page.get("items").get(0).get("user").asString()).isEqualTo("ann");
        assertThat(answer.body()).doesNotContain("secret");
        JsonNode first = ok(node.get(house.tenant() + list + "&limit=1"));
        assertThat(names(ok(node.get(house.tenant() + list + "&limit=1&after="
                        + first.get("next").asString()))))
                .containsExactly("of-ada");
        assertThat(node.send("GET", others.tenant() + list, "", basic("ada")).statusCode())
                .isEqualTo(404);
        password(house.user());
        assertThat(node.send("GET", house.tenant() + list, "", basic("ann")).statusCode())
                .isEqualTo(403);
    }

    @Test
    void moreRightsForAKeyTakeTheRightToMakeOne() throws Exception {
        JsonNode key = reader("narrow", "");
        password(house.user());
        String policy =
                "{\"document\":{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"iam:%s\",\"Resource\":\"*\"}}}";
        attach(policy.formatted("UpdateAccessKey"));
        String path = path(key, house.user());
        String wider = "{\"scope\":{\"buckets\":[\"" + bucket + "\"]}}";

        assertThat(node.send("PATCH", path, "{\"name\":\"renamed\"}", basic("ann"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(node.send("PATCH", path, wider, basic("ann")).statusCode()).isEqualTo(403);
        assertThat(node.send("POST", path + "/rotate", "{}", basic("ann")).statusCode())
                .isEqualTo(403);
        attach(policy.formatted("CreateAccessKey"));
        assertThat(node.send("POST", path + "/rotate", "{}", basic("ann")).statusCode())
                .isEqualTo(403);
        attach(policy.formatted("*AccessKey"));
        assertThat(node.send("PATCH", path, wider, basic("ann")).statusCode()).isEqualTo(200);
        assertThat(node.send("POST", path + "/rotate", "{}", basic("ann")).statusCode())
                .isEqualTo(201);
    }

    private void attach(String policy) throws Exception {
        HttpResponse<String> answer = node.send("PUT", house.user() + "/policies/limit", policy, node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    }
}
