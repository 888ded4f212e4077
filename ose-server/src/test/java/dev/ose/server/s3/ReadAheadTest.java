package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Quirk;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.accounting.metering.MeteredHour;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.telemetry.RequestSummary;
import dev.ose.testkit.fast.StartsServer;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large downloads over real sockets, from a platform that sends slowly to each connection. */
@Timeout(120)
@StartsServer
class ReadAheadTest {

    private static final int MIB = 1024 * 1024;
    private static final int SIZE = 12 * MIB + 12_345;

    private static final int DOWNLOADS = Integer.getInteger("ose.read-ahead.downloads", 50);

    private static final Configuration ON = ConfigurationLoader.load(
            List.of(
                    "--s3.client.download.read-ahead=true",
                    "--s3.client.download.read-ahead.threshold=1048576",
                    "--s3.client.download.read-ahead.part-size=131072",
                    "--s3.client.download.read-ahead.streams=6",
                    "--s3.client.download.read-ahead.memory=4194304"),
            Map.of());

    private static final HeaderField CUSTOMER_KEY =
            new HeaderField("x-amz-server-side-encryption-customer-key", "a2V5");
    private static final HeaderField KEY_DIGEST =
            new HeaderField("x-amz-server-side-encryption-customer-key-md5", "bWQ1");
    private static final HeaderField ALGORITHM =
            new HeaderField("x-amz-server-side-encryption-customer-algorithm", "AES256");

    private final ThrottledObject object = new ThrottledObject(SIZE);

