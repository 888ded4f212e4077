package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.server.app.boot.StartFailures;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node with its own platform and one beside it, and tenants of both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnTwoPlatforms {

    private static final String TENANTS = "/api/v1/admin/tenants";

    private Path folder;
    private StallablePort port;
    private WholeNode node;

    /** The platform beside the node's own, over OSIS. */
    abstract ServedPlatform second();

    /** One that is none of the node's. */
    abstract ServedPlatform other();

    @BeforeAll
    void start(@TempDir Path scratch) throws IOException {
        folder = scratch;
        ServedPlatform.SECRET.use(bytes -> {
            try {
                return Files.write(folder.resolve("secret"), bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        port = new StallablePort(second().platform().info().s3Endpoint());
        node = newNode(second(), port.endpoint());
    }

    @AfterAll
    void stop() throws IOException {
        node.close();
        port.close();
    }

    private WholeNode newNode(ServedPlatform platform, URI s3) throws IOException {
        String options = "--oss.platforms.second.";
        return new WholeNode(
                folder,
                "--oss.platforms=second",
                "--oss.platforms.second.region=far-1",
                options + "kind=osis",
                options + "osis.endpoint=" + platform.endpoint(),
                options + "osis.user=" + ServedPlatform.USER,
                options + "osis.secret-file=" + folder.resolve("secret"),
                options + "osis.s3-endpoint=" + s3);
    }

    /** A user of a new tenant. */
    private record Account(String tenant, String user, JsonNode credential) {}

    private Account newAccount(String platform) throws IOException {
        String tenant = node.created(
                        TENANTS, "{\"name\":\"t-" + UUID.randomUUID() + "\",\"platform\":\"" + platform + "\"}")
                .get("id")
                .asString();
        String users = TENANTS + '/' + tenant + "/users";
        String user = node.created(users, "{\"name\":\"ann\"}").get("id").asString();
        return new Account(tenant, user, node.created(users + '/' + user + "/credentials", "{}"));
    }

    private S3User s3(Account account) throws IOException {
        return new S3User(node.s3Port(), account.credential());
    }

    private static String newPath() {
        return "/two-" + UUID.randomUUID();
    }

    /** Whether the second platform finds a bucket by its name alone. */
    boolean hasOneNameSpace() {
        return true;
    }

    /** What the platform itself answers to an anonymous request. */
    private WireClient.Answer onSecond(String path) throws IOException {
        URI s3 = second().platform().info().s3Endpoint();
        return WholeNode.send(s3.getPort(), WholeNode.plain("GET", s3.getAuthority(), path, "", ""));
    }

    private WireClient.Answer admin(String method, String path, String body) throws IOException {
        return WholeNode.send(node.adminPort(), node.admin(method, "localhost", path, body));
    }

    @Test
    void bucketIsOnThePlatformOfItsTenant() throws IOException {
        Account near = newAccount("main");
        Account far = newAccount("second");
        String nearPath = newPath();
        String farPath = newPath();

        try (S3User onMain = s3(near);
                S3User onSecond = s3(far)) {
            onMain.ok("PUT", nearPath, "", "");
            onMain.ok("PUT", nearPath + "/k", "", "near");
            onSecond.ok("PUT", farPath, "", "", "x-amz-object-ownership: ObjectWriter");
            onSecond.ok("PUT", farPath + "/k", "", "far", "x-amz-acl: public-read");

            assertThat(onMain.ok("GET", nearPath + "/k", "", "")).isEqualTo("near");
            assertThat(onSecond.ok("GET", farPath + "/k", "", "")).isEqualTo("far");
            assertThat(onMain.ok("GET", "/", "", ""))
                    .contains(nearPath.substring(1))
                    .doesNotContain("far");
            assertThat(onSecond.ok("GET", farPath, "list-type=2", "")).contains("<Key>k</Key>");
        }
        if (hasOneNameSpace()) {
            assertThat(onSecond(farPath + "/k").body()).isEqualTo("far");
            assertThat(onSecond(nearPath + "/k").status()).isBetween(403, 404);
        }
    }

    @Test
    void bucketOfAnotherPlatformDoesNotExistForATenant() throws IOException {
        String nearPath = newPath();
        String farPath = newPath();

        try (S3User onMain = s3(newAccount("main"));
                S3User onSecond = s3(newAccount("second"))) {
            onMain.ok("PUT", nearPath, "", "");
            onMain.ok("PUT", nearPath + "/k", "", "near");
            onSecond.ok("PUT", farPath, "", "");

            for (String request : List.of("GET /k", "PUT /k", "DELETE /k", "GET ", "DELETE ")) {
                String[] parts = request.split(" ", 2);
                WireClient.Answer answer =
                        onSecond.send(parts[0], nearPath + (parts.length > 1 ? parts[1] : ""), "", "");
                assertThat(answer.status()).as(request).isEqualTo(404);
                assertThat(answer.body()).contains("NoSuchBucket");
            }
            assertThat(onSecond.send("PUT", farPath + "/copy", "", "", "x-amz-copy-source: " + nearPath + "/k")
                            .status())
                    .isEqualTo(404);
            assertThat(onMain.ok("GET", nearPath + "/k", "", "")).isEqualTo("near");
        }
    }

    @Test
    void nameIsTakenOnAllPlatforms() throws IOException {
        String path = newPath();

        try (S3User onMain = s3(newAccount("main"));
                S3User onSecond = s3(newAccount("second"))) {
            onMain.ok("PUT", path, "", "");

            WireClient.Answer taken = onSecond.send("PUT", path, "", "");
            assertThat(taken.status()).isEqualTo(409);
            assertThat(taken.body()).contains("<Code>BucketAlreadyExists</Code>");

            onMain.ok("DELETE", path, "", "");
            onSecond.ok("PUT", path, "", "");
            assertThat(onMain.send("PUT", path, "", "").status()).isEqualTo(409);
            assertThat(onMain.send("GET", path, "", "").status()).isEqualTo(404);
        }
    }

    @Test
    void bucketHasTheRegionOfItsPlatform() throws IOException {
        String path = newPath();

        try (S3User onSecond = s3(newAccount("second"))) {
            onSecond.ok("PUT", path, "", constraint("far-1"));

            assertThat(onSecond.ok("GET", path, "location", "")).contains(">far-1</LocationConstraint>");
            assertThat(onSecond.in("far-1").ok("GET", "/", "bucket-region=far-1", ""))
                    .contains("<Name>" + path.substring(1) + "</Name>", "<BucketRegion>far-1</BucketRegion>");
            assertThat(onSecond.ok("GET", "/", "bucket-region=us-east-1", "")).doesNotContain("<Name>");
        }
    }

    @Test
    void regionOfANewBucketIsOneThatTheTenantMayUse() throws IOException {
        try (S3User onMain = s3(newAccount("main"));
                S3User onSecond = s3(newAccount("second"))) {
            assertRefused(onMain.send("PUT", newPath(), "", constraint("moon-1")), 400, "InvalidLocationConstraint");
            assertRefused(
                    onMain.send("PUT", newPath(), "", constraint("far-1")), 400, "IllegalLocationConstraintException");
            assertRefused(
                    onSecond.send("PUT", newPath(), "", constraint("us-east-1")),
                    400,
                    "IllegalLocationConstraintException");
            // Signed for a region, a request creates buckets nowhere else.
            assertRefused(onMain.in("far-1").send("PUT", newPath(), "", ""), 400, "IllegalLocationConstraintException");
            assertRefused(
                    onMain.send("PUT", newPath(), "", constraint("us-east-1")),
                    400,
                    "IllegalLocationConstraintException");
            onSecond.in("far-1").ok("PUT", newPath(), "", "");
        }
    }

    @Test
    void signatureForARegionOfAnotherInstallationIsRefused() throws IOException {
        try (S3User onMain = s3(newAccount("main"))) {
            WireClient.Answer answer = onMain.in("moon-1").send("GET", "/", "", "");

            assertRefused(answer, 400, "AuthorizationHeaderMalformed");
            assertThat(answer.body()).contains("<Region>us-east-1</Region>");
        }
    }

    static String constraint(String region) {
        return "<CreateBucketConfiguration><LocationConstraint>" + region
                + "</LocationConstraint></CreateBucketConfiguration>";
    }

    static void assertRefused(WireClient.Answer answer, int status, String code) {
        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
        assertThat(answer.status()).isEqualTo(status);
    }

    @Test
    void platformOfATenantIsShown() throws IOException {
        String path = TENANTS + '/' + newAccount("second").tenant();

        assertThat(admin("GET", path, "").body()).contains("\"platform\":\"second\"");
    }

    @Test
    void tenantOfAnUnknownPlatformIsRefused() throws IOException {
        WireClient.Answer answer = admin("POST", TENANTS, "{\"name\":\"nowhere\",\"platform\":\"third\"}");

        assertThat(answer.status()).as(answer.body()).isBetween(400, 422);
        assertThat(answer.body()).contains("platform");
    }

    @Test
    void platformsAreListedAndMeasuredApart() throws IOException {
        JsonNode platforms = JsonMapper.shared()
                .readTree(admin("GET", "/api/v1/admin/platforms", "").body());

        List<String> shown = new ArrayList<>();
        platforms
                .get("items")
                .forEach(platform -> shown.add(platform.get("name").asString()
                        + ' '
                        + platform.get("kind").asString()));
        assertThat(shown).contains("main embedded").anyMatch(platform -> platform.startsWith("second "));
        assertThat(admin("GET", "/metrics/prometheus", "").body())
                .contains("ose_platform_connections{platform=\"main\"}")
                .contains("ose_platform_connections{platform=\"second\"}");
    }

    /** More requests than a tenant may have at once wait for the silent platform, from several tenants. */
    @Test
    void silentPlatformDoesNotTouchRequestsToTheOther() throws Exception {
        String path = newPath();
        List<Account> far = List.of(newAccount("second"), newAccount("second"), newAccount("second"));
        List<String> farPaths = new ArrayList<>();
        for (Account account : far) {
            try (S3User user = s3(account)) {
                farPaths.add(newPath());
                user.ok("PUT", farPaths.getLast(), "", "");
                user.ok("PUT", farPaths.getLast() + "/k", "", "far");
            }
        }
        try (S3User onMain = s3(newAccount("main"));
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            onMain.ok("PUT", path, "", "");
            List<Future<String>> waiting = new ArrayList<>();
            port.stall();
            try {
                for (int i = 0; i < 96; i++) {
                    Account account = far.get(i % far.size());
                    String farPath = farPaths.get(i % far.size());
                    // Objects, listings and settings take different ways through the node.
                    String query = i % 4 == 0 ? "list-type=2" : i % 4 == 1 ? "versioning" : "";
                    String target = query.isEmpty() ? farPath + "/k" : farPath;
                    waiting.add(clients.submit(() -> {
                        try (S3User user = s3(account)) {
                            return user.ok("GET", target, query, "");
                        }
                    }));
                }
                port.awaitStalled(8);

                for (int i = 0; i < 200; i++) {
                    onMain.ok("PUT", path + "/k" + i, "", "near");
                    assertThat(onMain.ok("GET", path + "/k" + i, "", "")).isEqualTo("near");
                }
                assertThat(onMain.ok("GET", path, "list-type=2", "")).contains("<KeyCount>200</KeyCount>");
                assertThat(onMain.ok("GET", path, "versioning", "")).contains("VersioningConfiguration");
                assertThat(admin("GET", "/health/ready", "").status()).isEqualTo(200);
                assertThat(newAccount("main").credential().has("accessKey")).isTrue();
            } finally {
                port.resume();
            }
            for (Future<String> answer : waiting) {
                assertThat(answer.get()).isNotEmpty();
            }
        }
    }

    @Test
    void nodeWithoutThePlatformServesItsBucketsFromNoOther() throws IOException {
        Account far = newAccount("second");
        Account near = newAccount("main");
        String farPath = newPath();
        String nearPath = newPath();
        try (S3User onSecond = s3(far);
                S3User onMain = s3(near)) {
            onSecond.ok("PUT", farPath, "", "");
            onSecond.ok("PUT", farPath + "/k", "", "far");
            onMain.ok("PUT", nearPath, "", "");
        }
        node.close();
        node = new WholeNode(folder);
        try (S3User onSecond = s3(far);
                S3User onMain = s3(near)) {
            for (String request : List.of("GET /k", "PUT /k", "DELETE /k", "GET ", "DELETE ")) {
                String[] parts = request.split(" ", 2);
                assertThat(onSecond.send(parts[0], farPath + (parts.length > 1 ? parts[1] : ""), "", "")
                                .status())
                        .as(request)
                        .isEqualTo(503);
            }
            assertThat(onSecond.send("PUT", newPath(), "", "").status()).isEqualTo(503);
            assertThat(onMain.send("PUT", farPath, "", "").status()).isEqualTo(409);
            onMain.ok("PUT", nearPath + "/k", "", "near");
        }
        node.close();
        node = newNode(second(), port.endpoint());

        try (S3User onSecond = s3(far)) {
            assertThat(onSecond.ok("GET", farPath + "/k", "", "")).isEqualTo("far");
        }
    }

    @Test
    void otherPlatformUnderTheSameNameStopsTheStart() throws IOException {
        Account far = newAccount("second");
        String path = newPath();
        try (S3User onSecond = s3(far)) {
            onSecond.ok("PUT", path, "", "");
        }
        node.close();
        try {
            assertThatThrownBy(() -> newNode(other(), other().platform().info().s3Endpoint()))
                    .extracting(e -> StartFailures.explain(e).getMessage())
                    .asString()
                    .contains("the platform second cannot be used", "does not know its users");
        } finally {
            node = newNode(second(), port.endpoint());
        }

        try (S3User onSecond = s3(far)) {
            assertThat(onSecond.ok("GET", "/", "", "")).contains(path.substring(1));
        }
    }

    /** The platform itself at another address is the same platform. */
    @Test
    void samePlatformMayMoveToAnotherAddress() throws IOException {
        Account far = newAccount("second");
        String path = newPath();
        try (S3User onSecond = s3(far)) {
            onSecond.ok("PUT", path, "", "");
        }
        node.close();
        node = newNode(second(), second().platform().info().s3Endpoint());
        try (S3User onSecond = s3(far)) {
            assertThat(onSecond.ok("GET", "/", "", "")).contains(path.substring(1));
        } finally {
            node.close();
            node = newNode(second(), port.endpoint());
        }
    }
}
