package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.client.TenantsApi;
import dev.ose.client.UsersApi;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** A node whose platform is a real Ceph object gateway, which it reaches over http, then over https. */
@ParameterizedClass
@EnumSource(Where.class)
final class CephIT {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    /** When to give up waiting until a node has learnt what an administrator changed; it should take a second. */
    private static final Duration KNOWN_EVERYWHERE = Duration.ofMinutes(1);

    private static final List<String> KEYS = List.of(
            "plain",
            "empty",
            "with space",
            "plus+plus",
            "per%cent%20x",
            "a%.txt",
            "umlaut-ä-日本-😀",
            "a//b",
            "a/../b",
            "question?versionId=x");

    private static Node node;

    @Parameter
    Where upstream;

    @TempDir
    Path folder;

    @BeforeParameterizedClassInvocation
    static void start(Where upstream) {
        Gateway gateway = GATEWAY.gateway();
        node = CephNode.start(
                "ceph-" + upstream,
                gateway,
                upstream == Where.HTTP ? gateway.endpoint() : gateway.tlsEndpoint(),
                Map.of(
                        "oss.platform.certificate-authorities",
                        gateway.certificate().toString()));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        node.close();
    }

    @Test
    void everyKindOfObjectComesBackAndGoes() throws IOException {
        S3Client client = newClient("tenant-" + UUID.randomUUID());

        new ObjectRoundTrip(client, newBucket(client), files()).run(KEYS);
    }

    /** The gateway decodes the source of a part twice; unprepared, it would copy another object, or end. */
    @Test
    void partsAreCopiedFromEveryKey() throws IOException {
        AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        S3Target target = target(account);
        S3Client client = new JavaSdk(target).withoutFraming();
        String bucket = newBucket(client);
        for (String key : KEYS) {
            client.upload(files().file(key, "content of " + key), bucket, key);
            String encoded = URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");

            String upload = Wire.send(target, SignedRequest.of("POST", '/' + bucket + "/target?uploads"))
                    .element("UploadId");
            WireAnswer part = Wire.send(
                    target,
                    SignedRequest.of("PUT", '/' + bucket + "/target?partNumber=1&uploadId=" + encode(upload))
                            .header("x-amz-copy-source", '/' + bucket + '/' + encoded));

            part.assertStatus(200);
            String complete = "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>" + part.element("ETag")
                    + "</ETag></Part></CompleteMultipartUpload>";
            Wire.send(
                            target,
                            SignedRequest.of("POST", '/' + bucket + "/target?uploadId=" + encode(upload))
                                    .body(complete))
                    .assertStatus(200);
            assertThat(files().text(client, bucket, "target")).isEqualTo("content of " + key);
        }
    }

    /** The gateway knows parts by their tags alone. */
    @Test
    void checksumsThatACompletionStatesOfItsPartsAreCompared() {
        S3Target target = target(node.admin().makeTenant("tenant-" + UUID.randomUUID()));
        String key = '/' + newBucket(new JavaSdk(target).withoutFraming()) + "/checked";
        String upload = encode(
                Wire.send(target, SignedRequest.of("POST", key + "?uploads")).element("UploadId"));
        WireAnswer part = Wire.send(
                target,
                SignedRequest.of("PUT", key + "?partNumber=1&uploadId=" + upload)
                        .header("x-amz-checksum-crc32", "6+bG5g==")
                        .body("Hello, world!"));
        part.assertStatus(200);
        SignedRequest completion = SignedRequest.of("POST", key + "?uploadId=" + upload);
        String list = "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>" + part.header("etag")
                + "</ETag><ChecksumCRC32>%s</ChecksumCRC32></Part></CompleteMultipartUpload>";

        Wire.send(target, completion.body(list.formatted("AAAAAA=="))).assertRefused(400, "InvalidPart");
        Wire.send(target, completion.body(list.formatted("6+bG5g=="))).assertStatus(200);
        assertThat(Wire.send(target, SignedRequest.of("GET", key)).text()).isEqualTo("Hello, world!");
    }

