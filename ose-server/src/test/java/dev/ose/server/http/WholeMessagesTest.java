package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.http.ListenerSettings.MinimumRate;
import dev.ose.server.runtime.fairness.FairBudget;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server with one thread, which blocks on bodies and answers, with slow clients. */
@Timeout(120)
class WholeMessagesTest {

    private static final int MAX_BODY = 1 << 20;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final String POST = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: ";
    private static final String CHUNKED = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Semaphore served = new Semaphore(0);
    private final List<WireClient> clients = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Each test starts it with settings of its own.
    private ClientWorker worker;

    @SuppressWarnings("NullAway.Init")
    private ClientListener listener;

    private void start() {
        start(ListenerSettings.forCores(1), LONG);
    }

    private void start(ListenerSettings settings, Duration bodyTime) {
        worker = ClientWorker.start(settings, BufferMemory.ofThisJvm());
        WholeMessages whole = new WholeMessages(
                worker,
                new WholeMessages.Limits(MAX_BODY, bodyTime, exchange -> !exchange.getRequestPath()
                        .equals("/closed")),
                (exchange, blocking) -> exchange.dispatch(thread, blocking),
                this::serve,
                new Refused());
        listener =
                ClientListener.openFor(worker, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), whole, null);
    }

    /** Like a servlet: blocks for the whole body, and for writing its answer. */
    private void serve(HttpServerExchange exchange) throws IOException {
        exchange.startBlocking();
        byte[] body = exchange.getInputStream().readAllBytes();
        OutputStream out = exchange.getOutputStream();
        if (exchange.getRequestPath().equals("/large")) {
            out.write(new byte[Integer.parseInt(exchange.getQueryString())]);
        } else {
            out.write((exchange.getRequestPath() + " " + body.length).getBytes(StandardCharsets.US_ASCII));
        }
        out.close();
        served.release();
    }

    private static final class Refused implements WholeMessages.Refusals {

        @Override
        public String mediaType() {
            return "text/plain";
        }

        @Override
        public byte[] document(WholeMessages.Fault fault, long bodyBytes) {
            return (fault + " " + bodyBytes).getBytes(StandardCharsets.US_ASCII);
        }
    }

    @AfterEach
    void stop() throws IOException {
        for (WireClient client : clients) {
            client.close();
        }
        listener.close();
        worker.close();
        thread.shutdownNow();
    }

    private WireClient connect() throws IOException {
        WireClient client = new WireClient(listener.boundPort());
        clients.add(client);
        return client;
    }

    @Test
    void bodyAndAnswerPassWhole() throws IOException {
        start();
        WireClient client = connect();

        client.send(POST + MAX_BODY + "\r\n\r\n").sendZeros(MAX_BODY);
        assertThat(client.answer().body()).isEqualTo("/echo " + MAX_BODY);

        client.send(CHUNKED + "3\r\nab").send("c\r\n0").send("\r\n\r\n");
        assertThat(client.answer().body()).isEqualTo("/echo 3");

        client.send(
                "GET /none HTTP/1.1\r\nHost: a\r\n\r\n" + POST + "2\r\n\r\nabGET /next HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.answer().body()).isEqualTo("/none 0");
        assertThat(client.answer().body()).isEqualTo("/echo 2");
        assertThat(client.answer().body()).isEqualTo("/next 0");

        client.send("GET /large?3000000 HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.answer().body()).hasSize(3_000_000);
        client.send("HEAD /none HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.headAnswer().status()).isEqualTo(200);
        awaitNoMemory();
    }

    @Test
    void clientThatAsksIsToldToContinue() throws IOException {
        start();
        WireClient client = connect();

        client.send(POST + "3\r\nExpect: 100-continue\r\n\r\n");

        assertThat(client.answer().status()).isEqualTo(100);
        assertThat(client.send("abc").answer().body()).isEqualTo("/echo 3");
    }

    @Test
    void bodiesThatDoNotComeHoldNoThread() throws IOException {
        start();
        for (int i = 0; i < 50; i++) {
            connect().send(POST + "50\r\n\r\n{");
            connect().send(CHUNKED + "5\r\n");
        }

        assertThat(connect().send(POST + "1\r\n\r\na").answer().body()).isEqualTo("/echo 1");
    }

    @Test
    void answersThatAreNotReadHoldNoThread() throws Exception {
        start();
        for (int i = 0; i < 5; i++) {
            connect().send("GET /large?9000000 HTTP/1.1\r\nHost: a\r\n\r\n");
        }

        assertThat(served.tryAcquire(5, 60, TimeUnit.SECONDS)).isTrue();
        assertThat(connect().send(POST + "1\r\n\r\na").answer().body()).isEqualTo("/echo 1");
        assertThat(clients.getFirst().answer().body()).hasSize(9_000_000);
    }

    @Test
    void faultInTheFramingOfABodyClosesTheConnection() throws IOException {
        start();

        assertThat(connect().send(CHUNKED + "5h\r\nhello\r\n0\r\n\r\n").isEnded())
                .isTrue();
        assertThat(connect().send(CHUNKED).send("2\r\nab\r\n").send("\n").isEnded())
                .isTrue();
        assertThat(served.availablePermits()).isZero();
    }

    @Test
    void largeBodyIsRefusedBeforeItIsRead() throws IOException {
        start();

        for (String request : List.of(
                POST + (MAX_BODY + 1) + "\r\n\r\n",
                POST + "999999999999\r\nExpect: 100-continue\r\n\r\n",
                CHUNKED + "100001\r\n" + "x".repeat(MAX_BODY + 1))) {
            WireClient client = connect().send(request);
            WireClient.Answer answer = client.answer();

            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).startsWith("TOO_LARGE");
            assertThat(answer.announcesClose()).isTrue();
            client.halfClose();
            assertThat(client.isEnded()).isTrue();
        }
        assertThat(served.availablePermits()).isZero();
    }

    @Test
    void slowBodyIsRefused() throws IOException {
        start(ListenerSettings.forCores(1).with(new MinimumRate(1_024, Duration.ofMillis(300))), LONG);

        WireClient.Answer answer = connect().send(POST + "50\r\n\r\n{").answer();

        assertThat(answer.status()).isEqualTo(408);
        assertThat(answer.announcesClose()).isTrue();
    }

    @Test
    void bodyThatIsNotWholeInTimeIsRefused() throws IOException {
        start(ListenerSettings.forCores(1), Duration.ofMillis(300));

        assertThat(connect().send(POST + "50\r\n\r\n{").answer().status()).isEqualTo(408);
    }

    @Test
    void clientThatDoesNotReadItsAnswerIsCut() throws Exception {
        start(ListenerSettings.forCores(1).with(new MinimumRate(1_024, Duration.ofMillis(300))), LONG);
        Socket lazy = new Socket();
        lazy.setReceiveBufferSize(4_096);
        lazy.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.boundPort()));
        WireClient client = new WireClient(lazy);
        clients.add(client);
        client.send("GET /large?9000000 HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(served.tryAcquire(60, TimeUnit.SECONDS)).isTrue();

        awaitNoMemory();

        assertThat(connect().send(POST + "1\r\n\r\na").answer().body()).isEqualTo("/echo 1");
    }

    private void awaitNoMemory() {
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        worker.documentMemory().held() + worker.answerMemory().held() == 0);
    }

    @Test
    void bodyThatFindsNoMemoryIsRefused() throws IOException {
        start();
        List<FairBudget.Lease> others = takeUp(worker.documentMemory(), 1);

        WireClient.Answer answer =
                connect().send(POST + "1000\r\n\r\n" + "x".repeat(1000)).answer();

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.headers()).containsEntry("retry-after", "1");
        others.forEach(FairBudget.Lease::close);
        assertThat(connect().send(POST + "1\r\n\r\na").answer().body()).isEqualTo("/echo 1");
    }

    /** Leaves less than twice the smallest part, and no less than one. */
    private static List<FairBudget.Lease> takeUp(FairBudget memory, long smallest) {
        List<FairBudget.Lease> others = new ArrayList<>();
        for (long part = Runtime.getRuntime().maxMemory(); part >= smallest; part /= 2) {
            FairBudget.Lease other = memory.lease(new Object());
            while (other.take(part)) {
                others.add(other);
                other = memory.lease(new Object());
            }
        }
        return others;
    }

    @Test
    void bodyOfARequestThatMayBringNoneIsRefusedBeforeItIsRead() throws IOException {
        start();
        String post = POST.replace("/echo", "/closed");

        for (String request : List.of(
                post + "1000000\r\n\r\n" + "x".repeat(50_000), post + "1000000\r\nExpect: 100-continue\r\n\r\n")) {
            WireClient client = connect().send(request);
            WireClient.Answer answer = client.answer();

            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.announcesClose()).isTrue();
            assertThat(worker.documentMemory().held()).isZero();
            client.halfClose();
            assertThat(client.isEnded()).isTrue();
        }
        assertThat(connect()
                        .send("GET /closed HTTP/1.1\r\nHost: a\r\n\r\n")
                        .answer()
                        .status())
                .isEqualTo(200);
    }

    @Test
    void answersAreGivenWhileBodiesTakeUpTheirMemory() throws IOException {
        start();
        takeUp(worker.documentMemory(), 1);

        WireClient client = connect();

        assertThat(client.send("GET /large?300000 HTTP/1.1\r\nHost: a\r\n\r\n")
                        .answer()
                        .body())
                .hasSize(300_000);
    }

    @Test
    void requestWhoseAnswerFindsNoMemoryIsRefusedBeforeItIsServed() throws IOException {
        start();
        List<FairBudget.Lease> others = takeUp(worker.answerMemory(), 1);
        WireClient client = connect();

        assertThat(client.send(POST + "1\r\n\r\na").answer().status()).isEqualTo(503);
        assertThat(served.availablePermits()).isZero();
        others.forEach(FairBudget.Lease::close);
        assertThat(client.send(POST + "1\r\n\r\na").answer().body()).isEqualTo("/echo 1");
    }

    @Test
    void noPartOfAnAnswerThatOutgrowsTheMemoryIsSent() throws IOException {
        start();
        takeUp(worker.answerMemory(), 2 * HeldAnswer.FIRST_BYTES);

        assertThat(connect()
                        .send("GET /none HTTP/1.1\r\nHost: a\r\n\r\n")
                        .answer()
                        .body())
                .isEqualTo("/none 0");
        assertThat(connect()
                        .send("GET /large?3000000 HTTP/1.1\r\nHost: a\r\n\r\n")
                        .isEnded())
                .isTrue();
    }

    @Test
    void clientThatGoesAwayLeavesNothingBehind() throws IOException {
        start();
        connect().send(POST + "50\r\n\r\n{").close();
        connect().send(POST + "50\r\n\r\n{").halfClose();

        awaitNoMemory();

        assertThat(connect().send(POST + "1\r\n\r\na").answer().body()).isEqualTo("/echo 1");
        assertThat(served.availablePermits()).isEqualTo(1);
    }
}
