package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.server.app.dataplane.S3Listeners;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The check of access of those whom the platform knows by other names than OSE, or OSE not at all. */
class GranteeAccessCheckTest extends OnCheckedBuckets {

    private static final String UNKNOWN_ID = "0123456789abcdef".repeat(4);

    /** When to give up waiting until a node has learnt of a change; it should take milliseconds. */
    private static final Duration KNOWN_EVERYWHERE = Duration.ofMinutes(1);

    private PlatformUser onPlatform(PlatformTenantId home, String name) {
        return platform.createUser(new UserRequest(home, UUID.randomUUID().toString(), name));
    }

    /** A client of the platform itself, beside OSE. */
    private S3User direct(PlatformKey key) throws IOException {
        String secret = key.secretKey().use(bytes -> new String(bytes, StandardCharsets.US_ASCII));
        return new S3User(
                platform.info().s3Endpoint().getPort(),
                JsonMapper.shared().valueToTree(Map.of("accessKey", key.accessKey(), "secretKey", secret)));
    }

    private String canonicalId(String home, Sender sender) throws Exception {
        return AdminNode.json(node.get(home + "/users/" + sender.id()))
                .get("canonicalId")
                .asString();
    }

    private JsonNode checkIn(String home, String bucket, String principal, String action, String key) throws Exception {
        String question = "{\"principal\":\"" + principal + "\",\"action\":\"" + action + "\",\"key\":\"" + key + "\"}";
        return AdminNode.json(node.post(home + "/buckets/" + bucket + "/access-check", question));
    }

    private JsonNode summary(String home, String bucket, String query) throws Exception {
        return AdminNode.json(node.get(home + "/buckets/" + bucket + "/access" + query));
    }

    private static List<String> named(JsonNode summary) {
        return summary.get("principals")
                .valueStream()
                .filter(it -> it.get("kind").asString().equals("NAMED"))
                .map(it -> it.get("principal").asString())
                .toList();
    }

    private static String decision(JsonNode check) {
        return check.get("decision").asString();
    }

    private int get(Sender sender, String path) throws IOException {
        return client(sender).send("GET", path, "", "").status();
    }

    /** A tenant, users and a bucket of the platform, its grants included, that were there before OSE. */
    private record Adopted(
            String home, PlatformUser platformOwner, Sender owner, Sender worker, PlatformUser stranger) {}

    private Sender adopted(String home, String name, PlatformUser user) throws Exception {
        JsonNode made = node.created(
                home + "/users/adopt",
                "{\"name\":\"" + name + "\",\"platformUser\":\"" + user.id().value() + "\"}");
        String id = made.get("id").asString();
        JsonNode credential = node.created(home + "/users/" + id + "/credentials", "{}");
        return new Sender(name, id, new S3User(node.bean(S3Listeners.class).port(), credential));
    }

    private Adopted adopt(String bucket) throws Exception {
        PlatformTenant there =
                platform.createTenant(new TenantRequest(UUID.randomUUID().toString(), "there"));
        PlatformUser owner = onPlatform(there.id(), "owner");
        PlatformUser worker = onPlatform(there.id(), "worker");
        PlatformUser stranger = onPlatform(there.id(), "stranger");
        String toWorker =
                "{\"AWS\":\"" + platform.principalNames().orElseThrow().of(worker.id()) + "\"}";
        try (S3User direct = direct(platform.createKey(owner.id()))) {
            direct.ok("PUT", '/' + bucket, "", "", "x-amz-object-ownership: ObjectWriter");
            direct.ok("PUT", '/' + bucket + "/k", "", "x");
            direct.ok("PUT", '/' + bucket + "/other", "", "x");
            direct.ok(
                    "PUT",
                    '/' + bucket,
                    "policy",
                    policy(statement("Work", "Allow", toWorker, "\"s3:GetObject\"", on(bucket, "/k"))));
            direct.ok("PUT", '/' + bucket, "acl", "", "x-amz-grant-read: id=" + stranger.canonicalId());
        }
        String home = TENANTS
                + '/'
                + node.created(
                                TENANTS,
                                "{\"name\":\"" + bucket + "\",\"platformTenant\":\""
                                        + there.id().value() + "\"}")
                        .get("id")
                        .asString();
        Adopted adopted =
                new Adopted(home, owner, adopted(home, "owner", owner), adopted(home, "worker", worker), stranger);
        JsonNode report =
                AdminNode.json(node.post(home + "/users/" + adopted.owner().id() + "/buckets/adopt", "{}"));
        assertThat(report.toString()).contains(bucket, "ADOPTED", "PARTLY");
        return adopted;
    }

    @Test
    void adoptedTenantIsCheckedByWhatItsPlatformGranted() throws Exception {
        Adopted adopted = adopt("adopted-one");
        Sender owner = adopted.owner();
        Sender worker = adopted.worker();

        JsonNode ofOwner = checkIn(adopted.home(), "adopted-one", owner.id(), "s3:GetObject", "k");
        JsonNode ofWorker = checkIn(adopted.home(), "adopted-one", worker.id(), "s3:GetObject", "k");
        JsonNode denied = checkIn(adopted.home(), "adopted-one", worker.id(), "s3:GetObject", "other");

        assertThat(decision(ofOwner)).isEqualTo("ALLOW");
        assertThat(decision(ofWorker)).isEqualTo("ALLOW");
        assertThat(ofWorker.at("/reasons/0/code").asString()).isEqualTo("BUCKET_POLICY_ALLOWS");
        assertThat(ofWorker.at("/reasons/0/statement/sid").asString()).isEqualTo("Work");
        assertThat(decision(denied)).isEqualTo("DENY");
        assertThat(get(worker, "/adopted-one/k")).isEqualTo(200);
        assertThat(get(worker, "/adopted-one/other")).isEqualTo(403);
        assertThat(get(owner, "/adopted-one/k")).isEqualTo(200);
    }

