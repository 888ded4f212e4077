package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.BlockingHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our handler in front of somebody else's. */
class MountTest {

    private final EchoHandler handler = new EchoHandler();
    private ClientWorker worker;
    private ClientListener listener;
    private int port;

    @BeforeEach
    void start() {
        worker = ClientWorker.start(ListenerSettings.forCores(1));
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

    /** The server blocks for a body; what the gate threw away would never wake it. */
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
