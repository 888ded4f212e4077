package dev.ose.server.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.failure.Failure;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformId;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.transfer.BytesSource;
import dev.ose.server.transfer.Gate;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.RequestBody;
import io.undertow.server.DefaultByteBufferPool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;

class UpstreamTransportTest {

    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    private static final PlatformKey KEY = new PlatformKey("PLATFORMKEY", Secret.of("s3cr3t"));
    private static final TenantId GREEDY = new TenantId(new UUID(0, 1));
    private static final TenantId MODEST = new TenantId(new UUID(0, 2));
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(800);
    private static final UpstreamSettings PATIENT =
            new UpstreamSettings(2, 2, 4, LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG);
    /** Gives up soon on a platform that keeps silent. */
    private static final UpstreamSettings IMPATIENT =
            new UpstreamSettings(2, 2, 4, LONG, LONG, LONG, LONG, SHORT, LONG, SHORT, LONG);

    /** Asks no platform twice. */
    private static final UpstreamSettings EAGER =
            new UpstreamSettings(2, 2, 4, LONG, LONG, LONG, LONG, LONG, LONG, LONG, Duration.ZERO);

    private XnioWorker worker;
    private UpstreamTransport transport;

    @BeforeEach
    void startThreads() throws IOException {
        worker = Xnio.getInstance(getClass().getClassLoader())
                .createWorker(OptionMap.create(Options.WORKER_IO_THREADS, 2));
        transport = transport(PATIENT);
    }

    @AfterEach
    void stopThreads() {
        worker.shutdownNow();
    }

    private static UpstreamTransport transport(UpstreamSettings settings) {
        return new UpstreamTransport(settings, new DefaultByteBufferPool(true, 16_384), Clock.systemUTC());
    }

