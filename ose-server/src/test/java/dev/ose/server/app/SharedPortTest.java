package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.http.WireClient;
import dev.ose.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S3 and management on one port of a whole node. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedPortTest {

    private static final String NAME = "ose.test";
    private static final String S3 = "s3.localhost";
    private static final String TENANTS = "/api/v1/admin/tenants";

    private WholeNode node;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        node = new WholeNode(
                folder,
                "--oss.metrics.anonymous=true",
                "--oss.s3.management=true",
                "--server.host-names=" + NAME + ",1st.ose.test");
        node.makeUser("acme");
        for (String bucket : List.of("photos", "api", "docs", "health", "metrics", "portal")) {
            assertThat(s3("PUT", bucket + "." + S3, "/", "").status()).isEqualTo(200);
            assertThat(s3("PUT", bucket + "." + S3, "/v1/key", "of " + bucket).status())
                    .isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        node.close();
    }

    private WireClient.Answer s3(String method, String host, String path, String body) throws IOException {
        return send(node.signed(method, host, path, body));
    }

    private WireClient.Answer get(String host, String path) throws IOException {
        return send(WholeNode.plain("GET", host, path, "", ""));
    }

    private WireClient.Answer send(String request) throws IOException {
        return WholeNode.send(node.s3Port(), request);
    }

    @ParameterizedTest
    @CsvSource({
        "photos.s3.localhost, /v1/key, false",
        "Photos.S3.Localhost:443, /v1/key, false",
        "s3.localhost, /photos/v1/key, false",
        "elsewhere.test, /photos/v1/key, false",
        "ose.test, /photos/v1/key, true",
        "OSE.test:443, /photos/v1/key, true",
        "1st.ose.test:443, /photos/v1/key, true",
        "127.0.0.1, /photos/v1/key, true",
        "ose.test, /api/v1/s3/photos/v1/key, true"
    })
    void objectIsReachedInEveryStyleAndKeptApartFromPages(String host, String path, boolean isApart)
            throws IOException {
        WireClient.Answer answer = s3("GET", host, path, "");
        WireClient.Answer missing = s3("GET", host, path + ".html", "");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("of photos");
        assertThat(missing.status()).isEqualTo(404);
        for (WireClient.Answer each : List.of(answer, missing)) {
            assertThat(each.headers().get("content-security-policy")).isEqualTo(isApart ? "sandbox" : null);
            assertThat(each.headers().get("x-content-type-options")).isEqualTo(isApart ? "nosniff" : null);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {NAME, "OSE.TEST:8443", "localhost", "127.0.0.1:9000", "[::1]", "1st.ose.test"})
    void managementIsAnsweredAtItsHosts(String host) throws IOException {
        assertThat(get(host, "/health/live").body()).isEqualTo("{\"status\":\"UP\"}");
        assertThat(get(host, "/health/ready").status()).isEqualTo(200);
        assertThat(send(node.admin("GET", host, TENANTS, "")).body()).contains("acme");
        assertThat(get(host, TENANTS).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {S3, "photos.s3.localhost", "elsewhere.test", "ose.test.elsewhere.test", "ose.test."})
    void managementIsNotAnsweredElsewhere(String host) throws IOException {
        for (String path : List.of("/health/live", TENANTS, "/metrics/prometheus")) {
            WireClient.Answer answer = send(node.admin("GET", host, path, ""));

            assertThat(answer.status()).as(path).isIn(400, 403);
            assertThat(answer.body()).contains("<Error>");
        }
    }

    /** The name of a bucket or the spelling of a path must not change what an address refers to. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/key",
                "/%61pi/v1/key",
                "/%61%70%69/v1/key",
                "/api",
                "/health/v1/key",
                "/metrics/v1/key",
                "/api/v1/s3x/photos/v1/key",
                "/api/v1/%73%33/photos/v1/key"
            })
    void reservedPathsAreNeverBuckets(String path) throws IOException {
        WireClient.Answer answer = s3("GET", NAME, path, "");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).contains("OSE-2106");
    }

    @Test
    void portalIsServedWhereABucketOfItsNameWouldBe() throws IOException {
        WireClient.Answer answer = s3("GET", NAME, "/portal/v1/key", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("<ose-portal>");
    }

    /** No bucket has a name of one letter. */
    @Test
    void pagesOfShareLinksAreManagements() throws IOException {
        for (String path : List.of("/s/nothing", "/%73/nothing")) {
            WireClient.Answer answer = get(NAME, path);

            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body()).contains("This link is not available");
        }
        assertThat(get(S3, "/s/nothing").body()).contains("<Error>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "docs", "health", "metrics", "portal"})
    void bucketsWithReservedNamesAreReachedInTheOtherStyles(String bucket) throws IOException {
        String kept = "of " + bucket;

        assertThat(s3("GET", bucket + "." + S3, "/v1/key", "").body()).isEqualTo(kept);
        assertThat(s3("GET", S3, "/" + bucket + "/v1/key", "").body()).isEqualTo(kept);
        assertThat(s3("GET", NAME, "/api/v1/s3/" + bucket + "/v1/key", "").body())
                .isEqualTo(kept);
    }

    @Test
    void pathsBesideTheReservedOnesAreS3s() throws IOException {
        for (String path :
                List.of("/apis/x", "/API/x", "/api;x/x", "//api/v1/admin/tenants", "/photos/../api/v1/admin")) {
            WireClient.Answer answer = send(node.admin("GET", NAME, path, ""));

            assertThat(answer.body()).as(path).contains("<Error>");
        }
    }

    @Test
    void loginOfOneIsNoneOfTheOther() throws IOException {
        String cookies = "Cookie: session=x; JSESSIONID=y\r\n";

        assertThat(send(node.admin("GET", NAME, "/photos/v1/key", "")).status()).isNotEqualTo(200);
        assertThat(send(node.admin("GET", NAME, "/api/v1/s3/photos/v1/key", "")).status())
                .isNotEqualTo(200);
        assertThat(s3("GET", NAME, TENANTS, "").status()).isEqualTo(401);
        for (String path : List.of("/photos/v1/key", "/api/v1/s3/photos/v1/key")) {
            WireClient.Answer answer = send(WholeNode.plain("GET", NAME, path, cookies, ""));

            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.headers()).doesNotContainKey("set-cookie");
        }
    }

    /** A balancer on this machine may forward connections without stating the client. */
    @Test
    void metricsWantALoginOnThisPortEvenFromThisMachineOrWhereTheyAreAnonymous() throws IOException {
        String request = WholeNode.plain("GET", "localhost", "/metrics/prometheus", "", "");

        assertThat(send(request).status()).isEqualTo(401);
        assertThat(WholeNode.send(node.adminPort(), request).body()).contains("jvm_memory_used_bytes");
    }

    @Test
    void requestsToBothOnOneConnectionAreAnsweredInTurn() throws IOException {
        try (WireClient client = new WireClient(node.s3Port())) {
            client.send(node.signed("PUT", NAME, "/photos/turn", "bytes")
                    + node.admin("GET", NAME, TENANTS, "")
                    + WholeNode.plain("GET", NAME, "/health/live", "", "")
                    + node.signed("GET", "photos." + S3, "/turn", "")
                    + node.admin("POST", NAME, TENANTS, "{\"name\":\"\"}")
                    + node.signed("GET", NAME, "/api/v1/s3/photos/turn", ""));

            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.answer().body()).contains("acme");
            assertThat(client.answer().body()).contains("UP");
            assertThat(client.answer().body()).isEqualTo("bytes");
            assertThat(client.answer().status()).isEqualTo(400);
            assertThat(client.answer().body()).isEqualTo("bytes");
        }
    }

    /** The rest of a request that one handler refused must not become a request to the other. */
    @Test
    void refusedBodyIsNeverReadAsTheNextRequest() throws IOException {
        String smuggled = WholeNode.plain("GET", NAME, "/health/live", "", "");
        for (String first : List.of(
                WholeNode.plain("POST", NAME, TENANTS, "", smuggled),
                WholeNode.plain("PUT", NAME, "/photos/k", "", smuggled),
                WholeNode.plain("POST", NAME, "/health/live", "", smuggled),
                "GET /health/ready HTTP/1.1\r\nHost: " + NAME + "\r\nContent-Length: " + smuggled.length() + "\r\n\r\n"
                        + smuggled,
                "GET /photos/k HTTP/1.1\r\nHost: " + NAME + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(smuggled.length()) + "\r\n" + smuggled + "\r\n0\r\n\r\n")) {
            try (WireClient client = new WireClient(node.s3Port())) {
                client.send(first).halfClose();

                assertThat(client.rest()).containsOnlyOnce("HTTP/1.1 ");
            }
        }
    }

    @Test
    void bodiesHaveTheLimitsOfWhatTheyAreFor() throws IOException {
        String large = "x".repeat(2 << 20);

        assertThat(s3("PUT", NAME, "/photos/large", large).status()).isEqualTo(200);
        assertThat(send(node.admin("POST", NAME, TENANTS, large)).status()).isEqualTo(413);
    }

    /** Logins must not be sent in plain text because there is a port without TLS, too. */
    @Test
    void managementIsOnThePortWithTlsAloneIfThereIsOne(@TempDir Path folder) throws Exception {
        TestCertificate certificate = TestCertificate.make("server");
        int port = freePort();
        try (WholeNode secured = new WholeNode(
                folder,
                "--oss.s3.management=true",
                "--server.host-names=" + NAME,
                "--oss.s3.tls.port=" + port,
                "--oss.s3.tls.certificate=" + certificate.certificate(folder.resolve("c.pem")),
                "--oss.s3.tls.private-key=" + certificate.privateKey(folder.resolve("k.pem")))) {
            String health = WholeNode.plain("GET", NAME, "/health/live", "", "");

            try (WireClient client =
                    new WireClient(certificate.client().getSocketFactory().createSocket("localhost", port))) {
                assertThat(client.send(health).answer().body()).contains("UP");
                assertThat(client.send(secured.admin("GET", NAME, TENANTS, ""))
                                .answer()
                                .status())
                        .isEqualTo(200);
            }
            assertThat(WholeNode.send(secured.s3Port(), health).body()).contains("<Error>");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    @Test
    void withoutTheOptionThePortIsS3sAlone(@TempDir Path folder) throws Exception {
        try (WholeNode apart = new WholeNode(folder, "--server.host-names=" + NAME)) {
            for (String path : List.of("/health/live", TENANTS, "/api/v1/s3/photos/v1/key")) {
                WireClient.Answer answer = WholeNode.send(apart.s3Port(), apart.admin("GET", NAME, path, ""));

                assertThat(answer.body()).as(path).contains("<Error>");
                assertThat(answer.headers()).doesNotContainKey("content-security-policy");
            }
            assertThat(WholeNode.send(apart.adminPort(), apart.admin("GET", NAME, TENANTS, ""))
                            .status())
                    .isEqualTo(200);
            assertThat(WholeNode.send(apart.adminPort(), WholeNode.plain("GET", NAME, "/api/v1/s3/photos/k", "", ""))
                            .headers())
                    .as("an object beside pages")
                    .containsEntry("content-security-policy", "sandbox");
        }
    }

    /** Hundreds of stalled bodies, for either handler, from many addresses. */
    @Test
    void slowBodiesOfEitherHoldUpNeither() throws Exception {
        List<WireClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 600; i++) {
                WireClient client = new WireClient(new Socket(
                        InetAddress.getLoopbackAddress(),
                        node.s3Port(),
                        InetAddress.ofLiteral("127.0.1." + (i % 20 + 1)),
                        0));
                clients.add(client);
                client.send(
                        switch (i % 3) {
                            case 0 ->
                                "POST " + TENANTS + " HTTP/1.1\r\nHost: " + NAME + "\r\nAuthorization: " + node.admin()
                                        + "\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
                            case 1 ->
                                node.signedHead(
                                                "PUT",
                                                "photos." + S3,
                                                "/slow" + i,
                                                PayloadHash.Digest.of(new byte[] {1})
                                                        .hex(),
                                                1_000_000)
                                        + "x";
                            default -> "GET /health/live HTTP/1.1\r\nHost: " + NAME + "\r\nX: ";
                        });
            }

            assertThat(get(NAME, "/health/live").status()).isEqualTo(200);
            assertThat(send(node.admin("GET", NAME, TENANTS, "")).status()).isEqualTo(200);
            assertThat(s3("PUT", NAME, "/photos/quick", "x").status()).isEqualTo(200);
            assertThat(WholeNode.send(node.adminPort(), WholeNode.plain("GET", "localhost", "/health/live", "", ""))
                            .status())
                    .isEqualTo(200);
        } finally {
            for (WireClient client : clients) {
                client.close();
            }
        }
    }
}
