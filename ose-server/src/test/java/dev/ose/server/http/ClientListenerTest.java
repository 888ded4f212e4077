package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.transfer.BodySource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClientListenerTest {

    private static final long MANY_BYTES = 100L * 1024 * 1024;

    private final EchoHandler handler = new EchoHandler();
    private ClientWorker worker;
    private ClientListener listener;

    @BeforeEach
    void start() {
        worker = ClientWorker.start(ListenerSettings.forCores(1), BufferMemory.ofThisJvm());
        listener = ClientListener.open(worker, loopback(0), handler);
    }

    @AfterEach
    void stop() {
        listener.close();
        worker.close();
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private WireClient connect() throws IOException {
        return new WireClient(listener.boundPort());
    }

    private static String head(String request, String... headers) {
        return request + " HTTP/1.1\r\nHost: s3.example.com\r\n" + String.join("", headers) + "\r\n";
    }

    @Test
    void requestsOnOneConnectionAreAnsweredInOrder() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("GET /a") + head("PUT /b", "Content-Length: 3\r\n") + "abc" + head("GET /c"));

            assertThat(client.answer().body()).isEqualTo("GET /a 0");
            assertThat(client.answer().body()).isEqualTo("PUT /b 3");
            assertThat(client.answer().body()).isEqualTo("GET /c 0");
            assertThat(client.send(head("DELETE /d")).answer().body()).isEqualTo("DELETE /d 0");
        }
    }

    /** Like a pump that yields while its decoder still has bytes at the end. */
    @Test
    void readerThatResumesAfterTheEndIsCalledAgain() throws IOException {
        AtomicInteger endsSeen = new AtomicInteger();
        ClientListener own = ClientListener.open(worker, loopback(0), exchange -> {
            BodySource body = exchange.requestBody();
            body.onReadable(() -> {
                ByteBuffer buffer = ByteBuffer.allocate(100);
                if (readQuietly(body, buffer) >= 0) {
                    body.resumeReads();
                } else if (endsSeen.incrementAndGet() < 3) {
                    body.resumeReads();
                } else {
                    body.suspendReads();
                    exchange.respond(200, new byte[0]);
                }
            });
            body.resumeReads();
        });

        try (own;
                WireClient client = new WireClient(own.boundPort())) {
            client.send(head("PUT /a", "Content-Length: 3\r\n") + "abc");

            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    private static int readQuietly(BodySource body, ByteBuffer buffer) {
        try {
            return body.read(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void targetArrivesRaw() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("GET /b/a;v=1/%2F/../|{^\"}\\\u00e9//x?acl&b=%20+"));

            assertThat(client.answer().body()).isEqualTo("GET /b/a;v=1/%2F/../|{^\"}\\\u00e9//x 0");
        }
    }

    @Test
    void bodyBeyondTheParsersUsualLimitPasses() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("PUT /big", "Content-Length: 55000000\r\n")).sendZeros(55_000_000);

            assertThat(client.answer().body()).isEqualTo("PUT /big 55000000");
        }
    }

    @Test
    void chunkedBodyIsRead() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("PUT /c", "Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n3;x=y\r\n");
            client.send("abc\r\n0\r\n\r\n" + head("GET /next"));

            assertThat(client.answer().body()).isEqualTo("PUT /c 8");
            assertThat(client.answer().body()).isEqualTo("GET /next 0");
        }
    }

    @Test
    void continueIsSaidWithTheFirstRead() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("PUT /k", "Content-Length: 4\r\n", "Expect: 100-continue\r\n"));

            assertThat(client.answer().status()).isEqualTo(100);
            client.send("body");
            assertThat(client.answer().body()).isEqualTo("PUT /k 4");
            assertThat(client.send(head("GET /next")).answer().body()).isEqualTo("GET /next 0");
        }
    }

    @Test
    void refusalBeforeContinueClosesTheConnection() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("PUT /refuse", "Content-Length: 104857600\r\n", "Expect: 100-continue\r\n"));

            WireClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).isEqualTo("<Error>refused</Error>");
            assertThat(answer.announcesClose()).isTrue();
        }
    }

    @Test
    void refusalOfALargeBodyCanBeReadByAClientThatSendsItWhole() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("PUT /refuse", "Content-Length: " + MANY_BYTES + "\r\n"));
            assertThat(client.sendZeros(MANY_BYTES)).isEqualTo(MANY_BYTES);

            WireClient.Answer answer = client.answer();
            assertThat(answer.body()).isEqualTo("<Error>refused</Error>");
            assertThat(answer.announcesClose()).isTrue();
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void refusalOfASmallBodyKeepsTheConnection() throws IOException {
        try (WireClient client = connect()) {
            client.send(head("PUT /refuse", "Content-Length: 200000\r\n")).sendZeros(100_000);

            WireClient.Answer answer = client.answer();
            client.sendZeros(100_000);
            assertThat(answer.announcesClose()).isFalse();
            assertThat(client.send(head("GET /next")).answer().body()).isEqualTo("GET /next 0");
        }
    }

    @Test
    void streamedAnswersArriveWhole() throws IOException {
        try (WireClient client = connect()) {
            assertThat(client.send(head("GET /stream?5000000")).answer().body()).hasSize(5_000_000);
            assertThat(client.send(head("GET /chunks?5000000")).answer().body()).hasSize(5_000_000);
            assertThat(client.send(head("GET /blocking")).answer().body()).isEqualTo("virtual");
        }
    }

    @Test
    void bugIsAnsweredAsInternalError() throws IOException {
        try (WireClient client = connect()) {
            WireClient.Answer answer = client.send(head("GET /bug")).answer();

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).contains("<Code>InternalError</Code>");
        }
    }

    @Test
    void headerThatWouldSplitTheAnswerIsABug() throws IOException {
        try (WireClient client = connect()) {
            WireClient.Answer answer = client.send(head("GET /header")).answer();

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.headers()).doesNotContainKeys("b", "x-amz-meta-a");
        }
    }

    @Test
    void headAnswerKeepsTheLengthItWasTold() throws IOException {
        try (WireClient client = connect()) {
            WireClient.Answer answer = client.send(head("HEAD /empty?200")).headAnswer();

            assertThat(answer.headers()).containsEntry("content-length", "123").doesNotContainKey("transfer-encoding");
            assertThat(client.send(head("GET /next")).answer().body()).isEqualTo("GET /next 0");
        }
    }

    @Test
    void emptyAnswersKeepTheConnection() throws IOException {
        try (WireClient client = connect()) {
            assertThat(client.send(head("DELETE /empty?204")).answer().status()).isEqualTo(204);
            assertThat(client.send(head("GET /empty?304")).answer().status()).isEqualTo(304);
            WireClient.Answer answer = client.send(head("PUT /none")).answer();
            assertThat(answer.headers()).containsEntry("content-length", "0").doesNotContainKey("connection");
        }
    }

    @Test
    void everyExchangeIsToldOnceThatItIsOver() throws IOException {
        try (WireClient client = connect()) {
            for (int i = 0; i < 10; i++) {
                client.send(head("PUT /k", "Content-Length: 3\r\n") + "abc").answer();
                client.send(head("GET /stream?100000")).answer();
            }
            assertThat(client.send(head("GET /refuse", "Connection: close\r\n"))
                            .answer()
                            .status())
                    .isEqualTo(403);
            assertThat(client.isEnded()).isTrue();
        }

        assertThat(handler.awaitEnded(21)).isTrue();
        assertThat(handler.ended()).isZero();
        assertThat(worker.requestsInFlight()).isZero();
    }

    @Test
    void tooManyBlockingTasksAreToldToSlowDown() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch occupied = new CountDownLatch(1);
        AtomicInteger dropped = new AtomicInteger();
        ClientRequestHandler blocking = exchange -> exchange.executeBlocking(
                "anybody",
                () -> {
                    occupied.countDown();
                    await(release);
                    exchange.executeOnIoThread(() -> exchange.respond(200, EchoHandler.bytes("done")));
                },
                dropped::incrementAndGet);
        try (ClientWorker small = ClientWorker.start(
                        ListenerSettings.forCores(1).with(new ListenerSettings.Threads(1, 1, 1, 1)),
                        BufferMemory.ofThisJvm());
                ClientListener narrow = ClientListener.open(small, loopback(0), blocking);
                WireClient first = new WireClient(narrow.boundPort());
                WireClient second = new WireClient(narrow.boundPort());
                WireClient third = new WireClient(narrow.boundPort())) {
            first.send(head("GET /a"));
            assertThat(occupied.await(60, TimeUnit.SECONDS)).isTrue();
            second.send(head("GET /b"));
            third.send(head("GET /c"));

            // One of the two waits, the other is refused; the order depends on the kernel.
            WireClient.Answer refused = Stream.of(second, third)
                    .map(ClientListenerTest::poll)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseThrow();
            assertThat(dropped).hasValue(1);
            release.countDown();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("<Code>SlowDown</Code>");
            assertThat(refused.headers()).containsEntry("retry-after", "1");
            assertThat(first.answer().body()).isEqualTo("done");
        }
    }

    private static WireClient.@Nullable Answer poll(WireClient client) {
        try {
            return client.hasAnswerWithin(2000) ? client.answer() : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void takenPortIsNamedInTheFailure() {
        assertThatThrownBy(() -> ClientListener.open(worker, loopback(listener.boundPort()), handler))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot listen on")
                .hasMessageContaining(String.valueOf(listener.boundPort()));
    }
}
