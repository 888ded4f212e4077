package dev.ose.server.event.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.event.Delivery;
import dev.ose.server.event.ObjectEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class HttpEventSenderTest {

    private static final Instant NOW = Instant.parse("2026-11-22T01:02:03.456Z");

    private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    private final List<String> signatures = Collections.synchronizedList(new ArrayList<>());
    private HttpServer receiver;

    @BeforeEach
    void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            signatures.add(exchange.getRequestHeaders().getFirst(HttpEventSender.SIGNATURE));
            int status = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
            exchange.getResponseHeaders().set("Location", "/200");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    @Test
    void eventsArriveInTheFormOfS3AndSigned() {
        ObjectEvent written = event(26, "a b/ü", 5L);
        ObjectEvent removed = event(27, "a b/ü", null);

        try (HttpEventSender sender = open(OutboundRoutes.direct())) {
            assertThat(sender.send(delivery(200, List.of(written, removed)))).isEmpty();
        }

        String common = "{\"eventVersion\":\"2.1\",\"eventSource\":\"aws:s3\",\"awsRegion\":\"eu-1\","
                + "\"eventTime\":\"2026-11-22T01:02:03.456Z\",\"eventName\":\"%s\","
                + "\"userIdentity\":{\"principalId\":\"canonical\"},"
                + "\"s3\":{\"s3SchemaVersion\":\"1.0\",\"configurationId\":\"7\",\"bucket\":{\"name\":\"buck\","
                + "\"ownerIdentity\":{\"principalId\":\"canonical\"},\"arn\":\"arn:aws:s3:::buck\"},\"object\":%s}}";
        assertThat(bodies)
                .containsExactly("{\"Records\":["
                        + common.formatted(
                                "ObjectCreated:Put",
                                "{\"key\":\"a+b/%C3%BC\",\"size\":5,\"eTag\":\"0123\",\"sequencer\":"
                                        + "\"000000000000001A\"}")
                        + ","
                        + common.formatted(
                                "ObjectRemoved:Delete", "{\"key\":\"a+b/%C3%BC\",\"sequencer\":\"000000000000001B\"}")
                        + "]}");
        assertThat(JsonMapper.shared().readTree(bodies.getFirst()).get("Records"))
                .hasSize(2);
        assertThat(signatures)
                .containsExactly(HttpEventSender.signature(
                        Secret.of("secret"),
                        NOW.getEpochSecond(),
                        bodies.getFirst().getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void eventOfABucketsConfigurationNamesIt() {
        ObjectEvent event =
                new ObjectEvent(1, NOW, new BucketName("buck"), new ObjectKey("k"), 5L, "0123", null, "thumbnails");

        try (HttpEventSender sender = open(OutboundRoutes.direct())) {
            assertThat(sender.send(delivery(200, List.of(event)))).isEmpty();
        }

        assertThat(bodies).singleElement().asString().contains("\"configurationId\":\"thumbnails\"");
    }

    /** Computed with {@code printf '1.{}' | openssl dgst -sha256 -hmac key}. */
    @Test
    void signatureIsThatOfTimeAndBody() {
        assertThat(HttpEventSender.signature(Secret.of("key"), 1, "{}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("t=1,v1=1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224");
    }

    @ParameterizedTest
    @CsvSource({
        "5, 0123, , ObjectCreated:Put",
        "5, 0123-2, , ObjectCreated:CompleteMultipartUpload",
        ", 0123, , ObjectRemoved:Delete",
        ", 0123, null, ObjectRemoved:Delete",
        ", 0123, v1, ObjectRemoved:DeleteMarkerCreated"
    })
    void nameSaysWhatIsKnown(@Nullable Long size, String etag, @Nullable String version, String name) {
        ObjectEvent event =
                new ObjectEvent(1, NOW, new BucketName("buck"), new ObjectKey("k"), size, etag, version, null);

        assertThat(event.name()).isEqualTo(name);
    }

    /** Redirects would bypass the address check, to any host that the receiver names. */
    @ParameterizedTest
    @ValueSource(ints = {301, 307, 404, 500})
    void onlySuccessCountsAndNoRedirectionIsFollowed(int status) {
        try (HttpEventSender sender = open(OutboundRoutes.direct())) {
            assertThat(sender.send(delivery(status, List.of(event(1, "k", 1L)))))
                    .contains("The receiver answered " + status + ".");
        }

        assertThat(bodies).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433"})
    void receiverInTheNodesOwnNetworkIsNotEvenConnectedTo(String host) {
        try (HttpEventSender sender = open(OutboundRoutes.direct().forForeignAddresses())) {
            URI target =
                    URI.create("http://" + host + ":" + receiver.getAddress().getPort() + "/200");

            assertThat(sender.send(
                            new Delivery(7, 1, target, "canonical", Secret.of("secret"), List.of(event(1, "k", 1L)))))
                    .contains("The receiver's host name resolves to no permitted address.");
        }

        assertThat(bodies).isEmpty();
    }

    private static HttpEventSender open(OutboundRoutes routes) {
        return HttpEventSender.open("eu-1", routes, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private Delivery delivery(int status, List<ObjectEvent> events) {
        URI target = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/" + status);
        return new Delivery(7, 1, target, "canonical", Secret.of("secret"), events);
    }

    private static ObjectEvent event(long id, String key, @Nullable Long size) {
        return new ObjectEvent(id, NOW, new BucketName("buck"), new ObjectKey(key), size, "0123", null, null);
    }
}
