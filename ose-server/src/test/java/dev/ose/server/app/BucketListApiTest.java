package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.app.dataplane.S3Listeners;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What the list of buckets counts, and the check of names, after writes by S3. */
class BucketListApiTest extends OnEmbeddedNode {

    private static final String NAMES = "/api/v1/admin/bucket-names/";
    private static final String WORD = "a password of tests";

    private String tenant = "";
    private String others = "";

    @BeforeAll
    void fill() throws Exception {
        tenant = tenant("listed");
        others = tenant("others");
        try (S3User ann = user(tenant, "ann");
                S3User bob = user(tenant, "bob");
                S3User eve = user(others, "eve")) {
            for (String bucket : List.of("small", "large", "empty")) {
                ann.ok("PUT", '/' + bucket, "", "");
            }
            bob.ok("PUT", "/of-bob", "", "");
            eve.ok("PUT", "/of-eve", "", "");
            ann.ok("PUT", "/small/a", "", "12345");
            ann.ok("PUT", "/small/b", "", "12345");
            ann.ok("PUT", "/large/a", "", "x".repeat(1000));
            String versioned = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>";
            bob.ok("PUT", "/of-bob", "versioning", versioned);
            bob.ok("PUT", "/of-bob/a", "", "12");
            bob.ok("PUT", "/of-bob/a", "", "123");
        }
        quota("small", "{\"maxBytes\":40,\"maxObjects\":4}");
        quota("large", "{\"maxBytes\":0}");
    }

    private String tenant(String name) throws Exception {
        return TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    private S3User user(String home, String name) throws Exception {
        JsonNode user = node.created(home + "/users", "{\"name\":\"" + name + "\"}");
        String path = home + "/users/" + user.get("id").asString();
        assertThat(node.send("PUT", path + "/login", "{\"password\":\"" + WORD + "\"}", node.admin())
                        .statusCode())
                .isEqualTo(204);
        return new S3User(node.bean(S3Listeners.class).port(), node.created(path + "/credentials", "{}"));
    }

    private void quota(String bucket, String body) throws Exception {
        HttpResponse<String> answer = node.send("PUT", tenant + "/buckets/" + bucket + "/quota", body, node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    }

    private JsonNode list(String query, String login) throws Exception {
        HttpResponse<String> answer = node.send("GET", tenant + "/buckets?" + query, "", login);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    private static List<String> names(JsonNode page) {
        return StreamSupport.stream(page.get("items").spliterator(), false)
                .map(item -> item.get("name").asString())
                .toList();
    }

    @Test
    void bucketHasCountsOwnerAndQuota() throws Exception {
        JsonNode small = list("filter=name==small", node.admin()).get("items").get(0);

        assertThat(small.get("ownerName").asString()).isEqualTo("ann");
        assertThat(small.get("objects").asLong()).isEqualTo(2);
        assertThat(small.get("storedBytes").asLong()).isEqualTo(10);
        assertThat(small.get("takenBytes").asLong()).isEqualTo(10);
        assertThat(small.get("maxBytes").asLong()).isEqualTo(40);
        assertThat(small.get("maxObjects").asLong()).isEqualTo(4);
        assertThat(small.get("quotaPercent").asLong()).isEqualTo(50);
    }

    @Test
    void olderVersionsAreTakenBytes() throws Exception {
        JsonNode versioned =
                list("filter=name==of-bob", node.admin()).get("items").get(0);

        assertThat(versioned.get("storedBytes").asLong()).isEqualTo(3);
        assertThat(versioned.get("takenBytes").asLong()).isEqualTo(5);
        assertThat(versioned.get("hasVersions").asBoolean()).isTrue();
        assertThat(versioned.has("quotaPercent")).isFalse();
        assertThat(versioned.has("maxBytes")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "order=-objects; small,of-bob,large,empty",
                "order=-storedBytes; large,small,of-bob,empty",
                "order=takenBytes; empty,of-bob,small,large",
                "order=-quotaPercent&filter=quotaPercent=gt=0; large,small",
                "order=maxBytes&filter=maxBytes=lt=100; large,small",
                "order=maxObjects&filter=maxObjects==4; small",
                "order=-name&filter=objects=ge=1,name==empty; small,of-bob,large,empty"
            })
    void listIsOrderedAndFilteredByCounts(String query, String expected) throws Exception {
        JsonNode page = list(query + "&total=true", node.admin());

        assertThat(String.join(",", names(page))).isEqualTo(expected);
        assertThat(page.get("total").asLong()).isEqualTo(names(page).size());
        JsonNode first = list(query + "&limit=1", node.admin());
        if (first.has("next")) {
            JsonNode rest = list(query + "&after=" + first.get("next").asString(), node.admin());
            assertThat(names(first).getFirst() + "," + String.join(",", names(rest)))
                    .isEqualTo(expected);
        }
    }

    @Test
    void plainUserSeesItsOwnBucketsOnly() throws Exception {
        String bob = AdminNode.basic("bob@listed", WORD);

        assertThat(names(list("order=-objects", bob))).containsExactly("of-bob");
        assertThat(list("total=true", bob).get("total").asLong()).isOne();
        assertThat(node.send("GET", others + "/buckets", "", bob).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "free-name,FREE,''",
        "small,TAKEN,''",
        "of-eve,TAKEN,''",
        "ab,INVALID,LENGTH",
        "Upper,INVALID,CHARACTERS",
        "-ab,INVALID,ENDS",
        "a..b,INVALID,DOTS",
        "192.168.1.1,INVALID,ADDRESS",
        "xn--abc,INVALID,RESERVED"
    })
    void nameIsFreeTakenOrInvalid(String name, String state, String rule) throws Exception {
        String bob = AdminNode.basic("bob@listed", WORD);

        for (String login : List.of(bob, node.admin())) {
            HttpResponse<String> answer = node.send("GET", NAMES + name, "", login);

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            JsonNode view = AdminNode.json(answer);
            assertThat(view.get("state").asString()).isEqualTo(state);
            assertThat(view.path("rule").asString("")).isEqualTo(rule);
            assertThat(view.has("explanation")).isEqualTo(!rule.isEmpty());
            assertThat(answer.body()).doesNotContain("eve@", "others");
        }
        assertThat(node.send("GET", NAMES + name, "", "").statusCode()).isEqualTo(401);
    }
}
