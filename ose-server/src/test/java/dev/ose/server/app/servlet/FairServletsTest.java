package dev.ose.server.app.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.BufferMemory;
import dev.ose.server.http.ClientListener;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.http.ListenerSettings;
import dev.ose.server.http.WholeMessages;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client with slow requests, beside another one. */
@Timeout(120)
class FairServletsTest {

    private static final int SHARE_OF_ONE = 12;
    private static final int SHARE_OF_LOGIN = 6;
    private static final String KEEPER = "OSE-Keeper word";

    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final Semaphore begun = new Semaphore(0);
    private final List<WireClient> clients = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Each test starts it with a queue of its own.
    private ClientWorker worker;

    @SuppressWarnings("NullAway.Init")
    private FairServlets servlets;

    @SuppressWarnings("NullAway.Init")
    private ClientListener listener;

    private void start(int queued) {
        worker = ClientWorker.start(ListenerSettings.forCores(1), BufferMemory.ofThisJvm());
        ProblemRefusals refusals = new ProblemRefusals(1_000);
        servlets = new FairServlets(KEEPER::equals, refusals, queued);
        listener = ClientListener.openFor(
                worker,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new WholeMessages(
                        worker,
                        new WholeMessages.Limits(1_000, Duration.ofMinutes(1), exchange -> true),
                        servlets,
                        exchange -> {
                            if (exchange.getRequestPath().equals("/slow")) {
                                begun.release();
                                mayEnd.await();
                            }
                            exchange.startBlocking();
                            exchange.getOutputStream().write("done".getBytes(StandardCharsets.US_ASCII));
                            exchange.getOutputStream().close();
                        },
                        refusals),
                null);
    }

    @AfterEach
    void stop() throws IOException {
        mayEnd.countDown();
        for (WireClient client : clients) {
            client.close();
        }
        listener.close();
        worker.close();
        servlets.close();
    }

    private WireClient asks(String from, String path) throws IOException {
        return asks(from, path, "");
    }

    private WireClient asks(String from, String path, String login) throws IOException {
        WireClient client = new WireClient(
                new Socket(InetAddress.getLoopbackAddress(), listener.boundPort(), InetAddress.ofLiteral(from), 0));
        clients.add(client);
        String header = login.isEmpty() ? "" : "Authorization: " + login + "\r\n";
        return client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n");
    }

    private static String basic(String login) {
        return "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }

    private void awaitBegun(int count) throws InterruptedException {
        assertThat(begun.tryAcquire(count, 60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void oneClientLeavesThreadsToOthers() throws Exception {
        start(2 * SHARE_OF_ONE);
        List<WireClient> greedy = new ArrayList<>();
        for (int i = 0; i < 2 * SHARE_OF_ONE; i++) {
            greedy.add(asks("127.0.0.1", "/slow"));
        }
        awaitBegun(SHARE_OF_ONE);

        assertThat(asks("127.0.0.2", "/").answer().body()).isEqualTo("done");

        assertThat(begun.availablePermits()).isZero();
        mayEnd.countDown();
        for (WireClient client : greedy) {
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    /** A header has several spellings, and a client many addresses. */
    @Test
    void oneLoginFromManyAddressesLeavesThreadsToOthers() throws Exception {
        start(100);
        String login = basic("low@tenant:word");
        List<WireClient> greedy = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String spelling = i % 2 == 0 ? login : login.replace("Basic ", "bAsIc  ");
            greedy.add(asks("127.0.0." + (i + 10), "/slow", spelling));
        }
        awaitBegun(SHARE_OF_LOGIN);

        assertThat(asks("127.0.0.2", "/", basic("admin:word")).answer().body()).isEqualTo("done");

        assertThat(begun.availablePermits()).isZero();
        mayEnd.countDown();
        for (WireClient client : greedy) {
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void keeperAndMetricsAreAnsweredWhileAllThreadsAreTaken() throws Exception {
        start(2);
        for (int i = 0; i < 16; i++) {
            asks("127.0.0." + (10 + i / 8), "/slow");
        }
        awaitBegun(16);

        assertThat(asks("127.0.0.1", "/", KEEPER).answer().body()).isEqualTo("done");
        assertThat(asks("127.0.0.10", "/metrics/prometheus").answer().body()).isEqualTo("done");
    }

    @Test
    void clientWithTooManyRequestsIsToldWhenToComeBack() throws Exception {
        start(0);
        for (int i = 0; i < SHARE_OF_ONE; i++) {
            asks("127.0.0.1", "/slow");
        }
        awaitBegun(SHARE_OF_ONE);

        WireClient.Answer refused = asks("127.0.0.1", "/").answer();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.headers())
                .containsEntry("retry-after", "1")
                .containsEntry("content-type", "application/problem+json");
        assertThat(refused.body()).contains("OSE-2302");
        assertThat(asks("127.0.0.2", "/").answer().status()).isEqualTo(200);
    }
}
