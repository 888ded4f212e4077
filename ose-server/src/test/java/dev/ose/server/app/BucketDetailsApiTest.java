package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.UserPolicies;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the admin API shows of a bucket whose settings were made by S3, and to whom. */
class BucketDetailsApiTest extends OnEmbeddedNode {

    private static final String WORD = "a password of tests";

    private String tenant = "";
    private String others = "";
    private JsonNode annKey;

    @BeforeAll
    void fill() throws Exception {
        tenant = tenant("shown");
        others = tenant("hidden");
        annKey = user(tenant, "ann");
        user(tenant, "bob");
        user(tenant, "carl");
        user(others, "eve");
        try (S3User ann = s3(annKey)) {
            ann.ok("PUT", "/plain", "", "");
            ann.ok("PUT", "/full", "", "", "x-amz-bucket-object-lock-enabled: true");
            ann.ok("PUT", "/full/a", "", "12345");
            ann.ok(
                    "PUT",
                    "/full",
                    "object-lock",
                    "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule>"
                            + "<DefaultRetention><Mode>GOVERNANCE</Mode><Days>3</Days></DefaultRetention></Rule>"
                            + "</ObjectLockConfiguration>");
            ann.ok(
                    "PUT",
                    "/full",
                    "tagging",
                    "<Tagging><TagSet><Tag><Key>team</Key><Value>red</Value></Tag></TagSet></Tagging>");
            ann.ok(
                    "PUT",
                    "/full",
                    "cors",
                    "<CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin>"
                            + "</CORSRule></CORSConfiguration>");
            ann.ok(
                    "PUT",
                    "/full",
                    "publicAccessBlock",
                    "<PublicAccessBlockConfiguration><IgnorePublicAcls>true</IgnorePublicAcls>"
                            + "</PublicAccessBlockConfiguration>");
            ann.ok("PUT", "/full", "policy", policy("full", "*", "s3:GetObject", "/*"));
        }
    }

