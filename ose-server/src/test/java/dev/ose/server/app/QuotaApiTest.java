package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Quotas and buckets in the admin API. */
class QuotaApiTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";

    /** A tenant with a user and two buckets: their paths. */
    private record House(String tenant, String user, String bucket) {}

    private House house(String name) throws Exception {
        String tenant =
                node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
        String user = node.created(TENANTS + "/" + tenant + "/users", "{\"name\":\"u\"}")
                .get("id")
                .asString();
        BucketStore buckets = node.bean(BucketStore.class);
        TenantId owner = new TenantId(UUID.fromString(tenant));
        UserId holder = new UserId(UUID.fromString(user));
        for (String bucket : List.of(name + "-1", name + "-2")) {
            BucketClaim claim = buckets.claim(owner, holder, new PlatformId(1), new BucketName(bucket), "default");
            buckets.confirm(owner, holder, claim.bucket());
        }
        String path = TENANTS + "/" + tenant;
        return new House(path, path + "/users/" + user, path + "/buckets/" + name + "-1");
    }

    private JsonNode put(String path, String body) throws Exception {
        HttpResponse<String> answer = node.send("PUT", path + "/quota", body, node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    @Test
    void quotaIsSetShownReplacedListedAndRemoved() throws Exception {
        House house = house("limited");
        String unused =
                "\"used\":{\"objects\":0,\"storedBytes\":0,\"partBytes\":0,\"olderVersions\":0,\"olderBytes\":0}";

        assertThat(put(house.tenant(), "{\"maxBytes\":1000,\"maxBuckets\":3}").toString())
                .isEqualTo("{\"maxBytes\":1000,\"maxBuckets\":3," + unused + ",\"buckets\":2}");
        assertThat(put(house.user(), "{\"maxObjects\":0}").toString())
                .isEqualTo("{\"maxObjects\":0," + unused + ",\"buckets\":2}");
        assertThat(put(house.bucket(), "{\"maxBytes\":5}").toString()).isEqualTo("{\"maxBytes\":5," + unused + "}");
        assertThat(put(house.bucket(), "{\"maxObjects\":7}").has("maxBytes")).isFalse();

        JsonNode first = AdminNode.json(node.get(house.tenant() + "/quotas?limit=2"));
        assertThat(first.get("items").toString())
                .isEqualTo("[{\"maxBytes\":1000,\"maxBuckets\":3},{\"user\":\"u\",\"maxObjects\":0}]");
        assertThat(AdminNode.json(node.get(house.tenant() + "/quotas?after="
                                + first.get("next").asString()))
                        .toString())
                .isEqualTo("{\"items\":[{\"bucket\":\"limited-1\",\"maxObjects\":7}]}");

        for (String path : List.of(house.tenant(), house.user(), house.bucket())) {
            assertThat(node.send("DELETE", path + "/quota", "", node.admin()).statusCode())
                    .isEqualTo(204);
            assertThat(node.get(path + "/quota").body()).doesNotContain("max").contains("\"used\"");
        }
        assertThat(node.get(house.tenant() + "/quotas").body()).isEqualTo("{\"items\":[]}");
    }

    @Test
    void whatCannotBeAQuotaIsRefused() throws Exception {
        House house = house("odd");

        for (String body : List.of("{}", "{\"maxBytes\":-1}", "{\"maxObjects\":\"many\"}", "{\"maxBytes\":1e30}")) {
            assertThat(node.send("PUT", house.tenant() + "/quota", body, node.admin())
                            .statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(node.send("PUT", house.bucket() + "/quota", "{\"maxBuckets\":1}", node.admin())
                        .statusCode())
                .isEqualTo(400);
        assertThat(node.get(house.tenant() + "/quotas?after=x").statusCode()).isEqualTo(400);
        assertThat(node.get(house.tenant() + "/quotas?limit=0").statusCode()).isEqualTo(400);
        assertThat(node.send("PUT", house.tenant() + "/buckets/none/quota", "{\"maxBytes\":1}", node.admin())
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void bucketsAreListedAndShownInTheirTenantOnly() throws Exception {
        House house = house("listed");
        House other = house("other");

        JsonNode first = AdminNode.json(node.get(house.tenant() + "/buckets?limit=1"));
        JsonNode second = AdminNode.json(
                node.get(house.tenant() + "/buckets?after=" + first.get("next").asString()));

        assertThat(first.get("items").get(0).get("name").asString()).isEqualTo("listed-1");
        assertThat(second.get("items").get(0).get("name").asString()).isEqualTo("listed-2");
        assertThat(second.has("next")).isFalse();
        assertThat(AdminNode.json(node.get(house.bucket())).get("region").asString())
                .isEqualTo("default");
        assertThat(house.user())
                .endsWith(AdminNode.json(node.get(house.bucket())).get("owner").asString());
        assertThat(node.get(other.tenant() + "/buckets/listed-1").statusCode()).isEqualTo(404);
        assertThat(node.get(house.tenant() + "/buckets?prefix=o").body()).isEqualTo("{\"items\":[]}");
    }
}
