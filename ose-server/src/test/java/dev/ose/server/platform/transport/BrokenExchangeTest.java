package dev.ose.server.platform.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.server.transfer.PlatformResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that do not complete. */
@Timeout(120)
class BrokenExchangeTest extends TransportFixture {

    /** Serves the first request of each connection and closes the connection on the second. */
    @Test
    void neverRepeatsADeletionThatMayHaveHappened() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (ScriptedPlatform platform =
                new ScriptedPlatform(request -> asked.incrementAndGet() == 1 && request.answer(bytes("ok")))) {
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("200 ok");

            assertThat(call(platform, "DELETE", PlatformRequestBody.NONE)).isEqualTo("OutcomeUnknown");

            assertThat(platform.requests()).hasSize(2);
        }
    }

    @Test
    void neverTakesAnInterimAnswerForTheLastOne() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
            return request.answer(bytes("of " + request.header("x-amz-meta-a")));
        })) {
            assertThat(begin(
                                    transport,
                                    request(platform.endpoint(), KEY, GREEDY, "GET", PlatformRequestBody.NONE, "1"),
                                    0)
                            .get(60, TimeUnit.SECONDS))
                    .isEqualTo("PlatformUnreachable");
            assertThat(begin(
                                    transport,
                                    request(platform.endpoint(), KEY, GREEDY, "PUT", PlatformRequestBody.NONE, "2"),
                                    0)
                            .get(60, TimeUnit.SECONDS))
                    .isEqualTo("OutcomeUnknown");
            assertThat(platform.connections()).isEqualTo(2);
        }
    }

    /** More often than there are connections. */
    @Test
    void abandoningEndsAnUnreadAnswer() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(bytes("unread")))) {
            for (int i = 0; i < 3; i++) {
                CompletableFuture<Void> abandoned = new CompletableFuture<>();
                send(platform, response -> {
                    response.abandon();
                    abandoned.complete(null);
                });
                abandoned.get(60, TimeUnit.SECONDS);
            }

            assertThat(platform.connections()).isEqualTo(3);
        }
    }

    /** The reader receives the outcome, even if the platform is slow and the client has disconnected. */
    @Test
    void abandoningDoesNotEndAnAnswerWithAReader() throws Exception {
        CompletableFuture<Void> abandoned = new CompletableFuture<>();
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n ");
            abandoned.join();
            request.send("copied");
            return true;
        })) {
            CompletableFuture<String> outcome = new CompletableFuture<>();
            send(platform, response -> {
                new Collector(outcome).responded(response);
                response.abandon();
                abandoned.complete(null);
            });

            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo("200  copied");
        }
    }

    private void send(ScriptedPlatform platform, Consumer<PlatformResponse> answered) {
        PlatformRequest request = request(platform.endpoint(), KEY, GREEDY, "PUT", PlatformRequestBody.NONE, "1");
        ioThread(0)
                .execute(() -> transport.send(request, new PlatformListener() {
                    @Override
                    public void responded(PlatformResponse response) {
                        answered.accept(response);
                    }

                    @Override
                    public void failed(Failure failure) {
                        throw new AssertionError(failure);
                    }

                    @Override
                    public void bodyFailed(IOException cause) {
                        throw new AssertionError(cause);
                    }
                }));
    }

    @Test
    void tellsThatABodyBrokeAndCutsThePlatformBeforeItsEnd() throws Exception {
        CompletableFuture<Integer> got = new CompletableFuture<>();
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            got.complete(request.body().length);
            return false;
        })) {
            PlatformRequestBody streamed =
                    new PlatformRequestBody.Streamed(new BrokenSource(50_000), 100_000, FlowGate.open());

            assertThat(call(platform, "PUT", streamed)).isEqualTo("body failed");
            assertThat(got.get(60, TimeUnit.SECONDS)).isLessThan(100_000);
        }
    }

    @Test
    void bodyOfUnknownLengthThatBrokeIsNotEnded() throws Exception {
        CompletableFuture<String> got = new CompletableFuture<>();
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            got.complete(new String(request.in().readAllBytes(), StandardCharsets.ISO_8859_1));
            return false;
        })) {
            PlatformRequestBody streamed =
                    new PlatformRequestBody.Streamed(new BrokenSource(50_000), -1, FlowGate.open());

            assertThat(call(platform, "PUT", streamed)).isEqualTo("body failed");

            assertThat(got.get(60, TimeUnit.SECONDS)).doesNotContain("\r\n0\r\n");
            assertThat(platform.requests().getFirst().header("transfer-encoding"))
                    .isEqualTo("chunked");
        }
    }

    @Test
    void bodyOfUnknownLengthThatBrokeAtOnceIsNotAnEmptyOne() throws Exception {
        CompletableFuture<String> got = new CompletableFuture<>();
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            got.complete(request.head());
            return false;
        })) {
            PlatformRequestBody streamed = new PlatformRequestBody.Streamed(new BrokenSource(0), -1, FlowGate.open());

            assertThat(call(platform, "PUT", streamed)).isEqualTo("body failed");

            awaitClosed(transport);
            assertThat(got).isNotDone();
        }
    }

    @Test
    void neverRetriesAWriteWithABody() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.body();
            if (first.getCount() == 1) {
                first.countDown();
                return request.answer(new byte[0]);
            }
            return false;
        })) {
            assertThat(call(platform, "PUT", new PlatformRequestBody.InMemory(bytes("a"))))
                    .isEqualTo("200 ");
            assertThat(call(platform, "PUT", new PlatformRequestBody.InMemory(bytes("b"))))
                    .isEqualTo("OutcomeUnknown");
            assertThat(platform.requests()).hasSize(2);
        }
    }

    @Test
    void saysOutcomeUnknownWhenAWriteIsNotAnswered() throws Exception {
        transport = transport(IMPATIENT);
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.body();
            return request.in().read() > 0; // Hangs until the node gives up.
        })) {
            assertThat(call(platform, "PUT", new PlatformRequestBody.InMemory(bytes("a"))))
                    .isEqualTo("OutcomeUnknown");
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("PlatformUnreachable");
        }
    }

    private static void awaitClosed(UpstreamTransport used) {
        await().atMost(Duration.ofMinutes(1)).until(() -> used.openConnections() <= 0);
    }

    /** A client that disconnects in the middle of its body. */
    private static final class BrokenSource implements BodySource {

        private int left;
        private Runnable listener = () -> {};

        BrokenSource(int bytes) {
            left = bytes;
        }

        @Override
        public int read(ByteBuffer destination) throws IOException {
            if (left == 0) {
                throw new IOException("gone");
            }
            int count = Math.min(left, destination.remaining());
            destination.put(new byte[count]);
            left -= count;
            return count;
        }

        @Override
        public void onReadable(Runnable readable) {
            listener = readable;
        }

        @Override
        public void resumeReads() {
            listener.run();
        }

        @Override
        public void suspendReads() {}

        @Override
        public void abort() {}
    }
}