    @Test
    void signsWithTheUsersKeyAndReusesTheConnection() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(bytes("hello")))) {
            assertThat(call(platform, "GET", RequestBody.NONE)).isEqualTo("200 hello");
            assertThat(call(platform, "GET", RequestBody.NONE)).isEqualTo("200 hello");

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
            RequestBody streamed = new RequestBody.Streamed(new BytesSource(body), body.length, Gate.open());

            assertThat(call(platform, "PUT", streamed)).isEqualTo("200 ");
            assertThat(call(platform, "PUT", new RequestBody.InMemory(bytes("small"))))
                    .isEqualTo("200 ");
        }
        assertThat(received.get(0)).isEqualTo(body);
        assertThat(received.get(1)).isEqualTo(bytes("small"));
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
            assertThat(call(platform, "PUT", new RequestBody.InMemory(bytes("a"))))
                    .isEqualTo("200 ");
            assertThat(call(platform, "PUT", new RequestBody.InMemory(bytes("b"))))
                    .isEqualTo("OutcomeUnknown");
            assertThat(platform.requests()).hasSize(2);
        }
    }

    @Test
    void retriesASafeRequestOnAReusedConnectionOnly() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(new CutEverySecond())) {
            assertThat(call(platform, "GET", RequestBody.NONE)).isEqualTo("200 ok");
            assertThat(call(platform, "GET", RequestBody.NONE)).isEqualTo("200 ok");
            assertThat(platform.requests()).hasSize(3);
            assertThat(platform.connections()).isEqualTo(2);
        }
    }

    /** Serves the first request of each connection and cuts the second. */
    private static final class CutEverySecond implements ScriptedPlatform.Script {

        private final Set<Object> seen = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());

        @Override
        public synchronized boolean serve(ScriptedPlatform.Request request) throws IOException {
            return seen.add(request.in()) && request.answer(bytes("ok"));
        }
    }

    @Test
    void saysUnreachableWhenNobodyListens() throws Exception {
        URI nowhere;
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> false)) {
            nowhere = platform.endpoint();
        }

        assertThat(call(transport, nowhere, "GET", RequestBody.NONE)).isEqualTo("PlatformUnreachable");
        assertThat(call(transport, nowhere, "PUT", new RequestBody.InMemory(bytes("a"))))
                .isEqualTo("PlatformUnreachable");
        assertThat(transport.openConnections()).isZero();
    }

    @Test
    void saysOutcomeUnknownWhenAWriteIsNotAnswered() throws Exception {
        transport = transport(IMPATIENT);
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.body();
            return request.in().read() > 0; // Hangs until the node gives up.
        })) {
            assertThat(call(platform, "PUT", new RequestBody.InMemory(bytes("a"))))
                    .isEqualTo("OutcomeUnknown");
            assertThat(call(platform, "GET", RequestBody.NONE)).isEqualTo("PlatformUnreachable");
        }
    }

    @Test
    void neverEndsAShortAnswerCleanly() throws Exception {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
            return false;
        })) {
            assertThat(call(platform, "GET", RequestBody.NONE)).isEqualTo("200 broke");
        }
    }

    @Test
    void endsAnAnswerThatStalls() throws Exception {
        transport = transport(IMPATIENT);
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
            return request.in().read() > 0;
        })) {
            assertThat(call(platform, "GET", RequestBody.NONE)).isEqualTo("200 broke");
        }
    }

    @Test
    void takesAnEarlyAnswerToABodyThatIsStillComing() throws Exception {
        byte[] body = new byte[8 * 1024 * 1024];
        try (ScriptedPlatform platform = new ScriptedPlatform(request ->
                request.answer("403 Forbidden", "", bytes("no")) && request.in().read() > 0)) {
            RequestBody streamed = new RequestBody.Streamed(
                    new BytesSource(body), body.length, Gate.closedAfter(body.length - 65_536));

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
            assertThat(call(platform, "GET", RequestBody.NONE)).isEqualTo("304 ");
            assertThat(call(platform, "GET", RequestBody.NONE)).isEqualTo("304 ");
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
                answers.add(begin(transport, platform.endpoint(), "GET", RequestBody.NONE, i % 2));
            }
            // The two threads queue in their own time; only a full queue refuses the next.
            while (transport.waitingRequests() < 4) {
                Thread.onSpinWait();
            }
            String refused = begin(transport, platform.endpoint(), "GET", RequestBody.NONE, 0)
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

    /** A platform that answers a request only once it is told to. */
    private static ScriptedPlatform holding(Semaphore answered) throws IOException {
        return new ScriptedPlatform(request -> {
            answered.acquireUninterruptibly();
            return request.answer(bytes("ok"));
        });
    }

    private static void awaitRequests(ScriptedPlatform platform, int count) {
        while (platform.requests().size() < count) {
            Thread.onSpinWait();
        }
    }

    private static void awaitWaiting(UpstreamTransport used, int count) {
        while (used.waitingRequests() < count) {
            Thread.onSpinWait();
        }
    }

    @Test
    void tellsThatABodyBrokeAndCutsThePlatformBeforeItsEnd() throws Exception {
        CompletableFuture<Integer> got = new CompletableFuture<>();
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            got.complete(request.body().length);
            return false;
        })) {
            RequestBody streamed = new RequestBody.Streamed(new BrokenSource(50_000), 100_000, Gate.open());

            assertThat(call(platform, "PUT", streamed)).isEqualTo("body failed");
            assertThat(got.get(60, TimeUnit.SECONDS)).isLessThan(100_000);
        }
    }

    /** Whether the platform may see the body is asked for strangers only; a platform may overlook the question. */
    @Test
    void bodyOfAStrangerComesToAPlatformThatIsNotAsked() throws Exception {
        UpstreamTransport impatient = transport(EAGER);
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(request.silentBody()))) {
            RequestBody body = new RequestBody.Streamed(new BytesSource(bytes("body")), 4, Gate.open());
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
            RequestBody body = new RequestBody.Streamed(new BytesSource(bytes("body")), 4, Gate.open());

            assertThat(call(platform, "PUT", body)).isEqualTo("200 body");
            assertThat(platform.requests().getFirst().header("expect")).isEmpty();
        }
    }

    private String call(ScriptedPlatform platform, String method, RequestBody body) throws Exception {
        return call(transport, platform.endpoint(), method, body);
    }

    private String call(UpstreamTransport used, URI endpoint, String method, RequestBody body) throws Exception {
        return begin(used, endpoint, method, body, 0).get(60, TimeUnit.SECONDS);
    }

    private CompletableFuture<String> begin(UpstreamTransport used, URI endpoint, TenantId tenant, int thread) {
        return begin(used, request(endpoint, KEY, tenant, "GET", RequestBody.NONE, tenant.toString()), thread);
    }

    private CompletableFuture<String> begin(
            UpstreamTransport used, URI endpoint, String method, RequestBody body, int thread) {
        return begin(used, request(endpoint, KEY, GREEDY, method, body, "1"), thread);
    }

    private CompletableFuture<String> begin(UpstreamTransport used, PlatformRequest request, int thread) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        ioThread(thread).execute(() -> used.send(request, new Collector(outcome)));
        return outcome;
    }

    private static PlatformRequest request(
            URI endpoint,
            @Nullable PlatformKey key,
            TenantId tenant,
            String method,
            RequestBody body,
            String metadata) {
        return new PlatformRequest(
                new Platform(new PlatformId(1), "p", endpoint, "us-east-1", Set.of(), Set.of()),
                tenant,
                key,
                method,
                "/b/k",
                "versionId=v",
                List.of(new HeaderField("x-amz-meta-a", metadata)),
                method.equals("GET") ? EMPTY : "UNSIGNED-PAYLOAD",
                body,
                "Operation",
                false);
    }

    private XnioIoThread ioThread(int number) {
        XnioIoThread candidate = worker.getIoThread();
        while (candidate.getNumber() % 2 != number) {
            candidate = worker.getIoThread();
        }
        return candidate;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Sums an exchange up in a word: status and body, or the failure. */
    private record Collector(CompletableFuture<String> outcome) implements PlatformListener {

        @Override
        public void responded(PlatformResponse response) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            Runnable read = () -> {
                @Nullable String end = readAll(response, body);
                if (end != null) {
                    outcome.complete(response.status() + " " + end);
                }
            };
            response.body().onReadable(read);
            read.run();
        }

        private static @Nullable String readAll(PlatformResponse response, ByteArrayOutputStream body) {
            ByteBuffer buffer = ByteBuffer.allocate(1000);
            try {
                for (int n = response.body().read(buffer);
                        n != 0;
                        n = response.body().read(buffer.clear())) {
                    if (n < 0) {
                        return body.toString(StandardCharsets.US_ASCII);
                    }
                    body.write(buffer.array(), 0, n);
                }
                response.body().resumeReads();
                return null;
            } catch (IOException e) {
                return "broke";
            }
        }

        @Override
        public void failed(Failure failure) {
            outcome.complete(failure.getClass().getSimpleName());
        }

        @Override
        public void bodyFailed(IOException cause) {
            outcome.complete("body failed");
        }
    }

    /** A client that goes away in the middle of its body. */
    private static final class BrokenSource implements dev.ose.server.transfer.BodySource {

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
