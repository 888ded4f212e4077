package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.AddressRange;
import dev.ose.server.http.ListenerSettings.ConnectionLimit;
import dev.ose.server.http.ListenerSettings.Timeouts;
import dev.ose.server.http.proxy.TrustedForwarders;
import dev.ose.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients behind a load balancer with PROXY headers, and clients that forge such headers. */
@Timeout(180)
class ProxyProtocolTest {

    private static final String REQUEST = "GET /k HTTP/1.1\r\nHost: s3.example.com\r\n\r\n";
    private static final String FIRST = "PROXY TCP4 203.0.113.7 192.0.2.1 40000 9000\r\n";
    private static final String SECOND = "\r\n\r\n\0\r\nQUIT\n!\21\0\14\313\0q\7\300\0\2\1\234@#(";
    private static final String LOCAL = "\r\n\r\n\0\r\nQUIT\n \0\0\0";

    private static TestCertificate certificate;

    @SuppressWarnings("NullAway.Init") // Each test starts one with settings of its own.
    private ClientWorker worker;

    @SuppressWarnings("NullAway.Init")
    private ClientListener listener;

    @BeforeAll
    static void makeCertificate() {
        certificate = TestCertificate.make("balanced");
    }

    @AfterEach
    void stop() {
        listener.close();
        worker.close();
    }

    private static ListenerSettings behind(String... balancers) {
        return ListenerSettings.forCores(1)
                .behind(new ListenerSettings.Intermediaries(
                        List.of(balancers).stream()
                                .map(text -> AddressRange.parse(text).orElseThrow())
                                .toList(),
                        TrustedForwarders.NONE));
    }

    private void start(ListenerSettings settings, boolean isTls) throws Exception {
        worker = ClientWorker.start(settings, BufferMemory.ofThisJvm());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        ClientRequestHandler handler = exchange ->
                exchange.respond(200, EchoHandler.bytes(exchange.peer().toString()));
        listener = isTls
                ? ClientListener.openTls(worker, address, handler, certificate.server())
                : ClientListener.open(worker, address, handler);
    }

    private WireClient connect() throws IOException {
        return new WireClient(listener.boundPort());
    }

    private @Nullable String peer(String header) throws IOException {
        try (WireClient client = connect()) {
            return client.send(header + REQUEST).answer().body();
        }
    }

    @Test
    void clientIsWhoTheBalancerSaysItIs() throws Exception {
        start(behind("10.0.0.0/8", "127.0.0.0/8"), false);

        assertThat(peer(FIRST)).isEqualTo("/203.0.113.7:40000");
        assertThat(peer(SECOND)).isEqualTo("/203.0.113.7:40000");
        assertThat(peer("PROXY TCP6 2001:db8::7 2001:db8::1 40000 9000\r\n"))
                .isEqualTo("/[2001:db8:0:0:0:0:0:7]:40000");
        for (String own : List.of(LOCAL, "PROXY UNKNOWN\r\n")) {
            assertThat(peer(own)).startsWith("/127.0.0.1:");
        }
    }