    @SuppressWarnings("NullAway.Init") // Each test starts it with a platform of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void start() throws IOException {
        object.bytesPerSecond = 4L * MIB;
        edge = S3TestServer.withoutQuirks(object, ON);
    }

    private WireClient.Answer get(String target, HeaderField... headers) throws IOException {
        return edge.call(S3TestServer.ALICE, "GET", target, "", headers);
    }

    private static byte[] bytes(WireClient.Answer answer) {
        return answer.body().getBytes(StandardCharsets.ISO_8859_1);
    }

    private List<ScriptedPlatform.Request> rangedReads() {
        return edge.platform.requests().stream()
                .filter(request -> request.header("if-match").equals(object.etag()))
                .toList();
    }

    private void assertNothingIsHeld() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(edge.readAhead.memory().held()).isZero());
    }

    @Test
    void answerIsTheSameAsWithoutReadingAhead() throws IOException {
        object.bytesPerSecond = 4L * MIB;
        edge = S3TestServer.withoutQuirks(object);
        WireClient.Answer before = get("/photos/k");
        edge.close();
        start();

        WireClient.Answer answer = get("/photos/k");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(bytes(answer)).isEqualTo(object.content());
        assertThat(answer.headers().keySet()).isEqualTo(before.headers().keySet());
        for (String name : List.of("etag", "content-length", "content-type", "last-modified")) {
            assertThat(answer.headers().get(name))
                    .as(name)
                    .isEqualTo(before.headers().get(name));
        }
        assertThat(rangedReads()).hasSizeGreaterThan(20);
        assertNothingIsHeld();
    }

    @Test
    void isMeteredAndLoggedAsOneRead() throws IOException {
        start();

        get("/photos/k");

        List<MeteredHour> metered = edge.metered(1);
        assertThat(metered.stream().mapToLong(it -> it.metered().requests()).sum())
                .isEqualTo(1);
        assertThat(edge.summaries)
                .extracting(RequestSummary::operation, RequestSummary::status)
                .containsExactly(tuple("GetObject", 200));
        assertThat(edge.summaries.getFirst().cost().bytesOut()).isEqualTo(SIZE);
    }

    @Test
    void rangedReadsAreTheClientsOwnReadButForConditionsAndRange() throws IOException {
        start();

        get(
                "/photos/a%20b?versionId=7&response-content-type=text%2Fy",
                CUSTOMER_KEY,
                KEY_DIGEST,
                ALGORITHM,
                new HeaderField("x-amz-checksum-mode", "ENABLED"),
                new HeaderField("x-amz-request-payer", "requester"),
                new HeaderField("If-None-Match", "\"other\""),
                new HeaderField("If-Modified-Since", "Sat, 28 Nov 2020 08:00:00 GMT"));

        assertThat(rangedReads()).isNotEmpty().allSatisfy(read -> {
            assertThat(read.line()).isEqualTo("GET /photos/a%20b?versionId=7&response-content-type=text%2Fy HTTP/1.1");
            assertThat(read.header("authorization")).contains("Credential=VENDORALICEKEY/");
            for (HeaderField header : List.of(CUSTOMER_KEY, KEY_DIGEST, ALGORITHM)) {
                assertThat(read.header(header.name())).isEqualTo(header.value());
            }
            assertThat(read.header("x-amz-request-payer")).isEqualTo("requester");
            assertThat(read.header("if-none-match")).isEmpty();
            assertThat(read.header("if-modified-since")).isEmpty();
            assertThat(read.header("range")).startsWith("bytes=");
        });
    }

    @Test
    void oneWideRangeIsReadAheadWithinItsBounds() throws IOException {
        start();
        int from = 1_234_567;
        int to = SIZE - 7_654;

        WireClient.Answer answer = get("/photos/k", new HeaderField("Range", "bytes=" + from + '-' + (to - 1)));

        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.headers().get("content-range")).isEqualTo("bytes " + from + '-' + (to - 1) + '/' + SIZE);
        assertThat(bytes(answer)).isEqualTo(object.part(from, to));
        assertThat(rangedReads()).isNotEmpty();
    }

    @Test
    void rangeBeyondTheEndEndsWithTheObject() throws IOException {
        start();

        WireClient.Answer answer = get("/photos/k", new HeaderField("Range", "bytes=1000000-99999999"));
        assertThat(bytes(answer)).isEqualTo(object.part(1_000_000, SIZE));
        assertThat(rangedReads()).isNotEmpty();
        assertThat(get("/photos/k", new HeaderField("Range", "bytes=99999999-")).status())
                .isEqualTo(416);
    }

    @Test
    void smallAnswersAndHeadsCostNothing() throws IOException {
        start();

        get("/photos/k", new HeaderField("Range", "bytes=0-999999"));
        edge.call(S3TestServer.ALICE, "HEAD", "/photos/k", "");
        get("/photos/k?partNumber=1");

        assertThat(edge.platform.requests()).hasSize(3);
        assertThat(edge.readAhead.counters().requests()).isZero();
    }

    @Test
    void rangesThatAClientReadsInParallelAreLeftAlone() throws Exception {
        start();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            int part = 4 * MIB;
            List<Callable<byte[]>> reads = List.of(
                    () -> bytes(get("/photos/k", new HeaderField("Range", "bytes=0-" + (part - 1)))),
                    () -> bytes(get("/photos/k", new HeaderField("Range", "bytes=" + part + '-' + (2 * part - 1)))),
                    () -> bytes(get("/photos/k", new HeaderField("Range", "bytes=" + 2 * part + '-'))));

            int from = 0;
            for (Future<byte[]> read : clients.invokeAll(reads)) {
                assertThat(read.get()).isEqualTo(object.part(from, from < 2 * part ? from + part : SIZE));
                from += part;
            }
        }
        assertThat(rangedReads().size()).isLessThan(5);
    }

    @Test
    void replacedObjectBreaksTheAnswerOff() throws Exception {
        object.replacedAtRead = 11;
        start();
        try (WireClient client = edge.connect()) {
            client.send(edge.signed(S3TestServer.ALICE, "GET", "/photos/k", ""));

            assertThatThrownBy(client::answer).isInstanceOf(EOFException.class);
        }
        assertThat(edge.readAhead.counters().broken()).isEqualTo(1);
        assertNothingIsHeld();
    }

    @Test
    void objectReplacedBeforeItIsReadAheadComesAsTheStreamThatIsOpen() throws IOException {
        start();
        byte[] before = object.content();
        object.isReplacedUnderWay = true;

        assertThat(bytes(get("/photos/k"))).isEqualTo(before).isNotEqualTo(object.content());

        assertThat(edge.readAhead.counters().requests()).as("the first part").isPositive();
        assertThat(edge.readAhead.counters().broken()).isZero();
    }

    @Test
    void platformThatOverlooksConditionsIsAskedOnce() throws IOException {
        object.overlooksConditions = true;
        start();

        assertThat(bytes(get("/photos/k"))).isEqualTo(object.content());
        assertThat(bytes(get("/photos/k"))).isEqualTo(object.content());

        assertThat(edge.platform.requests()).hasSize(3);
    }

    @Test
    void platformWithTheQuirkIsNotAsked() throws IOException {
        object.bytesPerSecond = 8L * MIB;
        edge = S3TestServer.with(Quirk.READ_CONDITIONS_OVERLOOKED, object, ON);

        assertThat(bytes(get("/photos/k"))).isEqualTo(object.content());

        assertThat(edge.platform.requests()).hasSize(1);
    }

    @Test
    void guestsReadAheadUnsigned() throws IOException {
        start();
        try (WireClient client = edge.connect()) {
            client.send("GET /photos/k HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");

            assertThat(bytes(client.answer())).isEqualTo(object.content());
        }

        assertThat(rangedReads()).isNotEmpty().allSatisfy(read -> assertThat(read.header("authorization"))
                .isEmpty());
    }

    @Test
    void randomRangesComeByteForByteWhateverClientsDo() throws IOException {
        start();
        Random chance = new Random(11);
        for (int i = 0; i < DOWNLOADS; i++) {
            object.replace(MIB + chance.nextInt(2 * MIB));
            object.bytesPerSecond = (4L + chance.nextInt(60)) * MIB;
            int from = chance.nextBoolean() ? 0 : chance.nextInt(object.content().length);
            int to = chance.nextBoolean() ? object.content().length : from + 1 + chance.nextInt(2 * MIB);
            HeaderField range = new HeaderField("Range", "bytes=" + from + '-' + (to - 1));
            if (chance.nextInt(4) == 0) {
                leaveWithin(range, chance.nextInt(Math.min(to, object.content().length) - from));
            } else {
                assertThat(bytes(get("/photos/k", range)))
                        .isEqualTo(object.part(from, Math.min(to, object.content().length)));
            }
        }
        assertNothingIsHeld();
        assertThat(edge.readAhead.counters().requests()).isGreaterThan(DOWNLOADS);
        assertThat(edge.readAhead.counters().broken()).isZero();
    }

    private void leaveWithin(HeaderField range, int bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), edge.port())) {
            socket.getOutputStream()
                    .write(edge.signed(S3TestServer.ALICE, "GET", "/photos/k", "", range)
                            .getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readNBytes(bytes);
        }
    }

    @Test
    void cutReadIsRepeatedFromWhereItWasCut() throws IOException {
        object.cutRead = 7;
        start();

        assertThat(bytes(get("/photos/k"))).isEqualTo(object.content());

        assertThat(edge.readAhead.counters().broken()).isZero();
    }

    @Test
    void clientThatLeavesEndsAllRequests() throws Exception {
        start();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), edge.port())) {
            socket.getOutputStream()
                    .write(edge.signed(S3TestServer.ALICE, "GET", "/photos/k", "")
                            .getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readNBytes(SIZE / 2);
            assertThat(edge.readAhead.memory().held()).isPositive();
        }

        assertNothingIsHeld();
        await().atMost(Duration.ofSeconds(30)).until(() -> edge.summaries.size() == 1);
        assertThat(edge.upstream.waitingRequests()).isZero();
        assertThat(bytes(get("/photos/k"))).as("connections are left").isEqualTo(object.content());
    }

    @Test
    void clientThatStopsHoldsNoMoreThanItsWindow() throws Exception {
        start();
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(32 * 1024);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), edge.port()));
            socket.getOutputStream()
                    .write(edge.signed(S3TestServer.ALICE, "GET", "/photos/k", "")
                            .getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readNBytes(3 * MIB);

            AtomicInteger reads = new AtomicInteger();
            await().during(Duration.ofSeconds(1))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> reads.getAndSet(object.rangedReads.get()) == object.rangedReads.get());

            assertThat(object.rangedReads.get()).isLessThan(80);
            assertThat(edge.readAhead.memory().held()).isBetween(1L, 6L * 131_072);
            assertThat(socket.getInputStream().readNBytes(SIZE - 3 * MIB)).hasSize(SIZE - 3 * MIB);
        }
    }
}