    private String tenant(String name) throws Exception {
        return TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    private JsonNode user(String home, String name) throws Exception {
        JsonNode user = node.created(home + "/users", "{\"name\":\"" + name + "\"}");
        String path = home + "/users/" + user.get("id").asString();
        assertThat(node.send("PUT", path + "/login", "{\"password\":\"" + WORD + "\"}", node.admin())
                        .statusCode())
                .isEqualTo(204);
        return node.created(path + "/credentials", "{}");
    }

    private S3User s3(JsonNode key) throws Exception {
        return new S3User(node.bean(S3Listeners.class).port(), key);
    }

    private String arn(String name) {
        return "arn:aws:iam::" + tenant.substring(tenant.lastIndexOf('/') + 1) + ":user/" + name;
    }

    private static String policy(String bucket, String principal, String action, String keys) {
        String who = principal.equals("*") ? "\"*\"" : "{\"AWS\":\"" + principal + "\"}";
        return "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Principal\":" + who
                + ",\"Action\":\"" + action + "\",\"Resource\":\"arn:aws:s3:::" + bucket + keys + "\"}]}";
    }

    private HttpResponse<String> get(String home, String bucket, String login) throws Exception {
        return node.send("GET", home + "/buckets/" + bucket, "", login);
    }

    private JsonNode shown(String bucket, String login) throws Exception {
        HttpResponse<String> answer = get(tenant, bucket, login);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    @Test
    void ownerSeesAllSettings() throws Exception {
        JsonNode full = shown("full", AdminNode.basic("ann@shown", WORD));

        assertThat(full.get("versioning").asString()).isEqualTo("ENABLED");
        assertThat(full.get("objectLock").toString())
                .isEqualTo("{\"enabled\":true,\"mode\":\"GOVERNANCE\",\"days\":3}");
        assertThat(full.get("tags").toString()).isEqualTo("[{\"key\":\"team\",\"value\":\"red\"}]");
        assertThat(full.get("corsRuleCount").asInt()).isOne();
        assertThat(full.get("lifecycleRuleCount").asInt()).isZero();
        assertThat(full.at("/publicAccessBlock/ignorePublicAcls").asBoolean()).isTrue();
        assertThat(full.at("/publicAccessBlock/blockPublicAcls").asBoolean()).isFalse();
        assertThat(full.get("policyStatus").toString()).isEqualTo("{\"hasPolicy\":true,\"isPublic\":true}");
        assertThat(full.get("objectOwnership").asString()).isEqualTo("BUCKET_OWNER_ENFORCED");
        assertThat(full.at("/acl/users").asInt()).isZero();
        assertThat(full.at("/usage/objects").asLong()).isOne();
        assertThat(full.get("quota").toString()).isEqualTo("{}");
        assertThat(texts(full.get("capabilities"))).contains("VERSIONING", "POLICY");
        assertThat(full.at("/notifications/targetCount").asInt()).isZero();
        assertThat(texts(full.get("notOffered"))).contains("replication", "website");
        assertThat(full.get("notPermitted")).isEmpty();
        assertThat(full.get("unknown")).isEmpty();
    }

    @Test
    void bucketWithoutSettingsHasDefaults() throws Exception {
        JsonNode plain = shown("plain", node.admin());

        assertThat(plain.get("versioning").asString()).isEqualTo("DISABLED");
        assertThat(plain.get("objectLock").toString()).isEqualTo("{\"enabled\":false}");
        assertThat(plain.get("tags")).isEmpty();
        assertThat(plain.get("policyStatus").toString()).isEqualTo("{\"hasPolicy\":false,\"isPublic\":false}");
        assertThat(plain.get("encryption").toString()).isEqualTo("{}");
        assertThat(plain.has("sync")).isFalse();
    }

    @Test
    void userWithWhomSettingsAreSharedSeesThoseAlone() throws Exception {
        try (S3User ann = s3(annKey)) {
            ann.ok("PUT", "/for-bob", "", "");
            ann.ok("PUT", "/for-bob", "policy", policy("for-bob", arn("bob"), "s3:GetBucketTagging", ""));
            ann.ok("PUT", "/for-eve", "", "");
            ann.ok("PUT", "/for-eve", "policy", policy("for-eve", "*", "s3:GetBucketVersioning", ""));
        }

        JsonNode seen = shown("for-bob", AdminNode.basic("bob@shown", WORD));
        assertThat(seen.get("tags")).isEmpty();
        assertThat(texts(seen.get("notPermitted"))).contains("versioning", "acl", "policyStatus");
        assertThat(seen.has("usage")).isFalse();
        assertThat(seen.has("quota")).isFalse();
        JsonNode guest = AdminNode.json(get(others, "for-eve", AdminNode.basic("eve@hidden", WORD)));
        assertThat(guest.get("versioning").asString()).isEqualTo("DISABLED");
        assertThat(guest.has("owner")).isFalse();
        assertThat(get(tenant, "for-bob", AdminNode.basic("carl@shown", WORD)).statusCode())
                .isEqualTo(404);
    }

    /** As its requests to S3 are: by an explicit denial, and by what no statement allows. */
    @Test
    void policiesLimitWhatOwnersAndAdministratorsSee() throws Exception {
        JsonNode dora = user(tenant, "dora");
        JsonNode admin = node.created(tenant + "/users", "{\"name\":\"boss\",\"role\":\"TENANT_ADMIN\"}");
        String boss = tenant + "/users/" + admin.get("id").asString();
        node.send("PUT", boss + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        try (S3User user = s3(dora)) {
            user.ok("PUT", "/of-dora", "", "");
        }
        String deny = ",{\"Effect\":\"Deny\",\"Action\":[\"s3:GetBucketTagging\",\"s3:GetBucketLogging\"],"
                + "\"Resource\":\"*\"}";
        attach(dora.get("userId").asString(), "[" + allow("*") + deny + "]");
        attach(admin.get("id").asString(), "[" + allow("ose:GetBucket") + "," + allow("s3:GetBucketVersioning") + "]");

        JsonNode ofDora = shown("of-dora", AdminNode.basic("dora@shown", WORD));
        JsonNode ofBoss = shown("full", AdminNode.basic("boss@shown", WORD));

        assertThat(ofDora.get("versioning").asString()).isEqualTo("DISABLED");
        assertThat(ofDora.has("usage")).isTrue();
        assertThat(ofDora.has("tags")).isFalse();
        assertThat(ofDora.has("logging")).isFalse();
        assertThat(texts(ofDora.get("notPermitted"))).containsExactlyInAnyOrder("tags", "logging");
        assertThat(ofBoss.get("versioning").asString()).isEqualTo("ENABLED");
        assertThat(ofBoss.has("acl")).isFalse();
        assertThat(texts(ofBoss.get("notPermitted")))
                .contains("acl", "policyStatus", "tags", "objectLock", "notifications", "logging")
                .doesNotContain("versioning");
        assertThat(shown("full", node.admin()).get("notPermitted")).isEmpty();
    }

    private static String allow(String action) {
        return "{\"Effect\":\"Allow\",\"Action\":\"" + action + "\",\"Resource\":\"*\"}";
    }

    private void attach(String user, String statements) {
        UUID home = UUID.fromString(tenant.substring(tenant.lastIndexOf('/') + 1));
        node.bean(UserPolicies.class)
                .put(
                        new TenantId(home),
                        new UserId(UUID.fromString(user)),
                        "limits",
                        "{\"Version\":\"2012-10-17\",\"Statement\":" + statements + "}");
    }

    @Test
    void bucketOfAnotherIsAsUnknownAsNone() throws Exception {
        String carl = AdminNode.basic("carl@shown", WORD);
        String eve = AdminNode.basic("eve@hidden", WORD);

        assertThat(get(tenant, "plain", carl).statusCode()).isEqualTo(404);
        assertThat(get(others, "plain", eve).statusCode()).isEqualTo(404);
        assertThat(get(tenant, "plain", eve).statusCode()).isEqualTo(404);
        assertThat(get(tenant, "plain", carl).body().replace("plain", "none-such"))
                .contains("There is no bucket none-such.");
    }

    @Test
    void providerThatIsNotAdmittedSeesSizesAndNoSettings() throws Exception {
        String third = tenant("closed");
        JsonNode key = user(third, "tess");
        try (S3User tess = s3(key)) {
            tess.ok("PUT", "/of-tess", "", "");
        }
        JsonNode admin = node.created(third + "/users", "{\"name\":\"boss\",\"role\":\"TENANT_ADMIN\"}");
        node.send(
                "PUT",
                third + "/users/" + admin.get("id").asString() + "/login",
                "{\"password\":\"" + WORD + "\"}",
                node.admin());
        HttpResponse<String> closed = node.send(
                "PUT", third + "/provider-access", "{\"access\":\"DISALLOW\"}", AdminNode.basic("boss@closed", WORD));
        assertThat(closed.statusCode()).as(closed.body()).isEqualTo(200);

        JsonNode seen = AdminNode.json(get(third, "of-tess", node.admin()));

        assertThat(seen.at("/usage/objects").asLong()).isZero();
        assertThat(seen.has("versioning")).isFalse();
        assertThat(seen.get("unknown").findValuesAsString("part")).contains("versioning", "acl", "policyStatus");
        assertThat(seen.get("unknown").findValuesAsString("reason"))
                .containsOnly("the tenant does not admit the provider");
    }
}
