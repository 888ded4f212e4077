package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.config.NodeOptions.TlsLibrary;
import dev.ose.server.app.tls.TlsProvider;
import dev.ose.server.http.ListenerSettings.ConnectionLimit;
import dev.ose.server.http.ListenerSettings.Timeouts;
import dev.ose.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(
        value = TlsLibrary.class,
        names = {"BORINGSSL", "JAVA"})
class TlsListenerTest {

    /**
     * More than the buffers of both sockets hold, by default up to 6 and 4 MiB. Java's client encrypts it in software.
     */
    private static final int LARGE = 12_000_000;

    /** More than the queue holds. */
    private static final int HANDSHAKES = 2_200;

    private static final String GET = "GET %s HTTP/1.1\r\nHost: s3.example.com\r\n\r\n";

    private static TestCertificate certificate;
    private static TestCertificate next;

    private final TlsLibrary library;

    private final EchoHandler handler = new EchoHandler();
    private ClientWorker worker;
    private ClientListener listener;

    TlsListenerTest(TlsLibrary library) {
        this.library = library;
    }

    @BeforeAll
    static void makeCertificates() {
        certificate = TestCertificate.make("first");
        next = TestCertificate.make("second");
    }

    @BeforeEach
    void start() throws Exception {
        worker = ClientWorker.start(ListenerSettings.forCores(1), BufferMemory.ofThisJvm());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        listener = ClientListener.openTls(worker, address, handler, server(certificate.keys()));
    }

    @AfterEach
    void stop() {
        listener.close();
        worker.close();
    }

    private SSLContext server(X509ExtendedKeyManager keys) {
        return new TlsProvider(library).server(keys);
    }

