package dev.ose.server.platform.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.transfer.BytesSource;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformRequestBody;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UpstreamTransportTest extends TransportFixture {

    @Test
    void signsWithTheUsersKeyAndReusesTheConnection() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(bytes("hello")))) {
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("200 hello");
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("200 hello");

            assertThat(platform.connections()).isEqualTo(1);
            ScriptedPlatform.Request request = platform.requests().getFirst();
            assertThat(request.line()).isEqualTo("GET /b/k?versionId=v HTTP/1.1");
            assertThat(request.header("authorization"))
                    .startsWith("AWS4-HMAC-SHA256 Credential=PLATFORMKEY/")
                    .contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-meta-a");
            assertThat(request.header("host"))
                    .isEqualTo("127.0.0.1:" + platform.endpoint().getPort());
        }
    }

    @Test
    void streamsABodyWhole() throws Exception {
        byte[] body = "x".repeat(300_000).getBytes(StandardCharsets.US_ASCII);
        List<byte[]> received = new ArrayList<>();
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            received.add(request.body());
            return request.answer(new byte[0]);
        })) {
            PlatformRequestBody streamed =
                    new PlatformRequestBody.Streamed(new BytesSource(body), body.length, FlowGate.open());

            assertThat(call(platform, "PUT", streamed)).isEqualTo("200 ");
            assertThat(call(platform, "PUT", new PlatformRequestBody.InMemory(bytes("small"))))
                    .isEqualTo("200 ");
        }
        assertThat(received.get(0)).isEqualTo(body);
        assertThat(received.get(1)).isEqualTo(bytes("small"));
    }

    @Test
    void retriesASafeRequestOnAReusedConnectionOnly() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(new CutEverySecond())) {
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("200 ok");
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("200 ok");
            assertThat(platform.requests()).hasSize(3);
            assertThat(platform.connections()).isEqualTo(2);
        }
    }

    private static final class CutEverySecond implements ScriptedPlatform.Script {

        private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

        @Override
        public synchronized boolean serve(ScriptedPlatform.Request request) throws IOException {
            return seen.add(request.in()) && request.answer(bytes("ok"));
        }
    }

    @Test
    void failsAsUnreachableIfThePortIsClosed() throws Exception {
        URI nowhere;
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> false)) {
            nowhere = platform.endpoint();
        }

        assertThat(call(transport, nowhere, "GET", PlatformRequestBody.NONE)).isEqualTo("PlatformUnreachable");
        assertThat(call(transport, nowhere, "PUT", new PlatformRequestBody.InMemory(bytes("a"))))
                .isEqualTo("PlatformUnreachable");
        assertThat(transport.openConnections()).isZero();
    }

    @Test
    void neverEndsAShortAnswerCleanly() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
            return false;
        })) {
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("200 broke");
        }
    }

    @Test
    void endsAnAnswerThatStalls() throws Exception {
        transport = transport(IMPATIENT);
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
            return request.in().read() > 0;
        })) {
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("200 broke");
        }
    }

    @Test
    void takesAnEarlyAnswerToABodyThatIsStillComing() throws Exception {
        byte[] body = new byte[8 * 1024 * 1024];
        try (ScriptedPlatform platform = new ScriptedPlatform(request ->
                request.answer("403 Forbidden", "", bytes("no")) && request.in().read() > 0)) {
            PlatformRequestBody streamed = new PlatformRequestBody.Streamed(
                    new BytesSource(body), body.length, FlowGate.closedAfter(body.length - 65_536));

            assertThat(call(platform, "PUT", streamed)).isEqualTo("403 no");
        }
        assertThat(transport.openConnections()).isZero();
    }

    @Test
    void acceptsA304ThatTellsALength() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 304 Not Modified\r\nContent-Length: 4711\r\nETag: \"x\"\r\n\r\n");
            return true;
        })) {
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("304 ");
            assertThat(call(platform, "GET", PlatformRequestBody.NONE)).isEqualTo("304 ");
        }
    }

    @Test
    @Timeout(120)
    void makesRequestsWaitForOneOfFewConnectionsAndTellsTheLastToComeBack() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            try {
                hold.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return request.answer(bytes("late"));
        })) {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                answers.add(begin(transport, platform.endpoint(), "GET", PlatformRequestBody.NONE, i % 2));
            }
            // The two threads queue asynchronously; only a full queue refuses the next request.
            await().atMost(Duration.ofMinutes(1)).until(() -> transport.waitingRequests() >= 4);
            String refused = begin(transport, platform.endpoint(), "GET", PlatformRequestBody.NONE, 0)
                    .get(60, TimeUnit.SECONDS);
            hold.countDown();

            assertThat(refused).isEqualTo("Busy");
            for (CompletableFuture<String> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("200 late");
            }
            assertThat(transport.waitingRequests()).isZero();
            assertThat(transport.openConnections()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    @Timeout(120)
    void oneRequestOfATenantComesBeforeTheManyOfAnother() throws Exception {
        Semaphore answered = new Semaphore(0);
        try (ScriptedPlatform platform = holding(answered)) {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                answers.add(begin(transport, platform.endpoint(), GREEDY, i % 2));
            }
            awaitRequests(platform, 2);
            awaitWaiting(transport, 3);
            answers.add(begin(transport, platform.endpoint(), MODEST, 1));
            awaitWaiting(transport, 4);

            answered.release();
            awaitRequests(platform, 3);
            assertThat(platform.requests().getLast().header("x-amz-meta-a")).isEqualTo(MODEST.toString());

            answered.release(100);
            for (CompletableFuture<String> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("200 ok");
            }
            assertThat(transport.waitingRequests()).isZero();
        }
    }

    /** A platform that answers a request only after a permit is released. */
    private static ScriptedPlatform holding(Semaphore answered) throws IOException {
        return new ScriptedPlatform(request -> {
            answered.acquireUninterruptibly();
            return request.answer(bytes("ok"));
        });
    }

    private static void awaitRequests(ScriptedPlatform platform, int count) {
        await().atMost(Duration.ofMinutes(1)).until(() -> platform.requests().size() >= count);
    }

    private static void awaitWaiting(UpstreamTransport used, int count) {
        await().atMost(Duration.ofMinutes(1)).until(() -> used.waitingRequests() >= count);
    }

    /** Only anonymous uploads are sent with Expect, which a platform may ignore. */
    @Test
    void bodyOfAStrangerComesToAPlatformThatIsNotAsked() throws Exception {
        UpstreamTransport impatient = transport(EAGER);
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(request.silentBody()))) {
            PlatformRequestBody body =
                    new PlatformRequestBody.Streamed(new BytesSource(bytes("body")), 4, FlowGate.open());
            CompletableFuture<String> outcome = new CompletableFuture<>();

            ioThread(0)
                    .execute(() -> impatient.send(
                            request(platform.endpoint(), null, GREEDY, "PUT", body, "1"), new Collector(outcome)));

            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo("200 body");
            assertThat(platform.requests().getFirst().header("expect")).isEqualTo("100-continue");
        }
    }

    @Test
    void bodyOfAHolderOfAKeyIsNotAskedFor() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(request.silentBody()))) {
            PlatformRequestBody body =
                    new PlatformRequestBody.Streamed(new BytesSource(bytes("body")), 4, FlowGate.open());

            assertThat(call(platform, "PUT", body)).isEqualTo("200 body");
            assertThat(platform.requests().getFirst().header("expect")).isEmpty();
        }
    }
}
