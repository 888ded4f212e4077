package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.AddressRange;
import dev.ose.server.http.proxy.TrustedForwarders;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.util.SameThreadExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An S3 handler in front of another server's. */
class MountTest {

    private static final int SLOW_CLIENTS = 200;

    private final EchoHandler handler = new EchoHandler();
    private ClientWorker worker;
    private ClientListener listener;
    private int port;

    @BeforeEach
    void start() {
        worker = ClientWorker.start(ListenerSettings.forCores(1), BufferMemory.ofThisJvm());
        HttpHandler mounted = worker.mount(handler);
        listener = ClientListener.openFor(
                worker,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                exchange -> {
                    if (exchange.getRequestURI().startsWith("/s3/")) {
                        mounted.handleRequest(exchange);
                    } else {
                        exchange.getResponseSender().send("other " + exchange.getRequestPath());
                    }
                },
                null);
        port = listener.boundPort();
    }

    @AfterEach
    void stop() {
        listener.close();
        worker.close();
    }

    private static String put(String... headers) {
        return "PUT /s3/k HTTP/1.1\r\nHost: localhost\r\n" + String.join("", headers) + "\r\n";
    }

    @Test
    void bothHandlersServeOneConnection() throws IOException {
        try (WireClient client = new WireClient(port)) {
            client.send(put("Content-Length: 3\r\n") + "abc");
            assertThat(client.answer().body()).isEqualTo("PUT /s3/k 3");

            client.send("GET /admin%20x HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("other /admin%20x");

            client.send(put("Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n0\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("PUT /s3/k 3");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 18446744073709551621\r\n",
                "Transfer-Encoding: xchunked\r\n",
                "Transfer-Encoding: chunked, identity\r\n",
                "Content-Length: 5\r\nContent-Length: 5\r\n",
                "Content-Length: +5\r\n",
            })
    void framingInDoubtIsRefusedForBoth(String header) throws IOException {
        try (WireClient client = new WireClient(port)) {
            client.send(put(header) + "hello" + put());

            assertThat(client.rest()).matches("(?s)HTTP/1.1 (400|501) .*").containsOnlyOnce("HTTP/1.1");
        }
        assertThat(handler.handled.get()).isZero();
    }

    /** Beside another server's pages, answers are sandboxed, including those in the handler's place. */
    @Test
    void answersBesidePagesAreKeptApart() throws IOException {
        HttpHandler beside = worker.mountBesidePages(exchange -> {
            if (exchange.rawPath().equals("/bug")) {
                throw new IllegalStateException("a bug");
            }
            exchange.setResponseHeader("content-type", "text/html");
            exchange.setResponseHeader("content-security-policy", "default-src *");
            exchange.respond(200, new byte[] {'h', 'i'});
        });
        try (ClientListener pages = listenFor(worker, beside);
                WireClient client = new WireClient(pages.boundPort())) {
            for (String path : List.of("/page", "/bug")) {
                client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");

                assertThat(client.answer().headers())
                        .containsEntry("content-security-policy", "sandbox")
                        .containsEntry("x-content-type-options", "nosniff");
            }
        }
    }

    /** All of them share one I/O thread, on which health is answered as well. */
    @Test
    void slowClientsHoldNoThread() throws IOException {
        HttpHandler mounted = worker.mount(handler);
        List<WireClient> slow = new ArrayList<>();
        try (ClientListener shared = listenFor(worker, exchange -> {
            if (exchange.getRequestURI().equals("/health")) {
                exchange.getResponseSender().send("well");
            } else {
                mounted.handleRequest(exchange);
            }
        })) {
            for (int i = 0; i < SLOW_CLIENTS; i++) {
                WireClient client = new WireClient(shared.boundPort());
                slow.add(client);
                client.send(
                        i % 2 == 0
                                ? "PUT /k HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"
                                : "GET /stream?20000000 HTTP/1.1\r\nHost: a\r\n\r\n");
            }
            for (int i = 0; i < 10; i++) {
                try (WireClient other = new WireClient(shared.boundPort())) {
                    other.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(other.answer().body()).isEqualTo("well");
                }
            }
            assertThat(slow.getFirst().send("defghi").answer().body()).isEqualTo("PUT /k 9");
            assertThat(slow.get(1).answer().body()).hasSize(20_000_000);
        } finally {
            for (WireClient client : slow) {
                client.close();
            }
        }
    }

    /** The stop of the listener also waits for requests of the other server. */
    @Test
    void requestsOfTheOtherServerAreWaitedForAndThenRefused() throws Exception {
        AtomicReference<@Nullable HttpServerExchange> held = new AtomicReference<>();
        Semaphore begun = new Semaphore(0);
        HttpHandler slow = exchange -> exchange.dispatch(SameThreadExecutor.INSTANCE, () -> {
            held.set(exchange);
            begun.release();
        });
        try (ClientListener shared = listenFor(worker, worker.lendTo(slow));
                WireClient first = new WireClient(shared.boundPort());
                WireClient second = new WireClient(shared.boundPort())) {
            first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            begun.acquire();
            worker.windDown();

            assertThat(worker.drain(Duration.ZERO)).isFalse();
            second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(second.answer().status()).isEqualTo(503);
            assertThat(second.isEnded()).isTrue();

            Objects.requireNonNull(held.get()).getIoThread().execute(() -> Objects.requireNonNull(held.get())
                    .endExchange());
            assertThat(first.answer().status()).isEqualTo(200);
            assertThat(worker.drain(Duration.ofMinutes(1))).isTrue();
        }
    }

    @Test
    void otherServerKnowsTheClientBehindABalancer() throws IOException {
        ListenerSettings settings = ListenerSettings.forCores(1)
                .behind(new ListenerSettings.Intermediaries(
                        List.of(AddressRange.parse("127.0.0.0/8").orElseThrow()), TrustedForwarders.NONE));
        ClientWorker behind = ClientWorker.start(settings, BufferMemory.ofThisJvm());
        try (behind;
                ClientListener shared = listenFor(behind, exchange -> exchange.getResponseSender()
                        .send(exchange.getSourceAddress().getAddress().getHostAddress()));
                WireClient client = new WireClient(shared.boundPort());
                WireClient without = new WireClient(shared.boundPort())) {
            client.send("PROXY TCP4 192.0.2.7 192.0.2.1 5 443\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
            without.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.answer().body()).isEqualTo("192.0.2.7");
            assertThat(without.isEnded()).isTrue();
        }
    }

    @Test
    void otherServerKnowsTheClientBehindAForwarder() throws IOException {
        TrustedForwarders forwarders =
                new TrustedForwarders(List.of(AddressRange.parse("127.0.0.0/8").orElseThrow()), "X-Forwarded-For");
        ListenerSettings settings =
                ListenerSettings.forCores(1).behind(new ListenerSettings.Intermediaries(List.of(), forwarders));
        ClientWorker behind = ClientWorker.start(settings, BufferMemory.ofThisJvm());
        try (behind;
                ClientListener shared = listenFor(behind, behind.lendTo(exchange -> exchange.getResponseSender()
                        .send(exchange.getSourceAddress().getAddress().getHostAddress())));
                WireClient client = new WireClient(shared.boundPort())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n");

            assertThat(client.answer().body()).isEqualTo("192.0.2.7");
        }
    }

    private static ClientListener listenFor(ClientWorker threads, HttpHandler server) {
        return ClientListener.openFor(
                threads, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), server, null);
    }

    /** The server blocks for a body; bytes discarded by the gate would never wake it. */
    @Test
    void faultInABodyEndsABlockingRead() throws IOException {
        try (ClientListener blocking = ClientListener.openFor(
                        worker,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new BlockingHandler(
                                exchange -> exchange.getInputStream().readAllBytes()),
                        null);
                WireClient client = new WireClient(blocking.boundPort())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5h\r\nhello\r\n");

            assertThat(client.rest()).doesNotContain("200 OK");
        }
    }
}
