package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.ListenerSettings.MinimumRate;
import dev.ose.server.http.ListenerSettings.Timeouts;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Slow clients, with short time limits. */
class ConnectionLimitsTest {

    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(5);

    private final EchoHandler handler = new EchoHandler();
    private ClientWorker worker;
    private ClientListener listener;

    @BeforeEach
    void start() {
        worker = ClientWorker.start(
                ListenerSettings.forCores(1)
                        .with(new Timeouts(SHORT, SHORT.multipliedBy(4), LONG, SHORT, SHORT))
                        .with(new MinimumRate(100_000, SHORT)),
                BufferMemory.ofThisJvm());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        listener = ClientListener.open(worker, address, handler);
    }

    @AfterEach
    void stop() {
        listener.close();
        worker.close();
    }

    private WireClient connect() throws IOException {
        return new WireClient(listener.boundPort());
    }

    private static String head(String request, String... headers) {
        return request + " HTTP/1.1\r\nHost: s3.example.com\r\n" + String.join("", headers) + "\r\n";
    }

    @Test
    void silentConnectionIsEnded() throws IOException {
        try (WireClient client = connect()) {
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void unfinishedHeadIsEnded() throws IOException {
        try (WireClient client = connect()) {
            client.send("GET /k HTTP/1.1\r\nHost: a\r\n");

            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void slowBodyIsAnsweredWithRequestTimeout() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("PUT /k", "Content-Length: 1000\r\n") + "some");

            WireClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("<Code>RequestTimeout</Code>");
            assertThat(answer.announcesClose()).isTrue();
            assertThat(client.isEnded()).isTrue();
        }
        assertThat(handler.awaitEnded(1)).isTrue();
    }

    @Test
    void slowReaderIsCut() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("GET /stream?900000000"));

            assertThat(handler.awaitEnded(1)).isTrue();
        }
    }

    @Test
    void requestThatWaitsForUsIsNotCut() throws Exception {
        try (WireClient client = connect()) {
            client.send(head("GET /silent"));

            ClientExchange exchange = handler.awaitSilent();
            // Three windows pass on further connections, each of which is closed for its slowness.
            for (int i = 0; i < 3; i++) {
                try (WireClient slow = connect()) {
                    slow.send(head("PUT /k", "Content-Length: 1000\r\n"));
                    slow.answer();
                }
            }
            exchange.executeOnIoThread(() -> exchange.respond(200, EchoHandler.bytes("late")));

            assertThat(client.answer().body()).isEqualTo("late");
        }
    }

    @Test
    void leftoverThatDoesNotComeEndsTheConnection() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("PUT /refuse", "Content-Length: 200000\r\n"));

            assertThat(client.answer().announcesClose()).isFalse();
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void refusedClientThatKeepsSilentIsEnded() throws IOException {
        try (WireClient client = connect()) {
            client.send("TRACE /k HTTP/1.1\r\n");

            assertThat(client.answer().status()).isEqualTo(405);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void clientThatStopsInItsBodyFailsTheRead() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("PUT /k", "Content-Length: 1000\r\n") + "some");
            client.halfClose();

            assertThat(client.isEnded()).isTrue();
        }
        assertThat(handler.awaitEnded(1)).isTrue();
        assertThat(handler.failedReads.get()).isEqualTo(1);
    }

    @Test
    void abortedAnswerCannotBeTakenForAWholeOne() throws IOException {
        for (String target : new String[] {"/torn?length", "/torn?chunked"}) {
            try (WireClient client = connect()) {
                client.send(head("GET " + target));

                Assertions.assertThatThrownBy(client::answer)
                        .isInstanceOfAny(EOFException.class, NumberFormatException.class, SocketException.class);
            }
        }
    }
}