    @Test
    void bucketOfOneTenantIsNeitherMadeNorSeenByAnother() throws IOException {
        S3Client owner = newClient("owner-" + UUID.randomUUID());
        S3Client stranger = newClient("stranger-" + UUID.randomUUID());
        String bucket = newBucket(owner);
        owner.upload(files().file("k", "ours"), bucket, "k");

        // The gateway itself would give each of its tenants a bucket of this name; ours share one name space.
        assertThatThrownBy(() -> stranger.makeBucket(bucket)).hasMessageContaining("Status Code: 409");
        assertThatThrownBy(() -> stranger.list(bucket, "")).hasMessageContaining("Status Code: 404");
        assertThatThrownBy(() -> stranger.download(bucket, "k", folder.resolve("stolen")))
                .hasMessageContaining("Status Code: 404");
        assertThat(files().text(owner, bucket, "k")).isEqualTo("ours");
    }

    @Test
    void disabledUserIsRefusedAndComesBack() throws IOException {
        AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        S3Target target = target(account);
        S3Client client = new JavaSdk(target).withoutFraming();
        String bucket = newBucket(client);
        client.upload(files().file("k", "kept"), bucket, "k");
        SignedRequest listing = SignedRequest.of("GET", '/' + bucket);

        node.admin().ask(UsersApi.disableUser(account.tenant(), account.user()));
        Ports.await(
                "the refusal",
                KNOWN_EVERYWHERE,
                () -> Wire.send(target, listing).status() == 403);

        node.admin().ask(UsersApi.enableUser(account.tenant(), account.user()));
        Ports.await(
                "the return", KNOWN_EVERYWHERE, () -> Wire.send(target, listing).status() == 200);
        assertThat(files().text(client, bucket, "k")).isEqualTo("kept");
    }

