package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.client.PlatformApi;
import dev.ose.client.PlatformView;
import dev.ose.client.UsersApi;
import dev.ose.osis.fixture.VersityAccess;
import dev.ose.testkit.VersityFixture;
import dev.ose.testkit.VersityProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A node whose platform is a real versitygw, which it administers by the adapter of versitygw. */
final class VersityAdapterIT {

    @RegisterExtension
    static final VersityFixture VERSITY = new VersityFixture();

    /** When to give up waiting until a node has learnt what an administrator changed; it should take a second. */
    private static final Duration KNOWN_EVERYWHERE = Duration.ofMinutes(1);

    private static final Duration PROBED = Duration.ofMinutes(5);

    /** A key is a path there, so none has two slashes or a dot segment. */
    private static final List<String> KEYS = List.of(
            "plain",
            "empty",
            "a/b/c",
            "with space",
            "plus+plus",
            "per%cent%20x",
            "a%.txt",
            "umlaut-ä-日本-😀",
            "question?versionId=x");

    private static Node node;

    @TempDir
    Path folder;

    @BeforeAll
    static void start(@TempDir Path secrets) throws IOException {
        VersityProcess gateway = VERSITY.gateway();
        String text = gateway.secretKey().use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        Path secret = Files.writeString(secrets.resolve("versitygw"), text);
        node = Node.startEmpty(
                "versity-adapter",
                Map.of(
                        "oss.platform", "versitygw",
                        "oss.versitygw.admin-endpoint", gateway.adminEndpoint().toString(),
                        "oss.versitygw.s3-endpoint", gateway.s3Endpoint().toString(),
                        "oss.versitygw.access-key", VersityProcess.ACCESS_KEY,
                        "oss.versitygw.secret-key-file", secret.toString()));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void everyKindOfObjectComesBackAndGoes() throws IOException {
        S3Client client = new JavaSdk(newTenant()).withoutFraming();

        new ObjectRoundTrip(client, newBucket(client), files()).run(KEYS);
    }

    @Test
    void checksumsBehindBodiesReachTheGateway() throws IOException {
        S3Client client = new JavaSdk(newTenant());
        String bucket = newBucket(client);

        client.upload(files().file("k", "framed"), bucket, "k");

        assertThat(files().text(client, bucket, "k")).isEqualTo("framed");
    }

    @Test
    void bucketOfOneTenantIsNeitherMadeNorSeenByAnother() throws IOException {
        S3Client owner = new JavaSdk(newTenant()).withoutFraming();
        S3Target other = newTenant();
        S3Client stranger = new JavaSdk(other).withoutFraming();
        String bucket = newBucket(owner);
        Path ours = files().file("k", "ours");
        owner.upload(ours, bucket, "k");

        assertThatThrownBy(() -> stranger.makeBucket(bucket)).hasMessageContaining("Status Code: 409");
        assertThatThrownBy(() -> stranger.list(bucket, "")).hasMessageContaining("Status Code: 404");
        assertThatThrownBy(() -> stranger.download(bucket, "k", folder.resolve("stolen")))
                .hasMessageContaining("Status Code: 404");
        assertThatThrownBy(() -> stranger.upload(ours, bucket, "k")).hasMessageContaining("Status Code: 404");
        assertThat(Wire.send(other, SignedRequest.of("GET", "/")).text()).doesNotContain(bucket);
        assertThat(files().text(owner, bucket, "k")).isEqualTo("ours");
    }

    /** The gateway takes upload ids and keys in lists for paths, and does not ask for the owner of what is there. */
    @Test
    void bucketOfAnotherTenantIsNotReachedByPaths() throws IOException {
        S3Target victim = newTenant();
        String bucket = newBucket(new JavaSdk(victim).withoutFraming());
        Wire.send(victim, SignedRequest.of("PUT", '/' + bucket + "/k").body("ours"))
                .assertStatus(200);
        S3Target attacker = newTenant();
        String own = '/' + newBucket(new JavaSdk(attacker).withoutFraming());
        String upload = "uploadId=..%2F..%2F..%2F..%2F" + bucket;

        Wire.send(
                        attacker,
                        SignedRequest.of("PUT", own + "/k?partNumber=1&" + upload)
                                .body("theirs"))
                .assertRefused(404, "NoSuchUpload");
        Wire.send(attacker, SignedRequest.of("GET", own + "/k?" + upload)).assertRefused(404, "NoSuchUpload");
        Wire.send(attacker, SignedRequest.of("DELETE", own + "/k?" + upload)).assertRefused(404, "NoSuchUpload");
        WireAnswer deleted = Wire.send(
                attacker,
                SignedRequest.of("POST", own + "?delete")
                        .body("<Delete><Object><Key>../" + bucket + "/k</Key></Object></Delete>"));

        deleted.assertStatus(200);
        assertThat(deleted.text()).contains("<Code>InvalidURI</Code>");
        assertThat(new JavaSdk(victim).withoutFraming().list(bucket, "")).containsExactly("k");
    }

    /** The node refuses first; the gateway would refuse, too, with the keys that nodes sign with. */
    @Test
    void usersOfTwoTenantsAreStrangersAtTheGatewayItself() {
        AdminApi.Account owner = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        AdminApi.Account other = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        String bucket = newBucket(new JavaSdk(target(owner)).withoutFraming());
        Wire.send(target(owner), SignedRequest.of("PUT", '/' + bucket + "/k").body("ours"))
                .assertStatus(200);

        try (StoragePlatform platform = VersityAccess.connect(VERSITY.gateway())) {
            Wire.send(atTheGateway(platform, owner), SignedRequest.of("GET", '/' + bucket + "/k"))
                    .assertStatus(200);
            S3Target stranger = atTheGateway(platform, other);
            Wire.send(stranger, SignedRequest.of("GET", '/' + bucket + "/k")).assertRefused(403, "AccessDenied");
            Wire.send(stranger, SignedRequest.of("GET", '/' + bucket)).assertRefused(403, "AccessDenied");
            Wire.send(stranger, SignedRequest.of("PUT", '/' + bucket + "/k").body("theirs"))
                    .assertRefused(403, "AccessDenied");
        }
    }

    @Test
    void disabledUserIsRefusedAndComesBack() throws IOException {
        AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        S3Target target = target(account);
        S3Client client = new JavaSdk(target).withoutFraming();
        String bucket = newBucket(client);
        client.upload(files().file("k", "kept"), bucket, "k");
        SignedRequest listing = SignedRequest.of("GET", '/' + bucket);

        try (StoragePlatform platform = VersityAccess.connect(VERSITY.gateway())) {
            S3Target direct = atTheGateway(platform, account);
            node.admin().ask(UsersApi.disableUser(account.tenant(), account.user()));
            Ports.await(
                    "the refusal",
                    KNOWN_EVERYWHERE,
                    () -> Wire.send(target, listing).status() == 403);
            Wire.send(direct, listing).assertRefused(403, "SignatureDoesNotMatch");

            node.admin().ask(UsersApi.enableUser(account.tenant(), account.user()));
            Ports.await(
                    "the return",
                    KNOWN_EVERYWHERE,
                    () -> Wire.send(target, listing).status() == 200);
            Wire.send(direct, listing).assertStatus(200);
        }
        assertThat(files().text(client, bucket, "k")).isEqualTo("kept");
    }

    /** The gateway would take the policy, and deny its owner everything from then on, even deleting it. */
    @Test
    void policyDoesNotLockItsOwnerOut() {
        S3Target owner = newTenant();
        String bucket = '/' + newBucket(new JavaSdk(owner).withoutFraming());
        Wire.send(owner, SignedRequest.of("PUT", bucket + "/k").body("ours")).assertStatus(200);

        Wire.send(
                        owner,
                        SignedRequest.of("PUT", bucket + "?policy")
                                .body("{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\","
                                        + "\"Principal\":\"*\",\"Action\":\"s3:GetObject\",\"Resource\":"
                                        + "\"arn:aws:s3:::" + bucket.substring(1) + "/*\"}]}"))
                .assertRefused(501, "NotImplemented");

        Wire.send(owner, SignedRequest.of("PUT", bucket + "/k").body("again")).assertStatus(200);
        Wire.send(owner, SignedRequest.of("GET", bucket + "?policy")).assertRefused(404, "NoSuchBucketPolicy");
    }

    /** The gateway would store it as it is, and answer 200. */
    @Test
    void objectIsNotStoredUnencryptedAgainstTheClientsWill() {
        S3Target owner = newTenant();
        String key = '/' + newBucket(new JavaSdk(owner).withoutFraming()) + "/k";

        Wire.send(
                        owner,
                        SignedRequest.of("PUT", key)
                                .header("x-amz-server-side-encryption", "AES256")
                                .body("secret"))
                .assertRefused(501, "NotImplemented");

        Wire.send(owner, SignedRequest.of("GET", key)).assertRefused(404, "NoSuchKey");
    }

    /** Buckets of the gateway have ACLs turned off, and it overlooks those of objects. */
    @Test
    void nothingBecomesPublic() {
        S3Target owner = newTenant();
        String bucket = '/' + newBucket(new JavaSdk(owner).withoutFraming());
        Wire.send(
                        owner,
                        SignedRequest.of("PUT", bucket + "/k")
                                .header("x-amz-acl", "public-read")
                                .body("ours"))
                .assertStatus(200);

        Wire.send(owner, SignedRequest.of("PUT", bucket + "?acl").header("x-amz-acl", "public-read"))
                .assertRefused(400, "AccessControlListNotSupported");

        for (String path : List.of(bucket, bucket + "/k")) {
            try (Wire wire = Wire.connect(owner)) {
                wire.write("GET " + path + " HTTP/1.1\r\nHost: " + owner.host() + "\r\n\r\n");
                wire.answer("GET").assertRefused(403, "AccessDenied");
            }
        }
    }

    /** Every client of the gateway would be let in by it, without a node that is asked. */
    @Test
    void newBucketHasNoAcls() {
        S3Target owner = newTenant();
        String bucket = "/bucket-" + UUID.randomUUID();

        Wire.send(owner, SignedRequest.of("PUT", bucket).header("x-amz-object-ownership", "ObjectWriter"))
                .assertRefused(501, "NotImplemented");
        Wire.send(owner, SignedRequest.of("PUT", bucket).header("x-amz-acl", "private"))
                .assertStatus(200);

        Wire.send(owner, SignedRequest.of("PUT", bucket + "?acl").header("x-amz-acl", "public-read"))
                .assertRefused(400, "AccessControlListNotSupported");
    }

    /** The gateway ignores unknown parameters, and would delete the bucket, or overwrite the object. */
    @Test
    void settingThatTheGatewayDoesNotKnowIsNotTakenForTheBucketOrTheObject() {
        S3Target owner = newTenant();
        String bucket = '/' + newBucket(new JavaSdk(owner).withoutFraming());
        Wire.send(owner, SignedRequest.of("PUT", bucket + "/k").body("ours")).assertStatus(200);

        for (String setting : List.of("encryption", "metadataTable", "metrics&id=a")) {
            Wire.send(owner, SignedRequest.of("DELETE", bucket + '?' + setting)).assertRefused(501, "NotImplemented");
        }
        Wire.send(owner, SignedRequest.of("PUT", bucket + "/k?encryption").body("<a/>"))
                .assertRefused(501, "NotImplemented");

        assertThat(Wire.send(owner, SignedRequest.of("GET", bucket + "/k")).text())
                .isEqualTo("ours");
    }

    /** The gateway overlooks the condition, and would answer with the rest of another object. */
    @Test
    void downloadOfAReplacedObjectIsNotResumed() {
        S3Target owner = newTenant();
        String key = '/' + newBucket(new JavaSdk(owner).withoutFraming()) + "/k";
        Wire.send(owner, SignedRequest.of("PUT", key).body("the new one")).assertStatus(200);

        WireAnswer answer = Wire.send(
                owner,
                SignedRequest.of("GET", key)
                        .header("range", "bytes=4-6")
                        .header("if-range", "\"00000000000000000000000000000000\""));

        answer.assertStatus(200);
        assertThat(answer.text()).isEqualTo("the new one");
    }

    @Test
    void answersDoNotTellOfTheGateway() {
        AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        S3Target owner = target(account);
        String bucket = '/' + newBucket(new JavaSdk(owner).withoutFraming());
        Wire.send(owner, SignedRequest.of("PUT", bucket + "/k").body("ours")).assertStatus(200);
        String there = encoded(account.tenant());

        for (String what : List.of("", "?list-type=2", "?versions", "?acl", "/none", "/k")) {
            WireAnswer answer = Wire.send(owner, SignedRequest.of("GET", bucket + what));
            assertThat(answer.text() + answer.headers())
                    .doesNotContain(there)
                    .doesNotContain("ose1.")
                    .doesNotContain("VERSITYGW");
        }
    }

    /** What is declared stands, and what depends on the folder was tried on it. */
    @Test
    void nodeKnowsWhatTheGatewayCanDo() {
        Ports.await(
                "the end of the probe", PROBED, () -> platform().probe().state().equals("DONE"));

        String shown = platform().json().toString();
        assertThat(shown)
                .contains("\"kind\":\"versitygw\"")
                .contains("\"VERSIONING\":\"YES\"", "\"TAGGING\":\"YES\"", "\"EXACT_KEYS\":\"NO\"")
                .contains("BUCKET_TRANSFERS", "POLICIES_BIND_OWNERS", "ONE_KEY_PER_USER")
                .doesNotContain("\"problem\"", "ose1.");
    }

    private static PlatformView platform() {
        return node.admin().ask(PlatformApi.getPlatform("main"));
    }

    private static S3Target newTenant() {
        return target(node.admin().makeTenant("tenant-" + UUID.randomUUID()));
    }

    private static S3Target target(AdminApi.Account account) {
        return node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
    }

    /** The gateway itself, with the key that nodes sign this account's requests with. */
    private static S3Target atTheGateway(StoragePlatform platform, AdminApi.Account account) {
        PlatformTenantId tenant = platform.createTenant(new TenantRequest(account.tenant(), "exists"))
                .id();
        PlatformUserId user = platform.createUser(new UserRequest(tenant, account.user(), "exists"))
                .id();
        PlatformKey key = platform.listKeys(user).getFirst();
        return new S3Target(
                VERSITY.gateway().s3Endpoint(), key.accessKey(), key.secretKey(), null, S3Target.Server.VERSITYGW);
    }

    private static String encoded(String id) {
        return id.replace("-", "__");
    }

    private static String newBucket(S3Client client) {
        String bucket = "versity-" + UUID.randomUUID();
        client.makeBucket(bucket);
        return bucket;
    }

    private ClientFiles files() {
        return new ClientFiles(folder);
    }
}