    private SSLSocket socket(SSLContext trust) throws Exception {
        return (SSLSocket)
                trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), listener.boundPort());
    }

    private WireClient connect() throws Exception {
        return new WireClient(socket(certificate.client()));
    }

    @Test
    void bodiesPassBothWays() throws Exception {
        try (WireClient client = connect()) {
            client.send("PUT /k HTTP/1.1\r\nHost: a\r\nContent-Length: " + LARGE + "\r\n\r\n")
                    .sendZeros(LARGE);
            assertThat(client.answer().body()).isEqualTo("PUT /k " + LARGE);

            assertThat(client.send(GET.formatted("/stream?" + LARGE)).answer().body())
                    .hasSize(LARGE);
            assertThat(client.send(GET.formatted("/chunks?3000000")).answer().body())
                    .hasSize(3_000_000);
        }
    }

    /** Each round needs the place that the previous one freed. */
    @Test
    void connectionTooManyIsClosedBeforeItsHandshake() throws Exception {
        ListenerSettings settings = ListenerSettings.forCores(1).with(new ConnectionLimit(1, List.of()));
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ClientWorker limited = ClientWorker.start(settings, BufferMemory.ofThisJvm());
                ClientListener port = ClientListener.openTls(limited, address, handler, server(certificate.keys()))) {
            for (int round = 0; round < 5; round++) {
                try (WireClient client = connectAtLast(port.boundPort())) {
                    assertThat(client.send(GET.formatted("/k")).answer().status())
                            .isEqualTo(200);
                    assertThat(new WireClient(port.boundPort()).isEnded()).isTrue();
                }
            }
        }
    }

    private static WireClient connectAtLast(int port) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (true) {
            SSLSocket socket = (SSLSocket)
                    certificate.client().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
            try {
                socket.startHandshake();
                return new WireClient(socket);
            } catch (IOException notYet) {
                socket.close();
                if (System.nanoTime() > end) {
                    throw notYet;
                }
            }
        }
    }

    @Test
    void requestsInOneRecordAreAllAnswered() throws Exception {
        try (WireClient client = connect()) {
            client.send(GET.formatted("/a") + "PUT /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
                    + GET.formatted("/c"));

            assertThat(client.answer().body()).isEqualTo("GET /a 0");
            assertThat(client.answer().body()).isEqualTo("PUT /b 3");
            assertThat(client.answer().body()).isEqualTo("GET /c 0");
        }
    }

    @Test
    void refusalReachesTheClient() throws Exception {
        try (WireClient client = connect()) {
            WireClient.Answer answer = client.send("GET /%zz HTTP/1.1\r\n").answer();

            assertThat(answer.body()).contains("<Code>InvalidURI</Code>");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void refusalOfALargeBodyReachesTheClient() throws Exception {
        try (WireClient client = connect()) {
            client.send("PUT /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: " + LARGE + "\r\n\r\n")
                    .sendZeros(LARGE);

            assertThat(client.answer().body()).isEqualTo("<Error>refused</Error>");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void replacedCertificateIsShownToNewConnectionsAndOpenOnesLiveOn() throws Exception {
        try (WireClient open = connect()) {
            open.send(GET.formatted("/before")).answer();
            listener.updateTls(server(next.keys()));

            assertThat(open.send(GET.formatted("/after")).answer().body()).isEqualTo("GET /after 0");
            try (WireClient fresh = new WireClient(socket(next.client()))) {
                assertThat(fresh.send(GET.formatted("/new")).answer().body()).isEqualTo("GET /new 0");
            }
            assertThatThrownBy(() -> socket(certificate.client()).startHandshake())
                    .isInstanceOf(SSLException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void currentProtocolIsSpoken(String protocol) throws Exception {
        SSLSocket socket = socket(certificate.client());
        socket.setEnabledProtocols(new String[] {protocol});

        try (WireClient client = new WireClient(socket)) {
            assertThat(client.send(GET.formatted("/k")).answer().status()).isEqualTo(200);
            assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
        }
    }

    @Test
    void plainRequestOnTheTlsPortGetsNoAnswer() throws Exception {
        try (WireClient client = new WireClient(listener.boundPort())) {
            client.send(GET.formatted("/k"));

            // A TLS alert may come before the end.
            assertThat(client.rest()).doesNotContain("HTTP");
        }
        assertThat(handler.handled.get()).isZero();
    }

    private ClientListener impatient(ClientWorker clients) throws Exception {
        return ClientListener.openTls(
                clients,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                handler,
                server(certificate.keys()));
    }

    /** @param patience for the first request; must leave time for a handshake if there is to be one */
    private static ClientWorker withPatience(Duration patience) {
        Timeouts usual = Timeouts.standard();
        return ClientWorker.start(
                ListenerSettings.forCores(1)
                        .with(new Timeouts(patience, patience, usual.silence(), usual.leftoverBody(), usual.linger())),
                BufferMemory.ofThisJvm());
    }

    /** Further bytes of a handshake do not extend the time limit. */
    @Test
    void handshakeThatDoesNotEndIsCut() throws Exception {
        try (ClientWorker clients = withPatience(Duration.ofMillis(300));
                ClientListener port = impatient(clients);
                WireClient silent = new WireClient(port.boundPort());
                WireClient begun = new WireClient(port.boundPort());
                WireClient dripping = new WireClient(port.boundPort())) {
            // The head of a record that promises 512 bytes of a ClientHello.
            begun.send(new byte[] {22, 3, 1, 2, 0, 1, 0});
            Thread drip = Thread.startVirtualThread(() -> drip(dripping));

            assertThat(silent.isEnded()).isTrue();
            assertThat(begun.isEnded()).isTrue();
            drip.join();
        }
        assertThat(handler.handled.get()).isZero();
    }

    /** Ends when the other side has closed the connection. */
    private static void drip(WireClient client) {
        try {
            client.send(new byte[] {22, 3, 1, 62, 0, 1, 0, 61, (byte) 252});
            while (!client.hasAnswerWithin(20)) {
                client.send(new byte[] {0});
            }
        } catch (IOException closed) {
            // Expected.
        }
    }

    @Test
    void connectionThatIsSilentAfterItsHandshakeIsCut() throws Exception {
        try (ClientWorker clients = withPatience(Duration.ofSeconds(5));
                ClientListener port = impatient(clients);
                SSLSocket socket = (SSLSocket) certificate
                        .client()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), port.boundPort());
                WireClient client = new WireClient(socket)) {
            socket.startHandshake();

            assertThat(client.isEnded()).isTrue();
        }
    }

    /** The only I/O thread must be free while any number of handshakes is computed. */
    @Test
    void establishedConnectionIsServedWhileHandshakesTakeTheirTime() throws Exception {
        SlowKeys keys = new SlowKeys();
        try (ClientListener port = ClientListener.openTls(
                        worker,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        handler,
                        server(keys.of(certificate.keys())));
                WireClient established = new WireClient((SSLSocket) certificate
                        .client()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), port.boundPort()))) {
            established.send(GET.formatted("/a")).answer();
            keys.hold();
            List<SSLSocket> flood = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                SSLSocket socket = (SSLSocket) certificate
                        .client()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), port.boundPort());
                flood.add(socket);
                Thread.startVirtualThread(() -> handshake(socket));
            }
            keys.awaitAsked();

            assertThat(established.send(GET.formatted("/b")).answer().body()).isEqualTo("GET /b 0");

            keys.letGo();
            for (SSLSocket socket : flood) {
                socket.close();
            }
        }
    }

    /** More than the queue holds: excess ones are closed, and the other client's is served after a few of them. */
    @Test
    void floodOfHandshakesFromOneAddressDelaysNoOther() throws Exception {
        SlowKeys keys = new SlowKeys();
        byte[] hello = clientHello();
        List<WireClient> flood = new ArrayList<>();
        try (ClientWorker clients = withPatience(Duration.ofMinutes(5));
                ClientListener port = ClientListener.openTls(
                        clients,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        handler,
                        server(keys.of(certificate.keys())));
                WireClient established = new WireClient((SSLSocket) certificate
                        .client()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), port.boundPort()));
                WireClient other = from("127.0.0.3", port)) {
            established.send(GET.formatted("/a")).answer();
            keys.hold();
            for (int i = 0; i < HANDSHAKES; i++) {
                flood.add(from("127.0.0.2", port).send(hello));
            }
            keys.awaitAsked();
            other.send(hello);
            for (int i = 0; i < 3; i++) {
                // When the only I/O thread answers, it has read everything sent before.
                established.send(GET.formatted("/b")).answer();
            }

            int before = 0;
            while (before < HANDSHAKES / 10 && !other.hasAnswerWithin(10)) {
                before += keys.letOneGo() ? 1 : 0;
            }

            assertThat(before).isLessThan(HANDSHAKES / 10);
            keys.letGo();
            assertThat(countAnswered(flood)).isBetween(1, HANDSHAKES - 1);
        } finally {
            keys.letGo();
            for (WireClient client : flood) {
                client.close();
            }
        }
    }

    private static int countAnswered(List<WireClient> clients) throws IOException {
        int answered = 0;
        for (WireClient client : clients) {
            answered += client.hasAnswerWithin(60_000) ? 1 : 0;
        }
        return answered;
    }

    private static WireClient from(String address, ClientListener port) throws IOException {
        return new WireClient(
                new Socket(InetAddress.getLoopbackAddress(), port.boundPort(), InetAddress.ofLiteral(address), 0));
    }

    /** A ClientHello, for which the server computes its part of the handshake. */
    private static byte[] clientHello() throws Exception {
        SSLEngine client = certificate.client().createSSLEngine();
        client.setUseClientMode(true);
        ByteBuffer record = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        client.wrap(ByteBuffer.allocate(0), record);
        byte[] hello = new byte[record.flip().remaining()];
        record.get(hello);
        return hello;
    }

    private static void handshake(SSLSocket socket) {
        try {
            socket.startHandshake();
        } catch (IOException closed) {
            // The test is over.
        }
    }

    /** A key manager that can block its callers. */
    private static final class SlowKeys {

        private final Semaphore asked = new Semaphore(0);
        private final Semaphore mayGo = new Semaphore(0);
        private volatile boolean isHolding;

        void hold() {
            asked.drainPermits();
            isHolding = true;
        }

        void letGo() {
            isHolding = false;
            mayGo.release(HANDSHAKES);
        }

        /** Releases one caller; false if none waits. */
        boolean letOneGo() {
            boolean waits = mayGo.hasQueuedThreads();
            if (waits) {
                mayGo.release();
            }
            return waits;
        }

        void awaitAsked() throws InterruptedException {
            assertThat(asked.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
        }

        X509ExtendedKeyManager of(X509ExtendedKeyManager own) {
            return new X509ExtendedKeyManager() {
                @Override
                public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
                    asked.release();
                    if (isHolding) {
                        mayGo.acquireUninterruptibly();
                    }
                    return own.chooseEngineServerAlias(type, issuers, engine);
                }

                @Override
                public String[] getClientAliases(String type, Principal[] issuers) {
                    return own.getClientAliases(type, issuers);
                }

                @Override
                public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
                    return own.chooseClientAlias(types, issuers, socket);
                }

                @Override
                public String[] getServerAliases(String type, Principal[] issuers) {
                    return own.getServerAliases(type, issuers);
                }

                @Override
                public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
                    return own.chooseServerAlias(type, issuers, socket);
                }

                @Override
                public X509Certificate[] getCertificateChain(String alias) {
                    return own.getCertificateChain(alias);
                }

                @Override
                public PrivateKey getPrivateKey(String alias) {
                    return own.getPrivateKey(alias);
                }
            };
        }
    }
}
