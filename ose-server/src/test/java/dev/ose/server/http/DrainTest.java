package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DrainTest {

    private static final String GET = "GET %s HTTP/1.1\r\nHost: s3.example.com\r\n\r\n";

    private final EchoHandler handler = new EchoHandler();
    private ClientWorker worker;
    private ClientListener listener;

    @BeforeEach
    void start() {
        worker = ClientWorker.start(ListenerSettings.forCores(1), BufferMemory.ofThisJvm());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        listener = ClientListener.open(worker, address, handler);
    }

    @AfterEach
    void stop() {
        listener.close();
        worker.close();
    }

    @Test
    void requestInFlightFinishesAndNewOnesAreTurnedAway() throws Exception {
        try (WireClient early = new WireClient(listener.boundPort());
                WireClient idle = new WireClient(listener.boundPort())) {
            idle.send(GET.formatted("/k")).answer();
            early.send(GET.formatted("/silent"));
            ClientExchange inFlight = handler.awaitSilent();

            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(this::drain);
            awaitClosedGate();
            WireClient.Answer turnedAway = idle.send(GET.formatted("/k")).answer();
            assertThat(turnedAway.status()).isEqualTo(503);
            assertThat(turnedAway.body()).contains("<Code>ServiceUnavailable</Code>");
            assertThat(turnedAway.announcesClose()).isTrue();
            assertThat(drained).isNotDone();

            inFlight.executeOnIoThread(() -> inFlight.respond(200, EchoHandler.bytes("done")));
            WireClient.Answer last = early.answer();
            assertThat(last.body()).isEqualTo("done");
            assertThat(last.announcesClose()).isTrue();
            assertThat(drained.get(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** The drain begins on another thread; a request that slips in before it would still be served. */
    private void awaitClosedGate() {
        await().atMost(Duration.ofMinutes(1)).until(() -> worker.drainGate().isClosed());
    }

    @Test
    void windingDownServesAllAndEndsTheirConnections() throws Exception {
        try (WireClient idle = new WireClient(listener.boundPort())) {
            idle.send(GET.formatted("/k")).answer();
            worker.windDown();

            WireClient.Answer served = idle.send(GET.formatted("/k")).answer();

            assertThat(served.status()).isEqualTo(200);
            assertThat(served.announcesClose()).isTrue();
        }
        try (WireClient late = new WireClient(listener.boundPort())) {
            assertThat(late.send(GET.formatted("/k")).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void drainedServerClosesConnectionsAfterTheirAnswerUntilItIsResumed() throws Exception {
        worker.setDrained(true);
        try (WireClient client = new WireClient(listener.boundPort())) {
            WireClient.Answer served = client.send(GET.formatted("/k")).answer();

            assertThat(served.status()).isEqualTo(200);
            assertThat(served.announcesClose()).isTrue();
        }

        worker.setDrained(false);
        try (WireClient client = new WireClient(listener.boundPort())) {
            assertThat(client.send(GET.formatted("/k")).answer().announcesClose())
                    .isFalse();
            assertThat(worker.openConnections()).isEqualTo(1);
            assertThat(client.send(GET.formatted("/k")).answer().status()).isEqualTo(200);
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> worker.openConnections() == 0);
    }

    @Test
    void drainGivesUpWhenTheTimeIsOver() throws Exception {
        try (WireClient early = new WireClient(listener.boundPort())) {
            early.send(GET.formatted("/silent"));
            handler.awaitSilent();

            assertThat(worker.drain(Duration.ofMillis(50))).isFalse();
            assertThat(worker.requestsInFlight()).isEqualTo(1);
        }
    }

    @Test
    void idleServerIsDrainedAtOnce() throws InterruptedException, ExecutionException {
        assertThat(worker.drain(Duration.ofSeconds(10))).isTrue();
    }

    private boolean drain() {
        try {
            return worker.drain(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A partially sent body at a stop must not be logged as an error. */
    @Test
    void taskOfARequestWhoseListenerHasStoppedIsDropped() throws Exception {
        ClientWorker stopping = ClientWorker.start(ListenerSettings.forCores(1), BufferMemory.ofThisJvm());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        ClientListener port = ClientListener.open(stopping, address, handler);
        try (WireClient client = new WireClient(port.boundPort())) {
            client.send(GET.formatted("/silent"));
            ClientExchange inFlight = handler.awaitSilent();
            port.close();
            stopping.close();

            assertThatCode(() -> inFlight.executeOnIoThread(() -> {})).doesNotThrowAnyException();
        }
    }
}