    @Test
    void connectionIsUsedAgainForTheSameClient() throws Exception {
        start(behind("127.0.0.1"), false);

        try (WireClient client = connect()) {
            client.send(SECOND);
            for (int i = 0; i < 3; i++) {
                assertThat(client.send(REQUEST).answer().body()).isEqualTo("/203.0.113.7:40000");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FIRST, SECOND})
    void headerMayComeByteByByte(String header) throws Exception {
        start(behind("127.0.0.1"), false);

        try (WireClient client = connect()) {
            for (byte each : header.getBytes(StandardCharsets.ISO_8859_1)) {
                client.send(new byte[] {each});
            }
            assertThat(client.send(REQUEST).answer().body()).isEqualTo("/203.0.113.7:40000");
        }
    }

    @Test
    void handshakeOfTlsFollowsTheHeader() throws Exception {
        start(behind("127.0.0.1"), true);
        for (String header : List.of(FIRST, SECOND)) {
            Socket plain = new Socket(InetAddress.getLoopbackAddress(), listener.boundPort());
            plain.getOutputStream().write(header.getBytes(StandardCharsets.ISO_8859_1));
            Socket secured = certificate
                    .client()
                    .getSocketFactory()
                    .createSocket(plain, "localhost", listener.boundPort(), true);
            try (WireClient client = new WireClient(secured)) {
                for (int i = 0; i < 2; i++) {
                    assertThat(client.send(REQUEST).answer().body()).isEqualTo("/203.0.113.7:40000");
                }
            }
        }
    }

    /** Headers of other addresses are not trusted, but bad requests. */
    @ParameterizedTest
    @ValueSource(strings = {FIRST, SECOND, LOCAL})
    void headerOfAStrangerIsNoRequest(String header) throws Exception {
        start(behind("10.0.0.0/8"), false);

        assertThat(peer("")).startsWith("/127.0.0.1:");
        try (WireClient client = connect()) {
            assertThat(client.send(header + REQUEST).answer().status()).isIn(400, 405);
        }
    }

    @Test
    void withoutBalancersNoHeaderIsRead() throws Exception {
        start(ListenerSettings.forCores(1), false);

        try (WireClient client = connect()) {
            assertThat(client.send(FIRST + REQUEST).answer().status()).isIn(400, 405);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                REQUEST,
                "PROXY TCP4 203.0.113.7 192.0.2.1 40000\r\n",
                "PROXY TCP4 203.0.113.7 192.0.2.1 40000 9000\n",
                "PROXY  TCP4 203.0.113.7 192.0.2.1 40000 9000\r\n",
                "PROXY TCP4 localhost 192.0.2.1 40000 9000\r\n",
                "PROXY TCP4 203.0.113.300 192.0.2.1 40000 9000\r\n",
                "PROXY TCP4 2001:db8::7 192.0.2.1 40000 9000\r\n",
                "PROXY TCP6 203.0.113.7 2001:db8::1 40000 9000\r\n",
                "PROXY TCP4 0.0.0.0 192.0.2.1 40000 9000\r\n",
                "PROXY TCP4 203.0.113.7 192.0.2.1 65536 9000\r\n",
                "PROXY TCP4 203.0.113.7 192.0.2.1 040000 9000\r\n",
                "PROXY UDP4 203.0.113.7 192.0.2.1 40000 9000\r\n",
                "\r\n\r\n\0\r\nQUIT\r!\21\0\14",
                "\r\n\r\n\0\r\nQUIT\n\21\21\0\14",
                "\r\n\r\n\0\r\nQUIT\n\"\21\0\14............",
                "\r\n\r\n\0\r\nQUIT\n!\21\0\13...........",
                "\r\n\r\n\0\r\nQUIT\n!1\0\14............",
                "\r\n\r\n\0\r\nQUIT\n!\21\377\377"
            })
    void balancerWithoutAProperHeaderIsCutOffUnanswered(String header) throws Exception {
        start(behind("127.0.0.1"), false);

        try (WireClient client = connect()) {
            client.send(header + "GET / HTTP/1.1\r\n");
            assertThat(client.isEnded()).isTrue();
        }
        assertThat(worker.requestsInFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PROXY TCP4 203.0.113.7", "\r\n\r\n\0\r\nQUIT\n!\21\0\14\313"})
    void headerThatDoesNotComeInTimeIsNotWaitedFor(String part) throws Exception {
        Timeouts standard = Timeouts.standard();
        Duration soon = Duration.ofMillis(200);
        start(
                behind("127.0.0.1")
                        .with(new Timeouts(
                                soon,
                                standard.betweenRequests(),
                                standard.silence(),
                                standard.leftoverBody(),
                                standard.linger())),
                false);

        try (WireClient client = connect()) {
            assertThat(client.send(part).isEnded()).isTrue();
        }
    }

    @Test
    void connectionsOfOneClientAreCountedAndNotTheBalancers() throws Exception {
        start(behind("127.0.0.1").with(new ConnectionLimit(1, List.of())), false);

        try (WireClient first = connect();
                WireClient other = connect();
                WireClient second = connect()) {
            assertThat(first.send(FIRST + REQUEST).answer().status()).isEqualTo(200);
            assertThat(other.send(FIRST.replace("113.7", "113.8") + REQUEST)
                            .answer()
                            .status())
                    .isEqualTo(200);
            assertThat(second.send(SECOND + REQUEST).isEnded()).isTrue();
        }
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        boolean isServed = false;
        while (!isServed && System.nanoTime() < end) {
            try (WireClient again = connect()) {
                isServed = again.send(FIRST + REQUEST).answer().status() == 200;
            } catch (IOException notYet) {
                // Closing the first connection frees its place.
            }
        }
        assertThat(isServed).isTrue();
    }
}