    /** Neither its id on the platform nor an answer about it shows more than about one that is nowhere. */
    @Test
    void granteeWhomOseDoesNotKnowIsNotNamedButMissed() throws Exception {
        Adopted adopted = adopt("adopted-two");
        String home = adopted.home();
        String unknown = adopted.stranger().canonicalId();

        JsonNode partly = summary(home, "adopted-two", "");
        JsonNode ofStranger = checkIn(home, "adopted-two", unknown, "s3:GetObject", "k");
        client(adopted.owner()).ok("PUT", "/adopted-two", "acl", "", "x-amz-acl: private");
        JsonNode whole = summary(home, "adopted-two", "");

        assertThat(partly.get("isComplete").asBoolean()).isFalse();
        assertThat(named(partly)).isEqualTo(named(whole)).singleElement(STRING).endsWith(":user/worker");
        assertThat(partly.toString()).doesNotContain(unknown);
        assertThat(whole.get("isComplete").asBoolean()).isTrue();
        assertThat(decision(ofStranger)).isEqualTo("DENY");
        assertThat(ofStranger).isEqualTo(checkIn(home, "adopted-two", UNKNOWN_ID, "s3:GetObject", "k"));
    }

    @Test
    void policyThatNamesAnUnknownPrincipalIsMissedAsWell() throws Exception {
        Adopted adopted = adopt("adopted-three");
        client(adopted.owner()).ok("PUT", "/adopted-three", "acl", "", "x-amz-acl: private");
        assertThat(summary(adopted.home(), "adopted-three", "")
                        .get("isComplete")
                        .asBoolean())
                .isTrue();
        String stranger = "{\"AWS\":\""
                + platform.principalNames().orElseThrow().of(adopted.stranger().id()) + "\"}";
        try (S3User direct = direct(platform.createKey(adopted.platformOwner().id()))) {
            direct.ok(
                    "PUT",
                    "/adopted-three",
                    "policy",
                    policy(statement("Strange", "Allow", stranger, "\"s3:GetObject\"", on("adopted-three", "/*"))));
        }

        JsonNode summary = summary(adopted.home(), "adopted-three", "");

        assertThat(summary.get("isComplete").asBoolean()).isFalse();
        assertThat(named(summary)).isEmpty();
        assertThat(decision(checkIn(
                        adopted.home(), "adopted-three", adopted.worker().id(), "s3:GetObject", "k")))
                .isEqualTo("DENY");
    }

    @Test
    void canonicalIdOfAColleagueIsThatUser() throws Exception {
        bucket("canonical", "x-amz-object-ownership: ObjectWriter");
        String id = canonicalId(tenant, bob);
        client(ann).ok("PUT", "/canonical/a", "acl", "", "x-amz-grant-read: id=" + id);

        JsonNode granted = check("canonical", id, "s3:GetObject", "a");
        JsonNode denied = check("canonical", id, "s3:GetObject", "pub/a");

        assertThat(decision(granted)).isEqualTo("ALLOW");
        assertThat(codes(granted)).contains("OBJECT_ACL_GRANTS");
        assertThat(granted).isEqualTo(check("canonical", bob.id(), "s3:GetObject", "a"));
        assertThat(decision(denied)).isEqualTo("DENY");
        assertThat(denied).isEqualTo(check("canonical", bob.id(), "s3:GetObject", "pub/a"));
        assertThat(get(bob, "/canonical/a")).isEqualTo(200);
        assertThat(get(bob, "/canonical/pub/a")).isEqualTo(403);
    }

    /** The grant decides alone what the answer shows; the state of the user does not. */
    @Test
    void canonicalIdOfAnotherTenantShowsNoMoreThanItsGrants() throws Exception {
        bucket("lent", "x-amz-object-ownership: ObjectWriter");
        Sender fay = sender(others, "fay");
        String id = canonicalId(others, fay);
        JsonNode before = check("lent", id, "s3:ListBucket", null);
        JsonNode ofUnknown = check("lent", UNKNOWN_ID, "s3:ListBucket", null);
        client(ann).ok("PUT", "/lent", "acl", "", "x-amz-grant-read: id=" + id);
        // A node learns from the database of a grant to another tenant, shortly after it.
        await().atMost(KNOWN_EVERYWHERE).until(() -> get(fay, "/lent") == 200);

        JsonNode granted = check("lent", id, "s3:ListBucket", null);
        node.send("POST", others + "/users/" + fay.id() + "/disable", "", node.admin());

        assertThat(decision(before)).isEqualTo("DENY");
        assertThat(before).isEqualTo(ofUnknown);
        assertThat(decision(granted)).isEqualTo("UNKNOWN");
        assertThat(codes(granted)).contains("BUCKET_ACL_GRANTS", "OTHER_TENANT_DECIDES");
        assertThat(check("lent", id, "s3:ListBucket", null)).isEqualTo(granted);
        assertThat(check("lent", arn(fay, others), "s3:ListBucket", null)).isEqualTo(granted);
        assertThat(check("lent", UNKNOWN_ID, "s3:ListBucket", null).toString()).doesNotContain("BUCKET_ACL_GRANTS");
        await().atMost(KNOWN_EVERYWHERE).until(() -> get(fay, "/lent") == 403);
    }
}
