package dev.ose.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundException.Reason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundHttpTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int MAX_BYTES = 100_000;
    private static final Duration SHORT = Duration.ofMillis(300);

    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @Test
    void sendReturnsStatusHeadersAndBody() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(
                        "HTTP/1.1 404 No\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 3\r\n\r\nabc");
                OutboundHttp http = http(LONG, OutboundRoutes.direct())) {
            OutboundAnswer answer = http.send(OutboundRequest.of("POST", server.uri("http"))
                    .with("Authorization", "Bearer x")
                    .with("{}".getBytes(StandardCharsets.UTF_8), "application/json"));

            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.headers("X-A")).containsExactly("1", "2");
            assertThat(answer.body()).asString(StandardCharsets.UTF_8).isEqualTo("abc");
            assertThat(server.heads().element())
                    .startsWith("POST / HTTP/1.1\r\n")
                    .contains("\r\nAuthorization: Bearer x\r\n", "\r\nContent-Length: 2\r\n")
                    .contains("\r\nContent-Type: application/json\r\n", "\r\nHost: 127.0.0.1:" + server.port());
        }
    }

    @ParameterizedTest
    @CsvSource({"POST, true", "PUT, true", "GET, false", "DELETE, false"})
    void requestWithoutBodyStatesItsLengthWhereTheMethodHasOne(String method, boolean isStated) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                OutboundHttp http = http(LONG, OutboundRoutes.direct())) {
            http.send(OutboundRequest.of(method, server.uri("http")));

            assertThat(server.heads().element().contains("Content-Length: 0")).isEqualTo(isStated);
        }
    }

    /** The client of the JDK ends its timeout with the head. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nX-Slow: ",
                "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n",
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFF\r\n"
            })
    void answerThatTricklesEndsWithTheDeadline(String begin) {
        try (ScriptedServer server = ScriptedServer.trickling(begin);
                OutboundHttp http = http(SHORT, OutboundRoutes.direct())) {
            assertFails(http, server.uri("http"), Reason.TIMEOUT);
        }
    }

    @Test
    void interimAnswersWithoutEndEndWithTheDeadline() {
        try (ScriptedServer server = ScriptedServer.start((_, to) -> {
                    while (true) {
                        to.write("HTTP/1.1 102 Processing\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    }
                });
                OutboundHttp http = http(SHORT, OutboundRoutes.direct())) {
            assertFails(http, server.uri("http"), Reason.TIMEOUT);
        }
    }

    /** The server reads the client's hello as the head of a request, and waits for its end. */
    @Test
    void tlsHandshakeWithASilentServerFails() {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                OutboundHttp http = http(SHORT, OutboundRoutes.direct())) {
            assertThatExceptionOfType(OutboundException.class)
                    .isThrownBy(() -> http.send(OutboundRequest.get(server.uri("https"))))
                    .extracting(OutboundException::reason)
                    .isIn(Reason.TIMEOUT, Reason.UNREACHABLE);
        }
    }

    @Test
    void headAloneIsReadWhateverTheBodyDoes() throws Exception {
        try (ScriptedServer server = ScriptedServer.trickling("HTTP/1.1 204 OK\r\nContent-Length: 100000\r\n\r\n");
                OutboundHttp http = http(LONG, OutboundRoutes.direct())) {
            assertThat(http.sendForHead(OutboundRequest.get(server.uri("http"))).status())
                    .isEqualTo(204);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 100001\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n",
                "Connection: close\r\n\r\n"
            })
    void bodyBeyondTheBoundIsRefused(String rest) {
        byte[] chunk = ("4000\r\n" + "x".repeat(0x4000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        try (ScriptedServer server = ScriptedServer.start((_, to) -> {
                    to.write(("HTTP/1.1 200 OK\r\n" + rest).getBytes(StandardCharsets.US_ASCII));
                    while (true) {
                        to.write(chunk);
                    }
                });
                OutboundHttp http = http(LONG, OutboundRoutes.direct())) {
            assertFails(http, server.uri("http"), Reason.TOO_LARGE);
        }
    }

    @Test
    void headBeyondTheBoundIsRefused() {
        String line = "X-Long: " + "x".repeat(20_000);
        String lines = "X-Many: 1\r\n".repeat(300);
        for (String head : new String[] {line + "\r\n", lines}) {
            try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\n" + head + "\r\n");
                    OutboundHttp http = http(LONG, OutboundRoutes.direct())) {
                assertFails(http, server.uri("http"), Reason.BROKEN);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense\r\n\r\n", "", "HTTP/1.1 200 OK\r\nX: \u0001\r\n\r\n", "SSH-2.0-x\r\n"})
    void answerThatIsNotHttpIsABrokenConnection(String answer) {
        try (ScriptedServer server = ScriptedServer.answering(answer);
                OutboundHttp http = http(LONG, OutboundRoutes.direct())) {
            assertFails(http, server.uri("http"), Reason.BROKEN);
        }
    }

    @Test
    void redirectIsNotFollowed() throws Exception {
        try (ScriptedServer other = ScriptedServer.answering(ANSWER);
                ScriptedServer server = ScriptedServer.answering(
                        "HTTP/1.1 307 Go\r\nLocation: " + other.uri("http") + "\r\nContent-Length: 0\r\n\r\n");
                OutboundHttp http = http(LONG, OutboundRoutes.direct())) {
            assertThat(http.send(OutboundRequest.get(server.uri("http"))).status())
                    .isEqualTo(307);
            assertThat(other.heads()).isEmpty();
        }
    }

    @Test
    void portWithoutListenerIsUnreachable() throws Exception {
        // Bound, so that no other process listens there.
        try (Socket bound = new Socket();
                OutboundHttp http = http(LONG, OutboundRoutes.direct())) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

            URI address = URI.create("http://127.0.0.1:" + bound.getLocalPort() + "/");
            assertFails(http, address, Reason.UNREACHABLE);
        }
    }

    /**
     * The name leads to a permitted address when it is looked up first and to a forbidden one the next time, where
     * another server listens on the same port. A check that looks the name up by itself would let the connection
     * through to that one.
     */
    @Test
    void nameThatIsBoundAnewAfterTheCheckLeadsNowhereElse() throws Exception {
        InetAddress permitted = InetAddress.ofLiteral("127.0.0.2");
        InetAddress forbidden = InetAddress.ofLiteral("127.0.0.1");
        AtomicInteger lookups = new AtomicInteger();
        OutboundRoutes routes = OutboundRoutes.direct()
                .permitting(permitted::equals)
                .with(_ -> new InetAddress[] {lookups.getAndIncrement() % 2 == 0 ? permitted : forbidden})
                .forForeignAddresses();
        try (ScriptedServer right = new ScriptedServer(permitted, 0, closing());
                ScriptedServer wrong = new ScriptedServer(forbidden, right.port(), closing());
                OutboundHttp http = http(LONG, routes)) {
            URI target = URI.create("http://rebound.example:" + right.port() + "/");

            assertThat(http.send(OutboundRequest.get(target)).isSuccess()).isTrue();
            assertFails(http, target, Reason.FORBIDDEN_ADDRESS);
            assertThat(http.send(OutboundRequest.get(target)).isSuccess()).isTrue();

            assertThat(right.heads()).hasSize(2).allMatch(head -> head.contains("Host: rebound.example:"));
            assertThat(wrong.heads()).isEmpty();
        }
    }

    @Test
    void nameWithOneForbiddenAddressAmongOthersIsRefused() throws Exception {
        InetAddress[] both = {InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.1")};
        OutboundRoutes routes = OutboundRoutes.direct()
                .permitting(both[0]::equals)
                .with(_ -> both)
                .forForeignAddresses();
        try (ScriptedServer server = new ScriptedServer(both[0], 0, closing());
                OutboundHttp http = http(LONG, routes)) {
            assertFails(http, URI.create("http://both.example:" + server.port() + "/"), Reason.FORBIDDEN_ADDRESS);
            assertThat(server.heads()).isEmpty();
        }
    }

    @Test
    void unknownHostIsSaidToBeUnknown() {
        OutboundRoutes routes = OutboundRoutes.direct().with(host -> {
            throw new UnknownHostException(host);
        });
        try (OutboundHttp http = http(LONG, routes)) {
            assertFails(http, URI.create("http://nowhere.example/"), Reason.UNKNOWN_HOST);
        }
    }

    /** The caller goes on; its thread stays with the name service and keeps its place, so that threads are bounded. */
    @Test
    void nameServiceThatDoesNotAnswerHoldsNoCallerBeyondTheDeadline() throws Exception {
        CountDownLatch answers = new CountDownLatch(1);
        AtomicInteger lookups = new AtomicInteger();
        OutboundRoutes routes = OutboundRoutes.direct().with(_ -> {
            lookups.incrementAndGet();
            try {
                answers.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        });
        try (ScriptedServer server = ScriptedServer.start(closing());
                OutboundHttp http = new OutboundHttp(new OutboundHttp.Limits(LONG, SHORT, 10, 1), routes)) {
            URI target = URI.create("http://slow.example:" + server.port() + "/");

            assertFails(http, target, Reason.TIMEOUT);
            assertFails(http, target, Reason.BUSY);
            assertThat(lookups).hasValue(1);

            answers.countDown();
            assertThat(http.send(OutboundRequest.get(target), LONG).isSuccess()).isTrue();
        }
    }

    @Test
    void idleConnectionThatTheServerClosedIsNotUsed() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                OutboundHttp http = http(LONG, OutboundRoutes.direct())) {
            for (int i = 0; i < 20; i++) {
                assertThat(http.send(OutboundRequest.of("POST", server.uri("http")))
                                .isSuccess())
                        .isTrue();
                server.awaitEndOfConnection();
            }
            assertThat(server.heads()).hasSize(20);
        }
    }

    /** A name that the operator wrote is the proxy's to look up. */
    @Test
    void nameIsLeftToTheProxyThatLeadsThere() throws Exception {
        OutboundRoutes unknowing = OutboundRoutes.direct().with(host -> {
            throw new UnknownHostException(host);
        });
        try (ScriptedServer proxy = ScriptedServer.answering("HTTP/1.1 200 Connected\r\n\r\n" + ANSWER);
                OutboundHttp http = http(LONG, through(unknowing, proxy))) {
            assertThat(http.send(OutboundRequest.get(URI.create("http://issuer.test:81/")))
                            .isSuccess())
                    .isTrue();
            assertThat(proxy.heads().element())
                    .startsWith("CONNECT issuer.test:81 HTTP/1.1\r\n")
                    .contains("\r\nHost: issuer.test:81\r\n")
                    .endsWith("\r\nProxy-Authorization: Basic bm9kZTpzM2NyZXQ=\r\n\r\n");
        }
    }

    /** The proxy's own name service could lead a name elsewhere than the one that was asked for the check. */
    @Test
    void foreignNameReachesTheProxyAsTheAddressThatWasChecked() throws Exception {
        InetAddress permitted = InetAddress.ofLiteral("127.0.0.2");
        OutboundRoutes foreign = OutboundRoutes.direct()
                .permitting(permitted::equals)
                .with(host ->
                        new InetAddress[] {host.equals("good.test") ? permitted : InetAddress.ofLiteral("10.0.0.1")})
                .forForeignAddresses();
        try (ScriptedServer proxy = ScriptedServer.answering("HTTP/1.1 200 Connected\r\n\r\n" + ANSWER);
                OutboundHttp http = http(LONG, through(foreign, proxy))) {
            assertThat(http.send(OutboundRequest.get(URI.create("http://good.test:81/")))
                            .isSuccess())
                    .isTrue();
            assertFails(http, URI.create("http://bad.test:81/"), Reason.FORBIDDEN_ADDRESS);
            assertThat(proxy.heads()).hasSize(1).first().asString().startsWith("CONNECT 127.0.0.2:81 HTTP/1.1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 407 Who\r\n\r\n",
                "HTTP/1.1 403 No\r\n\r\n",
                "HTTP/1.1 502 Gone\r\n\r\n",
                "garbage\r\n\r\n",
                ""
            })
    void proxyThatDoesNotConnectIsNamedAsTheCause(String answer) {
        try (ScriptedServer proxy = ScriptedServer.answering(answer);
                OutboundHttp http = http(LONG, through(OutboundRoutes.direct(), proxy))) {
            assertThatExceptionOfType(OutboundException.class)
                    .isThrownBy(() -> http.send(OutboundRequest.get(URI.create("https://issuer.test/"))))
                    .withCauseInstanceOf(ProxyException.class)
                    .withMessageStartingWith("the proxy 127.0.0.1:" + proxy.port())
                    .withMessageNotContaining("s3cret")
                    .extracting(OutboundException::reason)
                    .isEqualTo(Reason.PROXY);
        }
    }

    @Test
    void proxyThatTricklesItsAnswerEndsWithTheDeadline() {
        try (ScriptedServer proxy = ScriptedServer.trickling("HTTP/1.1 200 OK\r\nX: ");
                OutboundHttp http = http(SHORT, through(OutboundRoutes.direct(), proxy))) {
            assertFails(http, URI.create("http://issuer.test/"), Reason.TIMEOUT);
        }
    }

    @Test
    void proxyThatTricklesItsAnswerHasTheTimeToConnectAndNoMore() {
        OutboundHttp.Limits brief = new OutboundHttp.Limits(SHORT, LONG, MAX_BYTES, 8);
        try (ScriptedServer proxy = ScriptedServer.trickling("HTTP/1.1 200 OK\r\nX: ");
                OutboundHttp http = new OutboundHttp(brief, through(OutboundRoutes.direct(), proxy))) {
            assertFails(http, URI.create("http://issuer.test/"), Reason.PROXY);
        }
    }

    @Test
    void exceptedHostIsReachedDirectly() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.answering("HTTP/1.1 502 Gone\r\n\r\n");
                ScriptedServer server = ScriptedServer.answering(ANSWER);
                OutboundHttp http = http(LONG, through(OutboundRoutes.direct(), proxy))) {
            assertThat(http.send(OutboundRequest.get(server.uri("http"))).isSuccess())
                    .isTrue();
            assertThat(proxy.heads()).isEmpty();
        }
    }

    private static OutboundRoutes through(OutboundRoutes routes, ScriptedServer proxy) {
        OutboundProxy.Login login = new OutboundProxy.Login("node", Secret.of("s3cret"));
        return routes.through(
                OutboundProxies.of(new OutboundProxy("127.0.0.1", proxy.port(), login), "127.0.0.1"::equals));
    }

    private static ScriptedServer.Script closing() {
        return (_, to) -> to.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
                .getBytes(StandardCharsets.US_ASCII));
    }

    private static void assertFails(OutboundHttp http, URI target, Reason reason) {
        assertThatExceptionOfType(OutboundException.class)
                .isThrownBy(() -> http.send(OutboundRequest.get(target)))
                .extracting(OutboundException::reason)
                .isEqualTo(reason);
    }

    private static OutboundHttp http(Duration timeout, OutboundRoutes routes) {
        return new OutboundHttp(new OutboundHttp.Limits(LONG, timeout, MAX_BYTES, 8), routes);
    }
}
