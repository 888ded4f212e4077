package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ose.adapter.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behind the samples of {@code packaging/lb} a node receives requests unchanged and without delay. */
@ParameterizedClass
@EnumSource(LoadBalancer.Kind.class)
final class LoadBalancerSampleIT {

    private static final int HALF = 100_000;
    private static final S3Target ANONYMOUS =
            new S3Target(URI.create("http://127.0.0.1"), "nobody", Secret.of("nothing"), null, S3Target.Server.NODE);

    @Parameter
    LoadBalancer.Kind kind;

    private StandIn node;
    private HealthStandIn health;
    private LoadBalancer balancer;

    @BeforeEach
    void start() {
        node = new StandIn();
        health = new HealthStandIn();
        balancer = LoadBalancer.start(kind, node.port(), health.port());
    }

    @AfterEach
    void stop() {
        balancer.close();
        health.close();
        node.close();
    }

    private Wire connect() {
        return Wire.connect(balancer.target(Where.HTTP, ANONYMOUS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/b//k",
                "/b/a//b/",
                "/b/a%2Fb",
                "/b/a%2fb",
                "/b/%41%7e%2E",
                "/b/./x",
                "/b/a/../x",
                "/b/a;v=1/c",
                "/b/!*'()=@:$&,;+",
                "/b/k?acl",
                "/b/k?acl=",
                "/b?prefix=a%2Fb&delimiter=/&x=1+2;3",
                "//k"
            })
    void targetArrivesAsItWasSent(String target) {
        try (Wire client = connect()) {
            client.write("GET " + target + " HTTP/1.1\r\nHost: s3.example.com\r\n\r\n");

            try (StandIn.Conversation heard = node.accept()) {
                assertThat(heard.head()).startsWith("GET " + target + " HTTP/1.1\r\n");
            }
        }
    }

    @Test
    void hostKeepsItsPortAndOddHeadersStay() {
        try (Wire client = connect()) {
            client.write(head(
                    "GET /b/k HTTP/1.1",
                    "Host: b.s3.example.com:8443",
                    "x-amz-meta-a_b: 1",
                    "x-amz-meta-c.d: 2",
                    "Accept-Encoding: gzip, zstd",
                    "Range: bytes=0-1",
                    "x-amz-meta-empty:"));

            try (StandIn.Conversation heard = node.accept()) {
                assertThat(lines(heard.head()))
                        .contains(
                                "host: b.s3.example.com:8443",
                                "x-amz-meta-a_b: 1",
                                "x-amz-meta-c.d: 2",
                                "accept-encoding: gzip, zstd",
                                "range: bytes=0-1")
                        .containsAnyOf("x-amz-meta-empty:", "x-amz-meta-empty: ");
            }
        }
    }

    @Test
    void clientCannotForgeItsAddress() {
        try (Wire client = connect()) {
            client.write(head(
                    "GET /b/k HTTP/1.1",
                    "Host: s3.example.com",
                    "X-Forwarded-For: 203.0.113.1",
                    "X-Forwarded-Proto: https",
                    "X-Forwarded-Host: evil",
                    "X-Forwarded-Port: 1",
                    "X-Real-IP: 203.0.113.1",
                    "Forwarded: for=203.0.113.1"));

            try (StandIn.Conversation heard = node.accept()) {
                assertThat(lines(heard.head()))
                        .contains("x-forwarded-for: 127.0.0.1", "x-forwarded-proto: http")
                        .noneMatch(line -> line.contains("203.0.113.1") || line.contains("evil"))
                        .noneMatch(line -> line.startsWith("x-forwarded-port"));
            }
        }
    }

    @Test
    void bytesPassInBothDirectionsBeforeTheWholeIsThere() {
        String half = "b".repeat(HALF);
        try (Wire client = connect()) {
            client.write(
                    "PUT /b/k HTTP/1.1\r\nHost: s3.example.com\r\nContent-Length: " + 2 * HALF + "\r\n\r\n" + half);

            try (StandIn.Conversation heard = node.accept()) {
                assertThat(lines(heard.head())).contains("content-length: " + 2 * HALF);
                assertThat(heard.read(HALF)).isEqualTo(half);
                client.write(half);
                assertThat(heard.read(HALF)).isEqualTo(half);

                heard.say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst");
                readUntil(client, "first");
                heard.say("later");
                readUntil(client, "later");
            }
        }
    }

    @Test
    void chunksPassBeforeTheLastOneIsThere() {
        try (Wire client = connect()) {
            client.write("PUT /b/k HTTP/1.1\r\nHost: s3.example.com\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n"
                    + "x".repeat(0x1000) + "\r\n");

            try (StandIn.Conversation heard = node.accept()) {
                assertThat(lines(heard.head()))
                        .contains("transfer-encoding: chunked")
                        .noneMatch(line -> line.startsWith("content-length"));
                // How the bytes are cut into chunks is each hop's own affair.
                int passed = 0;
                while (passed < 0x1000) {
                    passed += heard.read(1).equals("x") ? 1 : 0;
                }
            }
        }
    }

    @Test
    void connectionIsUsedAgain() {
        try (Wire client = connect()) {
            client.write("GET /b/1 HTTP/1.1\r\nHost: s3.example.com\r\n\r\n");
            try (StandIn.Conversation heard = node.accept()) {
                heard.head();
                heard.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                assertThat(client.answer("GET").status()).isEqualTo(200);

                client.write("GET /b/2 HTTP/1.1\r\nHost: s3.example.com\r\n\r\n");

                assertThat(heard.head()).startsWith("GET /b/2 ");
            }
        }
    }

    /** The node's own limit is 16 KiB for request line and headers; both must be able to carry what it takes. */
    @Test
    void longHeadsPass() {
        String value = "v".repeat(7_000);
        try (Wire client = connect()) {
            client.write("GET /b/k?a=" + value + " HTTP/1.1\r\nHost: s3.example.com\r\nx-amz-meta-a: " + value + "\r\n"
                    + "x-amz-meta-b: c\r\n".repeat(90) + "\r\n");

            try (StandIn.Conversation heard = node.accept()) {
                assertThat(heard.head())
                        .contains("?a=" + value + " ")
                        .containsIgnoringCase("x-amz-meta-a: " + value + "\r\n");
            }
        }
    }

    /** The node may have performed the request before it stopped answering; only the client may repeat it. */
    @Test
    void requestWithoutAnAnswerIsNotSentAgain() {
        try (Wire client = connect()) {
            client.write("PUT /b/k HTTP/1.1\r\nHost: s3.example.com\r\nContent-Length: 1\r\n\r\nb");
            try (StandIn.Conversation heard = node.accept()) {
                heard.head();
                heard.read(1);
            }
            assertThat(client.answer("PUT").status()).isEqualTo(502);
        }

        try (Wire client = connect()) {
            client.write("GET /b/marker HTTP/1.1\r\nHost: s3.example.com\r\n\r\n");

            try (StandIn.Conversation heard = node.accept()) {
                assertThat(heard.head()).startsWith("GET /b/marker ");
            }
        }
    }

    /**
     * Version 2, TCP over IPv4, 12 bytes of addresses; then the client's. nginx supports that in a stream server only.
     */
    @Test
    void haproxyTellsBeforeTheFirstRequestWhoTheClientIs() {
        assumeTrue(kind == LoadBalancer.Kind.HAPROXY, "nginx sends PROXY headers in a stream server only");
        try (LoadBalancer forwarding = LoadBalancer.startTelling(node.port(), health.port());
                Wire client = Wire.connect(forwarding.target(Where.HTTP, ANONYMOUS))) {
            client.write("GET /b/k HTTP/1.1\r\nHost: s3.example.com\r\n\r\n");

            try (StandIn.Conversation heard = node.accept()) {
                assertThat(heard.read(20)).isEqualTo("\r\n\r\n\0\r\nQUIT\n!\21\0\14\177\0\0\1");
                heard.read(8);
                assertThat(heard.head()).startsWith("GET /b/k HTTP/1.1\r\n");
            }
        }
    }

    private static String head(String... lines) {
        return String.join("\r\n", lines) + "\r\n\r\n";
    }

    private static void readUntil(Wire client, String end) {
        StringBuilder read = new StringBuilder();
        while (!read.toString().endsWith(end)) {
            byte[] some = client.readSome();
            assertThat(some).as("more after: %s", read).isNotEmpty();
            read.append(new String(some, StandardCharsets.ISO_8859_1));
        }
    }

    /** The lines of a head with the names, which load balancers may write otherwise, in lower case. */
    private static List<String> lines(String head) {
        return head.lines()
                .map(line -> {
                    int colon = line.indexOf(':');
                    return colon < 0 ? line : line.substring(0, colon).toLowerCase(Locale.ROOT) + line.substring(colon);
                })
                .toList();
    }
}
