package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.osis.fixture.MinioAccess;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.testkit.MinioFixture;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A node whose platform is a real MinIO, and its tenants. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MinioNodeTest {

    @RegisterExtension
    final PostgresFixture postgres = PostgresFixture.migrated();

    @RegisterExtension
    final MinioFixture minio = new MinioFixture();

    private StoragePlatform platform;
    private AdminNode node;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        platform = MinioAccess.connect(minio.server());
        node = AdminNode.start(postgres.database(), folder, platform, "--oss.s3.port=0", "--oss.platform.probe=false")
                .startAll();
    }

    @AfterAll
    void stop() throws IOException {
        node.close();
        platform.close();
    }

    /** A user of a tenant of OSE, and the tenant's and the user's ids. */
    private record Account(String tenant, String user, S3User s3) {}

    private Account newAccount() throws Exception {
        String name = "t-" + UUID.randomUUID();
        String tenant = node.created(OnEmbeddedNode.TENANTS, "{\"name\":\"" + name + "\"}")
                .get("id")
                .asString();
        String users = OnEmbeddedNode.TENANTS + '/' + tenant + "/users";
        String user = node.created(users, "{\"name\":\"ann\"}").get("id").asString();
        JsonNode credential = node.created(users + '/' + user + "/credentials", "{}");
        return new Account(tenant, user, new S3User(node.bean(S3Listeners.class).port(), credential));
    }

    private PlatformUserId counterpart(Account account) {
        PlatformTenantId tenant = platform.createTenant(new TenantRequest(account.tenant(), "exists"))
                .id();
        return platform.createUser(new UserRequest(tenant, account.user(), "exists"))
                .id();
    }

    private static String newBucket() {
        return "minio-" + UUID.randomUUID();
    }

    @Test
    void bucketIsMadeUsedAndDeleted() throws Exception {
        Account ann = newAccount();
        String path = '/' + newBucket();

        ann.s3().ok("PUT", path, "", "");
        ann.s3().ok("PUT", path + "/a%20b", "", "content");

        assertThat(ann.s3().ok("GET", path + "/a%20b", "", "")).isEqualTo("content");
        assertThat(ann.s3().ok("GET", path, "list-type=2", "")).contains("<Key>a b</Key>");
        assertThat(ann.s3().send("DELETE", path, "", "").status()).isEqualTo(409);
        ann.s3().ok("DELETE", path + "/a%20b", "", "");
        ann.s3().ok("DELETE", path, "", "");
        assertThat(ann.s3().send("GET", path, "", "").status()).isEqualTo(404);
        ann.s3().close();
    }

    /** MinIO names itself as the owner of all. */
    @Test
    void ownerIsTheOneOfTheBucket() throws Exception {
        Account ann = newAccount();
        String path = '/' + newBucket();
        ann.s3().ok("PUT", path, "", "");
        ann.s3().ok("PUT", path + "/k", "", "content");

        String list = ann.s3().ok("GET", path, "list-type=2&fetch-owner=true", "");
        String buckets = ann.s3().ok("GET", "/", "", "");

        String id = buckets.replaceAll("(?s).*<ID>(.*?)</ID>.*", "$1");
        assertThat(id).matches("[0-9a-f]{64}");
        assertThat(list)
                .contains("<ID>" + id + "</ID>", "<DisplayName>ann</DisplayName>")
                .doesNotContain("minio</");
        ann.s3().close();
    }

    @Test
    void bucketOfATenantIsClosedToAnotherAtMinioItself() throws Exception {
        Account owner = newAccount();
        Account stranger = newAccount();
        String bucket = newBucket();
        owner.s3().ok("PUT", '/' + bucket, "", "");
        owner.s3().ok("PUT", '/' + bucket + "/k", "", "ours");

        assertThat(stranger.s3().send("PUT", '/' + bucket, "", "").status()).isEqualTo(409);
        assertThat(stranger.s3().send("GET", '/' + bucket + "/k", "", "").status())
                .isEqualTo(404);
        assertThat(statusAtMinio(owner, bucket)).isEqualTo(200);
        assertThat(statusAtMinio(stranger, bucket)).isEqualTo(403);
        owner.s3().close();
        stranger.s3().close();
    }

    private int statusAtMinio(Account account, String bucket) throws IOException {
        PlatformKey key = platform.listKeys(counterpart(account)).getFirst();
        return atMinio(key, "GET", '/' + bucket + "/k");
    }

    /** The status of MinIO's own answer to the key that nodes sign with. */
    private int atMinio(PlatformKey key, String method, String path) throws IOException {
        ObjectNode credential = JsonNodeFactory.instance.objectNode().put("accessKey", key.accessKey());
        JsonNode whole =
                key.secretKey().use(bytes -> credential.put("secretKey", new String(bytes, StandardCharsets.UTF_8)));
        try (S3User user = new S3User(platform.info().s3Endpoint().getPort(), whole)) {
            return user.send(method, path, "", "").status();
        }
    }

    /** Neither a tenant's request nor its failure may open what the operator keeps at the same server. */
    @Test
    void bucketThatMinioHasOtherwiseIsTakenAndStaysClosed() throws Exception {
        Account ann = newAccount();
        Account bob = newAccount();
        String bucket = newBucket();
        platform.admitToBucket(counterpart(bob), bucket);
        assertThat(atMinio(platform.listKeys(counterpart(bob)).getFirst(), "PUT", '/' + bucket))
                .isEqualTo(200);

        assertThat(ann.s3().send("PUT", '/' + bucket, "", "").status()).isEqualTo(409);

        assertThat(statusAtMinio(ann, bucket)).isEqualTo(403);
        assertThat(platform.listBuckets(counterpart(ann), "", 10)).isEmpty();
        ann.s3().close();
        bob.s3().close();
    }

    @Test
    void nameOfADeletedBucketIsFreeForAnotherTenant() throws Exception {
        Account ann = newAccount();
        Account bob = newAccount();
        String bucket = newBucket();
        ann.s3().ok("PUT", '/' + bucket, "", "");
        ann.s3().ok("DELETE", '/' + bucket, "", "");

        bob.s3().ok("PUT", '/' + bucket, "", "");
        bob.s3().ok("PUT", '/' + bucket + "/k", "", "his");

        assertThat(statusAtMinio(ann, bucket)).isEqualTo(403);
        assertThat(statusAtMinio(bob, bucket)).isEqualTo(200);
        ann.s3().close();
        bob.s3().close();
    }

    /** As if the node had ended between the end of the admission and that of the row. */
    @Test
    void deletionThatWasCutOffBehindTheEndOfTheAdmissionIsCompleted() throws Exception {
        Account ann = newAccount();
        String bucket = newBucket();
        ann.s3().ok("PUT", '/' + bucket, "", "");
        PlatformUserId owner = counterpart(ann);
        assertThat(atMinio(platform.listKeys(owner).getFirst(), "DELETE", '/' + bucket))
                .isEqualTo(204);
        platform.releaseBucket(owner, bucket);

        assertThat(ann.s3().send("DELETE", '/' + bucket, "", "").status()).isEqualTo(404);

        Account bob = newAccount();
        bob.s3().ok("PUT", '/' + bucket, "", "");
        ann.s3().close();
        bob.s3().close();
    }

    /** MinIO would apply it to requests without a signature alone. */
    @Test
    void policiesAreNotOffered() throws Exception {
        Account ann = newAccount();
        String bucket = newBucket();
        ann.s3().ok("PUT", '/' + bucket, "", "");

        assertThat(ann.s3()
                        .send("PUT", '/' + bucket, "policy", "{\"Version\":\"2012-10-17\",\"Statement\":[]}")
                        .status())
                .isEqualTo(501);
        ann.s3().close();
    }

    @Test
    void bucketIsMadeByTheAdminApiAndItsOwnerIsNotDeleted() throws Exception {
        Account ann = newAccount();
        String bucket = newBucket();

        node.created(
                OnEmbeddedNode.TENANTS + '/' + ann.tenant() + "/buckets",
                "{\"name\":\"" + bucket + "\",\"owner\":\"" + ann.user() + "\",\"versioning\":\"ENABLED\"}");

        ann.s3().ok("PUT", '/' + bucket + "/k", "", "content");
        assertThat(ann.s3().ok("GET", '/' + bucket, "versions", "")).contains("<Key>k</Key>");
        PlatformUserId owner = counterpart(ann);
        assertThatThrownBy(() -> platform.deleteUser(owner))
                .isInstanceOfSatisfying(
                        PlatformException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REJECTED));
        ann.s3().ok("PUT", '/' + bucket + "/k", "", "again");
        ann.s3().close();
    }
}
