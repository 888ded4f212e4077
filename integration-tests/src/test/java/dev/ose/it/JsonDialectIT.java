package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Lists of buckets in JSON, signed by boto3. */
@ExtendWith(Servers.class)
final class JsonDialectIT {

    private final String first = "first-" + UUID.randomUUID();
    private final String second = "second-" + UUID.randomUUID();
    private SdkProgram user;
    private SdkProgram administrator;
    private SdkProgram stranger;

    @BeforeEach
    void makePeople(Node node) {
        AdminApi.Account account = node.admin().makeTenant("json-" + UUID.randomUUID());
        user = program(node, account);
        administrator = program(node, node.admin().makeAdministrator(account.tenant(), "chief"));
        stranger = program(node, node.admin().makeTenant("json-" + UUID.randomUUID()));
        user.makeBucket(first);
        administrator.makeBucket(second);
        user.upload(Samples.file("json-dialect", 1_234), first, "key");
    }

    private static SdkProgram program(Node node, AdminApi.Account account) {
        return SdkProgram.python(node.target(Where.HTTP).as(account.accessKey(), account.secretKey()));
    }

    private static JsonNode get(SdkProgram client, String target, int status) {
        String answer = client.getJson(target);
        assertThat(answer).startsWith(status + " {");
        return JsonMapper.shared().readTree(answer.substring(answer.indexOf(' ')));
    }

    private static List<String> names(JsonNode list) {
        return list.required("buckets")
                .valueStream()
                .map(bucket -> bucket.required("name").asString())
                .toList();
    }

    @Test
    void bucketsAreListedByRoleFilterOrderAndPage() {
        JsonNode all = get(administrator, "/?all&order=usedBytes%20DESC", 200);
        assertThat(names(all)).containsExactly(first, second);
        JsonNode largest = all.required("buckets").get(0);
        assertThat(largest.required("objectCount").asLong()).isEqualTo(1);
        assertThat(largest.required("usedBytes").asLong()).isEqualTo(1_234);
        assertThat(largest.required("owner").required("displayName").asString()).isEqualTo("first");
        JsonNode page = get(administrator, "/?all&limit=1&offset=1", 200);
        assertThat(names(page)).containsExactly(second);
        assertThat(page.required("pageInfo").toString()).isEqualTo("{\"offset\":1,\"limit\":1,\"total\":2}");
        assertThat(names(get(administrator, "/?all&filter=owner%3D%3Dfir%2A%3BobjectCount%3Dge%3D1", 200)))
                .containsExactly(first);

        assertThat(names(get(user, "/?order=name", 200))).containsExactly(first);
        assertThat(names(get(user, "/", 200))).as("own buckets").containsExactly(first);
        assertThat(names(get(user, "/?shared", 200))).isEmpty();
        assertThat(get(user, "/?all", 403).required("code").asString()).isEqualTo("AccessDenied");
        assertThat(names(get(stranger, "/?filter=name%3D%3D%2A", 200))).isEmpty();
        assertThat(get(user, "/?filter=name%3D%3D%27a%27%20OR%201%3D1", 400)
                        .required("argumentName")
                        .asString())
                .isEqualTo("filter");
    }

    @Test
    void objectsAreListedInJson() {
        JsonNode listing = get(user, '/' + first + "?list-type=2", 200);

        assertThat(listing.required("truncated").asBoolean()).isFalse();
        JsonNode object = listing.required("objectBrief").get(0);
        assertThat(object.required("key").asString()).isEqualTo("key");
        assertThat(object.required("size").asLong()).isEqualTo(1_234);
        assertThat(get(user, '/' + first + "/none", 404).required("key").asString())
                .isEqualTo("none");
    }
}