    @Test
    void everybodyReadsWhatAnAclOpensAndNothingElse() {
        AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        S3Target target = target(account);
        String bucket = newBucket(new JavaSdk(target).withoutFraming());
        Wire.send(
                        target,
                        SignedRequest.of("PUT", '/' + bucket + "/open")
                                .header("x-amz-acl", "public-read")
                                .body("all"))
                .assertStatus(200);
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket + "/closed").body("ours"))
                .assertStatus(200);

        assertThat(anonymous(target, "/" + bucket + "/open").text()).isEqualTo("all");
        anonymous(target, "/" + bucket + "/closed").assertRefused(403, "AccessDenied");
        anonymous(target, "/" + bucket).assertRefused(403, "AccessDenied");
        anonymous(target, "/no-such-bucket-anywhere/open").assertRefused(403, "AccessDenied");

        node.admin().ask(TenantsApi.disableTenant(account.tenant()));
        Ports.await(
                "the refusal",
                KNOWN_EVERYWHERE,
                () -> anonymous(target, "/" + bucket + "/open").status() == 403);
    }

    private static WireAnswer anonymous(S3Target target, String path) {
        try (Wire wire = Wire.connect(target)) {
            wire.write("GET " + path + " HTTP/1.1\r\nHost: " + target.host() + "\r\n\r\n");
            return wire.answer("GET");
        }
    }

    @Test
    void colleagueReadsWhatAnAclGrantsByOurIds() {
        AdminApi.Account owner = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        S3Target colleague = target(node.admin().makeUser(owner.tenant(), "colleague"));
        S3Target other = target(node.admin().makeUser(owner.tenant(), "other"));
        String bucket = newBucket(new JavaSdk(target(owner)).withoutFraming());
        String path = '/' + bucket + "/k";
        Wire.send(target(owner), SignedRequest.of("PUT", path).body("shared")).assertStatus(200);
        Wire.send(colleague, SignedRequest.of("GET", path)).assertRefused(403, "AccessDenied");

        String acl = "<AccessControlPolicy><Owner><ID>" + canonicalId(target(owner))
                + "</ID></Owner><AccessControlList>"
                + "<Grant><Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"CanonicalUser\"><ID>"
                + canonicalId(colleague) + "</ID></Grantee><Permission>READ</Permission></Grant></AccessControlList>"
                + "</AccessControlPolicy>";
        Wire.send(target(owner), SignedRequest.of("PUT", path + "?acl").body(acl))
                .assertStatus(200);

        assertThat(Wire.send(colleague, SignedRequest.of("GET", path)).text()).isEqualTo("shared");
        Wire.send(other, SignedRequest.of("GET", path)).assertRefused(403, "AccessDenied");
    }

    @Test
    void everybodyReadsWhatAnAclInJsonOpens() {
        S3Target owner = target(node.admin().makeTenant("tenant-" + UUID.randomUUID()));
        String bucket = '/' + newBucket(new JavaSdk(owner).withoutFraming());
        Wire.send(owner, SignedRequest.of("PUT", bucket + "/k").body("open")).assertStatus(200);
        String id = canonicalId(owner);
        String acl = "{\"owner\":{\"id\":\"" + id + "\"},\"grants\":[{\"grantee\":{\"id\":\"" + id
                + "\"},\"permission\":\"FULL_CONTROL\"},"
                + "{\"grantee\":{\"id\":\"|anonymous\"},\"permission\":\"READ\"}]}";

        putJson(owner, bucket + "/k?acl", acl);

        assertThat(anonymous(owner, bucket + "/k").text()).isEqualTo("open");
        assertThat(getJson(owner, bucket + "/k?acl"))
                .contains("\"id\":\"" + id + '"')
                .contains("{\"uri\":\"http://acs.amazonaws.com/groups/global/AllUsers\"},\"permission\":\"READ\"");
    }

    @Test
    void lifecycleInJsonIsReadAsItWasSent() {
        S3Target owner = target(node.admin().makeTenant("tenant-" + UUID.randomUUID()));
        String lifecycle = '/' + newBucket(new JavaSdk(owner).withoutFraming()) + "?lifecycle";
        String rules = "{\"rules\":[{\"id\":\"r\",\"status\":\"Enabled\",\"filter\":{\"prefix\":\"logs/\"},"
                + "\"expiration\":{\"days\":3}}]}";

        putJson(owner, lifecycle, rules);

        JsonMapper json = JsonMapper.shared();
        assertThat(json.readTree(getJson(owner, lifecycle))
                        .at("/rules/0/expiration/days")
                        .asInt())
                .isEqualTo(3);
        assertThat(Wire.send(owner, SignedRequest.of("GET", lifecycle)).element("Days"))
                .isEqualTo("3");
    }

    private static void putJson(S3Target target, String what, String document) {
        Wire.send(
                        target,
                        SignedRequest.of("PUT", what)
                                .header("Content-Type", "application/json")
                                .header("Content-MD5", Checksums.md5(document.getBytes(StandardCharsets.UTF_8)))
                                .body(document))
                .assertStatus(200);
    }

    private static String getJson(S3Target target, String what) {
        WireAnswer answer = Wire.send(target, SignedRequest.of("GET", what).header("Accept", "application/json"));
        answer.assertStatus(200);
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        return answer.text();
    }

    @Test
    void colleagueReadsWhatAHeaderGrantsByOurIds() {
        AdminApi.Account owner = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        S3Target colleague = target(node.admin().makeUser(owner.tenant(), "colleague"));
        String bucket = newBucket(new JavaSdk(target(owner)).withoutFraming());
        String path = '/' + bucket + "/k";

        Wire.send(
                        target(owner),
                        SignedRequest.of("PUT", path)
                                .header("x-amz-grant-read", "id=\"" + canonicalId(colleague) + '"')
                                .body("shared"))
                .assertStatus(200);

        assertThat(Wire.send(colleague, SignedRequest.of("GET", path)).text()).isEqualTo("shared");
        assertThat(Wire.send(target(owner), SignedRequest.of("GET", path + "?acl"))
                        .elements("ID"))
                .contains(canonicalId(colleague));
    }

    @Test
    void bucketMadeAgainByItsOwnerIsLeftAsItIs() {
        AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        S3Target colleague = target(node.admin().makeUser(account.tenant(), "colleague"));
        S3Target owner = target(account);
        String bucket = newBucket(new JavaSdk(owner).withoutFraming());

        Wire.send(owner, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        Wire.send(owner, SignedRequest.of("PUT", '/' + bucket).header("x-amz-acl", "public-read"))
                .assertRefused(409, "BucketAlreadyExists");
        Wire.send(colleague, SignedRequest.of("PUT", '/' + bucket)).assertRefused(409, "BucketAlreadyExists");
    }

    /** The gateway ignores unknown parameters, and would delete the bucket. */
    @Test
    void settingThatTheGatewayDoesNotKnowIsNotTakenForTheBucket() {
        S3Target owner = target(node.admin().makeTenant("tenant-" + UUID.randomUUID()));
        String bucket = newBucket(new JavaSdk(owner).withoutFraming());

        for (String setting : List.of("encryption", "ownershipControls", "metadataTable", "metrics&id=a")) {
            Wire.send(owner, SignedRequest.of("DELETE", '/' + bucket + '?' + setting))
                    .assertRefused(501, "NotImplemented");
        }

        Wire.send(owner, SignedRequest.of("GET", '/' + bucket)).assertStatus(200);
    }

    @Test
    void strangerCannotTellAClosedBucketFromNone() {
        S3Target owner = target(node.admin().makeTenant("tenant-" + UUID.randomUUID()));
        String bucket = newBucket(new JavaSdk(owner).withoutFraming());

        for (String what :
                List.of("", "?accelerate", "?website", "?encryption", "?logging", "?policyStatus", "?notification")) {
            WireAnswer closed = anonymous(owner, '/' + bucket + what);
            WireAnswer none = anonymous(owner, "/no-such-bucket-anywhere" + what);
            assertThat(closed.withoutIds().replace(bucket, "no-such-bucket-anywhere"))
                    .isEqualTo(none.withoutIds());
            assertThat(closed.headers().keySet()).isEqualTo(none.headers().keySet());
        }
    }

    /** The gateway itself would only evaluate the first rule, and echo every origin. */
    @Test
    void pagesAreAnsweredByTheRulesThatTheGatewayKeeps() {
        S3Target target = target(node.admin().makeTenant("tenant-" + UUID.randomUUID()));
        String bucket = newBucket(new JavaSdk(target).withoutFraming());
        String rules = "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin>"
                + "<AllowedMethod>GET</AllowedMethod></CORSRule><CORSRule><AllowedOrigin>*</AllowedOrigin>"
                + "<AllowedMethod>PUT</AllowedMethod></CORSRule></CORSConfiguration>";
        preflight(target, '/' + bucket, "PUT").assertRefused(403, "AccessForbidden");

        Wire.send(target, SignedRequest.of("PUT", '/' + bucket + "?cors").body(rules))
                .assertStatus(200);

        assertThat(Wire.send(target, SignedRequest.of("GET", '/' + bucket + "?cors"))
                        .elements("AllowedMethod"))
                .containsExactly("GET", "PUT");
        WireAnswer answer = preflight(target, '/' + bucket, "PUT");
        answer.assertStatus(200);
        assertThat(answer.header("access-control-allow-origin")).isEqualTo("*");
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket + "?cors")).assertStatus(204);
        preflight(target, '/' + bucket, "PUT").assertRefused(403, "AccessForbidden");
    }

    private static WireAnswer preflight(S3Target target, String path, String method) {
        try (Wire wire = Wire.connect(target)) {
            wire.write("OPTIONS " + path + " HTTP/1.1\r\nHost: " + target.host()
                    + "\r\nOrigin: https://shop.example.com\r\nAccess-Control-Request-Method: " + method
                    + "\r\n\r\n");
            return wire.answer("OPTIONS");
        }
    }

    private static String canonicalId(S3Target user) {
        return Wire.send(user, SignedRequest.of("GET", "/")).element("ID");
    }

    @Test
    void answersDoNotTellOfTheGateway() throws IOException {
        AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        S3Target target = target(account);
        S3Client client = new JavaSdk(target).withoutFraming();
        String bucket = newBucket(client);
        client.upload(files().file("k", "content"), bucket, "k");
        String tenantThere = account.tenant().replace("-", "__");

        for (String what : List.of("", "?list-type=2", "?versions", "?acl", "/none", "/k?acl")) {
            String slash = what.startsWith("/") ? "" : "/";
            WireAnswer answer = Wire.send(target, SignedRequest.of("GET", '/' + bucket + slash + what));
            assertThat(answer.text()).doesNotContain(tenantThere).doesNotContain("-default");
        }
    }

    private S3Client newClient(String tenant) {
        return new JavaSdk(target(node.admin().makeTenant(tenant))).withoutFraming();
    }

    private static S3Target target(AdminApi.Account account) {
        return node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
    }

    private static String newBucket(S3Client client) {
        String bucket = "ceph-" + UUID.randomUUID();
        client.makeBucket(bucket);
        return bucket;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private ClientFiles files() {
        return new ClientFiles(folder);
    }
}
