package dev.ose.keeper.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ose.adapter.Secret;
import dev.ose.control.Finding;
import dev.ose.control.Finding.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointCheckTest {

    @TempDir
    private Path directory;

    private KeyPairFile keys;
    private HttpServer server;
    private volatile int status = 200;
    private volatile boolean isNode = true;
    private volatile String body = "";
    private volatile boolean isSigned;

    @BeforeEach
    void start() throws IOException {
        keys = new KeyPairFile(directory.resolve("probe.keys"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            isSigned = exchange.getRequestHeaders().containsKey("Authorization");
            if (isNode) {
                exchange.getResponseHeaders().add("x-amz-request-id", "1");
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void nodeThatAnswersASignedRequestIsReached() throws Exception {
        keys.write(new KeyPairFile.KeyPair("ACCESS", Secret.of("secret")));

        Finding finding = endpoint();

        assertThat(finding.connectivity()).isEqualTo(Verdict.Valid);
        assertThat(isSigned).isTrue();
    }

    @Test
    void balancerThatAltersTheHostIsTold() throws Exception {
        keys.write(new KeyPairFile.KeyPair("ACCESS", Secret.of("secret")));
        status = 403;
        body = "<Error><Code>SignatureDoesNotMatch</Code></Error>";

        Finding finding = endpoint();

        assertThat(finding.connectivity()).isEqualTo(Verdict.Warning);
        assertThat(finding.remedy()).contains("Host header");
    }

    @Test
    void balancerWithoutANodeIsTold() {
        status = 503;
        isNode = false;

        Finding finding = endpoint();

        assertThat(finding.connectivity()).isEqualTo(Verdict.Warning);
        assertThat(finding.detail()).contains("answers 503, but not as a node does");
    }

    @Test
    void nodeIsKnownWithoutAKey() {
        status = 403;
        body = "<Error><Code>AccessDenied</Code></Error>";

        assertThat(endpoint().connectivity()).isEqualTo(Verdict.Valid);
        assertThat(isSigned).isFalse();
    }

    @Test
    void endpointWhereNobodyListensIsAWarningOnly() {
        server.stop(0);

        Finding finding = endpoint();

        assertThat(finding.connectivity()).isEqualTo(Verdict.Warning);
        assertThat(finding.required()).isFalse();
        assertThat(finding.detail()).contains("does not answer");
    }

    @Test
    void nameThatNobodyKnowsIsToldWithoutAsking() {
        List<Finding> findings = check(host -> {
                    throw new UnknownHostException(host);
                })
                .run(URI.create("https://s3.example.com"));

        assertThat(findings).singleElement().satisfies(it -> assertThat(it.remedy())
                .contains("DNS"));
    }

    private EndpointCheck check(EndpointCheck.Lookup lookup) {
        return new EndpointCheck(keys, () -> "us-east-1", Clock.systemUTC(), lookup);
    }

    private Finding endpoint() {
        return check(host -> {})
                .run(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                .getFirst();
    }
}
