package dev.ose.server.platform.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundProxies;
import dev.ose.adapter.http.OutboundProxy;
import dev.ose.adapter.http.ProxyException;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.testkit.ConnectProxy;
import io.undertow.server.DefaultByteBufferPool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests to a platform behind a proxy. */
@Timeout(180)
class ProxyTunnelTest extends TransportFixture {

    private static final UpstreamSettings BRIEF =
            settings(new UpstreamSettings.Timeouts(SHORT, LONG, LONG, LONG, LONG));

    private final List<ProxyException.Reason> failures = new CopyOnWriteArrayList<>();

    private final ProxyListener listener = new ProxyListener() {
        @Override
        public void connected() {
            failures.clear();
        }

        @Override
        public void failed(ProxyException why) {
            failures.add(why.reason());
        }
    };

    @Test
    void requestsReachThePlatformThroughOneTunnel() throws Exception {
        try (ConnectProxy proxy = ConnectProxy.start();
                ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(request.body()))) {
            UpstreamTransport through = through(proxy.port(), null, PATIENT);
            URI endpoint = named(platform.endpoint());

            for (int i = 0; i < 3; i++) {
                assertThat(call(through, endpoint, "PUT", new PlatformRequestBody.InMemory(bytes("12345"))))
                        .isEqualTo("200 12345");
            }

            String authority = "platform.test:" + endpoint.getPort();
            assertThat(proxy.heads())
                    .containsExactly("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n");
            assertThat(platform.requests()).hasSize(3).allSatisfy(request -> assertThat(request.header("host"))
                    .isEqualTo(authority));
            assertThat(through.openConnections()).isEqualTo(1);
        }
    }

    @Test
    void loginIsShownToTheProxyAndNotToThePlatform() throws Exception {
        try (ConnectProxy proxy = ConnectProxy.wanting("node:s3cret");
                ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(bytes("ok")))) {
            OutboundProxy.Login login = new OutboundProxy.Login("node", Secret.of("s3cret"));

            assertThat(call(
                            through(proxy.port(), login, PATIENT),
                            named(platform.endpoint()),
                            "GET",
                            PlatformRequestBody.NONE))
                    .isEqualTo("200 ok");
            assertThat(platform.requests()).allSatisfy(request -> assertThat(request.header("proxy-authorization"))
                    .isEmpty());
        }
    }

    @Test
    void proxyThatWantsALoginIsToldApart() throws Exception {
        try (ConnectProxy proxy = ConnectProxy.wanting("node:s3cret");
                ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(bytes("ok")))) {
            UpstreamTransport through = through(proxy.port(), null, PATIENT);

            assertThat(call(through, named(platform.endpoint()), "GET", PlatformRequestBody.NONE))
                    .isEqualTo("PlatformUnreachable");
            assertThat(failures).containsExactly(ProxyException.Reason.LOGIN);
            assertThat(platform.requests()).isEmpty();
            assertThat(through.openConnections()).isZero();
        }
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of("HTTP/1.1 403 Forbidden\r\n\r\n", ProxyException.Reason.REFUSED),
                Arguments.of("HTTP/1.1 405 No\r\nContent-Length: 2\r\n\r\nno", ProxyException.Reason.REFUSED),
                Arguments.of("HTTP/1.0 502 Bad Gateway\r\n\r\n<html>", ProxyException.Reason.FAILED),
                Arguments.of("HTTP/1.1 503\r\n\r\n", ProxyException.Reason.FAILED),
                Arguments.of("HTTP/1.1 302 Found\r\nLocation: http://x/\r\n\r\n", ProxyException.Reason.FAILED),
                Arguments.of("HTTP/1.1 100 Continue\r\n\r\n", ProxyException.Reason.GARBAGE),
                Arguments.of("HTTP/1.1 2000 OK\r\n\r\n", ProxyException.Reason.GARBAGE),
                Arguments.of("HTTP/2 200\r\n\r\n", ProxyException.Reason.GARBAGE),
                Arguments.of("SSH-2.0-x\r\n\r\n", ProxyException.Reason.GARBAGE),
                Arguments.of("\r\n\r\n", ProxyException.Reason.GARBAGE),
                Arguments.of("HTTP/1.1 200 OK\r\nX: " + "x".repeat(20_000), ProxyException.Reason.GARBAGE),
                Arguments.of("HTTP/1.1 200 OK\r\nX: y", ProxyException.Reason.SILENT),
                Arguments.of("", ProxyException.Reason.SILENT),
                Arguments.of("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", ProxyException.Reason.SILENT));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void proxyThatDoesNotConnectIsToldApart(String answer, ProxyException.Reason reason) throws Exception {
        try (ConnectProxy proxy = ConnectProxy.answering(answer);
                ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(bytes("ok")))) {
            UpstreamTransport through = through(proxy.port(), null, PATIENT);

            assertThat(call(through, named(platform.endpoint()), "PUT", new PlatformRequestBody.InMemory(bytes("1"))))
                    .isEqualTo("PlatformUnreachable");
            assertThat(failures).containsExactly(reason);
            assertThat(platform.connections()).isZero();
            assertThat(through.openConnections()).isZero();
        }
    }

    /** For the connect timeout; then the connection is closed. */
    @Test
    void proxyThatTricklesItsAnswerIsGivenUp() throws Exception {
        List<Socket> clients = new CopyOnWriteArrayList<>();
        try (ConnectProxy proxy = ConnectProxy.playing(client -> {
                    clients.add(client);
                    client.getOutputStream().write(bytes("HTTP/1.1 200 OK\r\nX: "));
                    // The end of the connection, which only the node closes.
                    assertThat(client.getInputStream().read()).isNegative();
                    clients.remove(client);
                });
                ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(bytes("ok")))) {
            UpstreamTransport through = through(proxy.port(), null, BRIEF);

            assertThat(call(through, named(platform.endpoint()), "GET", PlatformRequestBody.NONE))
                    .isEqualTo("PlatformUnreachable");
            await().atMost(Duration.ofMinutes(1)).until(() -> !(!clients.isEmpty() || failures.isEmpty()));
            assertThat(failures).containsExactly(ProxyException.Reason.SILENT);
            assertThat(through.openConnections()).isZero();
        }
    }

    @Test
    void proxyThatIsNotThereIsToldApart() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        assertThat(call(
                        through(port, null, PATIENT),
                        URI.create("http://platform.test:1"),
                        "GET",
                        PlatformRequestBody.NONE))
                .isEqualTo("PlatformUnreachable");
        assertThat(failures).containsExactly(ProxyException.Reason.SILENT);
    }

    @Test
    void proxyWithAnUnknownNameIsToldApart() throws Exception {
        UpstreamTransport through = through(new OutboundProxy("proxy.invalid", 3128, null), PATIENT);

        assertThat(call(through, URI.create("http://platform.test:1"), "GET", PlatformRequestBody.NONE))
                .isEqualTo("PlatformUnreachable");
        assertThat(failures).containsExactly(ProxyException.Reason.SILENT);
        assertThat(through.openConnections()).isZero();
    }

    @Test
    void exceptedPlatformIsReachedDirectly() throws Exception {
        try (ConnectProxy proxy = ConnectProxy.start();
                ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(bytes("ok")))) {
            UpstreamTransport through = through(proxy.port(), null, PATIENT);

            assertThat(call(through, platform.endpoint(), "GET", PlatformRequestBody.NONE))
                    .isEqualTo("200 ok");
            assertThat(proxy.heads()).isEmpty();
        }
    }

    /** A proxy of the distribution; installed by {@code integration-tests/tools/install tinyproxy}. */
    @Test
    void realProxyLeadsToThePlatform(@TempDir Path folder) throws Exception {
        Optional<Path> program = Stream.of(System.getProperty("ose.tinyproxy", "/usr/bin/tinyproxy"))
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        assumeThat(program).isPresent();
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path settings = Files.writeString(
                folder.resolve("tinyproxy.conf"),
                "Port " + port + "\nListen 127.0.0.1\nTimeout 60\nBasicAuth node s3cret\nMaxClients 20\n");
        Process process = new ProcessBuilder(program.get().toString(), "-d", "-c", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(request.body()))) {
            awaitListener(port, process);
            OutboundProxy.Login login = new OutboundProxy.Login("node", Secret.of("s3cret"));
            URI endpoint = URI.create("http://localhost:" + platform.endpoint().getPort());

            assertThat(call(
                            through(port, login, PATIENT),
                            endpoint,
                            "PUT",
                            new PlatformRequestBody.InMemory(bytes("12345"))))
                    .isEqualTo("200 12345");
            assertThat(call(through(port, null, PATIENT), endpoint, "GET", PlatformRequestBody.NONE))
                    .isEqualTo("PlatformUnreachable");
            assertThat(failures).containsExactly(ProxyException.Reason.LOGIN);
        } finally {
            process.destroy();
            process.waitFor(10, TimeUnit.SECONDS);
        }
    }

    private static void awaitListener(int port, Process process) {
        await().until(() -> listens(port) || !process.isAlive());
        assertThat(process.isAlive()).isTrue();
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private UpstreamTransport through(int port, OutboundProxy.@Nullable Login login, UpstreamSettings settings)
            throws NoSuchAlgorithmException {
        return through(new OutboundProxy("127.0.0.1", port, login), settings);
    }

    private UpstreamTransport through(OutboundProxy proxy, UpstreamSettings settings) throws NoSuchAlgorithmException {
        DefaultByteBufferPool buffers = new DefaultByteBufferPool(true, 17_408);
        OutboundProxies proxies = OutboundProxies.of(proxy, "127.0.0.1"::equals);
        return new UpstreamTransport(
                settings,
                new TransportBuffers(buffers, buffers, new FairBudget(Long.MAX_VALUE)),
                new PlatformRoutes(new PlatformTls(buffers, SSLContext.getDefault()), proxies, listener),
                Clock.systemUTC());
    }

    /** A name that only the proxy can resolve. */
    private static URI named(URI endpoint) {
        return URI.create("http://platform.test:" + endpoint.getPort());
    }
}
