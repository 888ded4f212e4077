package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One tenant has buckets on two platforms, placed by the region of each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneTenantOnTwoPlatforms {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String HERE = "us-east-1";
    private static final String FAR = "far-1";

    private WholeNode node;
    private StallablePort port;

    /** The platform beside the node's own, over OSIS. */
    abstract ServedPlatform second();

    /** Whether the second platform finds a bucket by its name alone. */
    boolean hasOneNameSpace() {
        return true;
    }

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        ServedPlatform.SECRET.use(bytes -> {
            try {
                return Files.write(folder.resolve("secret"), bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        port = new StallablePort(second().platform().info().s3Endpoint());
        String options = "--oss.platforms.second.";
        node = new WholeNode(
                folder,
                "--oss.platforms=second",
                options + "region=" + FAR,
                options + "kind=osis",
                options + "osis.endpoint=" + second().endpoint(),
                options + "osis.user=" + ServedPlatform.USER,
                options + "osis.secret-file=" + folder.resolve("secret"),
                options + "osis.s3-endpoint=" + port.endpoint());
    }

    @AfterAll
    void stop() throws IOException {
        node.close();
        port.close();
    }

    private String newTenant() throws IOException {
        String tenant = node.created(TENANTS, "{\"name\":\"t-" + UUID.randomUUID() + "\"}")
                .get("id")
                .asString();
        ok("PUT", TENANTS + '/' + tenant + "/platforms/second", "");
        return tenant;
    }

    private String newUser(String tenant) throws IOException {
        return node.created(TENANTS + '/' + tenant + "/users", "{\"name\":\"u-" + UUID.randomUUID() + "\"}")
                .get("id")
                .asString();
    }

    private S3User s3(String tenant, String user) throws IOException {
        JsonNode key = node.created(TENANTS + '/' + tenant + "/users/" + user + "/credentials", "{}");
        return new S3User(node.s3Port(), key);
    }

    private S3User newS3(String tenant) throws IOException {
        return s3(tenant, newUser(tenant));
    }

    private String ok(String method, String path, String body) throws IOException {
        WireClient.Answer answer = WholeNode.send(node.adminPort(), node.admin(method, "localhost", path, body));
        assertThat(answer.status()).as(path + ' ' + answer.body()).isLessThan(300);
        return answer.body();
    }

    private static String newPath() {
        return "/both-" + UUID.randomUUID();
    }

    private WireClient.Answer onSecond(String path) throws IOException {
        URI s3 = second().platform().info().s3Endpoint();
        return WholeNode.send(s3.getPort(), WholeNode.plain("GET", s3.getAuthority(), path, "", ""));
    }

    private static void create(S3User user, String path, String region, String... headers) throws IOException {
        user.ok("PUT", path, "", OnTwoPlatforms.constraint(region), headers);
    }

    @Test
    void bucketIsOnThePlatformOfItsRegion() throws IOException {
        String here = newPath();
        String far = newPath();
        try (S3User user = newS3(newTenant())) {
            create(user, here, HERE);
            create(user, far, FAR, "x-amz-object-ownership: ObjectWriter");
            user.ok("PUT", here + "/k", "", "here");
            user.ok("PUT", far + "/k", "", "far", "x-amz-acl: public-read");

            assertThat(user.ok("GET", here + "/k", "", "")).isEqualTo("here");
            assertThat(user.ok("GET", far + "/k", "", "")).isEqualTo("far");
            if (hasOneNameSpace()) {
                assertThat(onSecond(far + "/k").body()).isEqualTo("far");
                assertThat(onSecond(here + "/k").status()).isBetween(403, 404);
            }
            assertThat(user.ok("GET", far, "location", "")).contains('>' + FAR + "</LocationConstraint>");
            assertThat(user.ok("GET", here, "location", "")).contains("></LocationConstraint>");
            assertThat(user.ok("GET", "/", "", "")).contains(here.substring(1), far.substring(1));
            assertThat(user.ok("GET", "/", "bucket-region=" + FAR, ""))
                    .contains(far.substring(1))
                    .doesNotContain(here.substring(1));
            assertThat(user.ok("GET", far, "list-type=2", "")).contains("<Key>k</Key>");
            user.ok("DELETE", far + "/k", "", "");
            user.ok("DELETE", far, "", "");
            if (hasOneNameSpace()) {
                assertThat(onSecond(far).status()).isEqualTo(404);
            }
            assertThat(user.send("GET", far, "", "").status()).isEqualTo(404);
            assertThat(user.ok("GET", here + "/k", "", "")).isEqualTo("here");
        }
    }

    @Test
    void regionOfAPlatformThatTheTenantMayNotUseIsRefused() throws IOException {
        String tenant = newTenant();
        String kept = newPath();
        try (S3User user = newS3(tenant)) {
            create(user, kept, FAR);
            user.ok("PUT", kept + "/k", "", "kept");

            ok("DELETE", TENANTS + '/' + tenant + "/platforms/second", "");

            OnTwoPlatforms.assertRefused(
                    user.send("PUT", newPath(), "", OnTwoPlatforms.constraint(FAR)),
                    400,
                    "IllegalLocationConstraintException");
            assertThat(user.ok("GET", kept + "/k", "", "")).isEqualTo("kept");
        }
    }

    @Test
    void nameOfABucketIsNotCreatedOnTheOtherPlatform() throws IOException {
        String here = newPath();
        String far = newPath();
        try (S3User user = newS3(newTenant())) {
            create(user, here, HERE);
            create(user, far, FAR);

            OnTwoPlatforms.assertRefused(
                    user.send("PUT", here, "", OnTwoPlatforms.constraint(FAR)), 409, "BucketAlreadyOwnedByYou");
            OnTwoPlatforms.assertRefused(user.send("PUT", far, "", ""), 409, "BucketAlreadyOwnedByYou");
            if (hasOneNameSpace()) {
                assertThat(onSecond(here).status()).isEqualTo(404);
            }
        }
    }

    @Test
    void bucketsOnBothPlatformsDoNotExistForAnotherTenant() throws IOException {
        List<String> paths = List.of(newPath(), newPath());
        try (S3User owner = newS3(newTenant());
                S3User stranger = newS3(newTenant())) {
            create(owner, paths.get(0), HERE);
            create(owner, paths.get(1), FAR);
            // So that it has an account on both, too.
            create(stranger, newPath(), FAR);
            for (String path : paths) {
                owner.ok("PUT", path + "/k", "", "secret");
                for (String request : List.of("GET /k", "PUT /k", "DELETE /k", "GET ", "DELETE ", "POST /k?uploads")) {
                    String[] parts = request.split(" ", 2);
                    String[] target = (path + parts[1]).split("\\?", 2);
                    WireClient.Answer answer =
                            stranger.send(parts[0], target[0], target.length > 1 ? target[1] : "", "");
                    assertThat(answer.status()).as(path + ' ' + request).isEqualTo(404);
                    assertThat(answer.body()).contains("NoSuchBucket");
                }
                OnTwoPlatforms.assertRefused(
                        stranger.send("PUT", path, "", OnTwoPlatforms.constraint(FAR)), 409, "BucketAlreadyExists");
                assertThat(owner.ok("GET", path + "/k", "", "")).isEqualTo("secret");
            }
        }
    }

    @Test
    void otherUserOfTheTenantIsDecidedByThePlatform() throws IOException {
        String tenant = newTenant();
        String path = newPath();
        String colleague = newUser(tenant);
        try (S3User owner = newS3(tenant);
                S3User other = s3(tenant, colleague)) {
            create(owner, path, FAR, "x-amz-object-ownership: ObjectWriter");
            owner.ok("PUT", path + "/k", "", "private");

            assertThat(other.send("GET", path + "/k", "", "").status()).isEqualTo(403);

            String canonicalId = JsonMapper.shared()
                    .readTree(ok("GET", TENANTS + '/' + tenant + "/users/" + colleague, ""))
                    .get("canonicalId")
                    .asString();
            owner.ok("PUT", path + "/k", "", "shared", "x-amz-grant-read: id=" + canonicalId);

            assertThat(other.ok("GET", path + "/k", "", "")).isEqualTo("shared");
            assertThat(owner.ok("GET", path + "/k", "acl", "")).contains(canonicalId);
        }
    }

    @Test
    void publicBucketIsVisibleToTenantsOnItsPlatform() throws IOException {
        String path = newPath();
        try (S3User owner = newS3(newTenant());
                S3User guest = newS3(newTenant());
                S3User stranger = newS3(newTenant())) {
            create(owner, path, FAR, "x-amz-object-ownership: ObjectWriter", "x-amz-acl: public-read");
            owner.ok("PUT", path + "/k", "", "public", "x-amz-acl: public-read");
            create(guest, newPath(), FAR);

            assertThat(guest.ok("GET", path + "/k", "", "")).isEqualTo("public");
            assertThat(guest.ok("GET", path, "list-type=2", "")).contains("<Key>k</Key>");
            assertThat(guest.send("PUT", path + "/k", "", "").status()).isEqualTo(403);
            assertThat(stranger.send("GET", path + "/k", "", "").status()).isEqualTo(404);
        }
    }

    @Test
    void copyBetweenPlatformsIsNotImplemented() throws IOException {
        String here = newPath();
        String far = newPath();
        try (S3User user = newS3(newTenant())) {
            create(user, here, HERE);
            create(user, far, FAR);
            user.ok("PUT", far + "/k", "", "far");

            OnTwoPlatforms.assertRefused(
                    user.send("PUT", here + "/copy", "", "", "x-amz-copy-source: " + far + "/k"),
                    501,
                    "NotImplemented");
            user.ok("PUT", far + "/copy", "", "", "x-amz-copy-source: " + far + "/k");
            assertThat(user.ok("GET", far + "/copy", "", "")).isEqualTo("far");
        }
    }

    @Test
    void suspendedUserIsRefusedOnBothPlatforms() throws IOException {
        String tenant = newTenant();
        String user = newUser(tenant);
        String path = newPath();
        try (S3User s3 = s3(tenant, user)) {
            create(s3, path, FAR);
            String users = TENANTS + '/' + tenant + "/users/" + user;
            ok("POST", users + "/disable", "");

            assertThat(s3.send("GET", path, "", "").status()).isEqualTo(403);

            ok("POST", users + "/enable", "");
            // The node forgets the disabled user by a notification of the database, which may come after the answer.
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> s3.send("GET", path, "list-type=2", "").status() == 200);
        }
    }

    @Test
    void silentSecondPlatformDelaysNoRequestToTheFirst() throws IOException {
        String here = newPath();
        String far = newPath();
        String tenant = newTenant();
        try (S3User user = newS3(tenant);
                S3User waiting = newS3(tenant)) {
            create(user, here, HERE);
            create(user, far, FAR);
            port.stall();
            try {
                List<Thread> clients = new ArrayList<>();
                clients.add(Thread.ofVirtual().start(() -> {
                    try {
                        waiting.send("GET", far, "list-type=2", "");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
                port.awaitStalled(1);
                for (int i = 0; i < 50; i++) {
                    user.ok("PUT", here + "/k" + i, "", "here");
                }
                assertThat(user.ok("GET", "/", "", "")).contains(far.substring(1));
                port.resume();
                for (Thread client : clients) {
                    client.join();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            } finally {
                port.resume();
            }
        }
    }

    @Test
    void platformsOfATenantAreListed() throws IOException {
        String tenant = newTenant();

        assertThat(ok("GET", TENANTS + '/' + tenant + "/platforms", ""))
                .contains("\"platform\":\"main\"", "\"isFirst\":true")
                .contains("\"platform\":\"second\",\"region\":\"far-1\",\"isFirst\":false,\"isAllowed\":true,"
                        + "\"isUsed\":false");
        WireClient.Answer first = WholeNode.send(
                node.adminPort(), node.admin("PUT", "localhost", TENANTS + '/' + tenant + "/platforms/main", ""));
        assertThat(first.status()).isEqualTo(400);
        WireClient.Answer unknown = WholeNode.send(
                node.adminPort(), node.admin("PUT", "localhost", TENANTS + '/' + tenant + "/platforms/third", ""));
        assertThat(unknown.status()).isEqualTo(404);
    }

    @Test
    void auditLogNamesThePlatformThatATenantMayUseOrNoLonger() throws IOException {
        String tenant = newTenant();
        ok("DELETE", TENANTS + '/' + tenant + "/platforms/second", "");

        JsonNode entries = JsonMapper.shared()
                .readTree(ok("GET", "/api/v1/admin/audit?filter=operation==*TenantPlatform;tenant==" + tenant, ""))
                .get("items");

        assertThat(entries.valueStream()
                        .map(entry -> entry.get("operation").asString()
                                + ' '
                                + entry.get("subject").asString()
                                + ' '
                                + entry.get("status").asInt()))
                .containsExactly("DeleteTenantPlatform second 200", "PutTenantPlatform second 200");
    }

    @Test
    void administratorCreatesABucketInARegion() throws IOException {
        String tenant = newTenant();
        String user = newUser(tenant);
        String name = newPath().substring(1);
        try (S3User s3 = s3(tenant, user)) {
            ok(
                    "POST",
                    TENANTS + '/' + tenant + "/buckets",
                    "{\"name\":\"" + name + "\",\"region\":\"" + FAR + "\",\"owner\":\"" + user
                            + "\",\"versioning\":\"ENABLED\"}");

            s3.ok("PUT", '/' + name + "/k", "", "far");
            assertThat(s3.ok("GET", '/' + name, "versioning", "")).contains("Enabled");
            assertThat(ok("GET", TENANTS + '/' + tenant + "/buckets/" + name, ""))
                    .contains("\"region\":\"far-1\"");
        }
    }
}
