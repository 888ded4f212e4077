package dev.ose.server.app.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.ClientListener;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.http.ListenerSettings;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client whose requests take long, beside another one. */
@Timeout(120)
class FairServletsTest {

    private static final int SHARE_OF_ONE = 12;

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
        worker = ClientWorker.start(ListenerSettings.forCores(1));
        servlets = new FairServlets(
                exchange -> {
                    if (exchange.getRequestPath().equals("/slow")) {
                        begun.release();
                        mayEnd.await();
                    }
                    exchange.getResponseSender().send("done");
                },
                queued);
        listener = ClientListener.openFor(
                worker, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), servlets, null);
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
        WireClient client = new WireClient(
                new Socket(InetAddress.getLoopbackAddress(), listener.boundPort(), InetAddress.ofLiteral(from), 0));
        clients.add(client);
        return client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    @Test
    void oneClientLeavesThreadsToOthers() throws Exception {
        start(2 * SHARE_OF_ONE);
        List<WireClient> greedy = new ArrayList<>();
        for (int i = 0; i < 2 * SHARE_OF_ONE; i++) {
            greedy.add(asks("127.0.0.1", "/slow"));
        }
        assertThat(begun.tryAcquire(SHARE_OF_ONE, 60, TimeUnit.SECONDS)).isTrue();

        assertThat(asks("127.0.0.2", "/").answer().body()).isEqualTo("done");

        assertThat(begun.availablePermits()).isZero();
        mayEnd.countDown();
        for (WireClient client : greedy) {
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void whoAsksForTooMuchIsToldWhenToComeBack() throws Exception {
        start(0);
        for (int i = 0; i < SHARE_OF_ONE; i++) {
            asks("127.0.0.1", "/slow");
        }
        assertThat(begun.tryAcquire(SHARE_OF_ONE, 60, TimeUnit.SECONDS)).isTrue();

        WireClient.Answer refused = asks("127.0.0.1", "/").answer();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.headers()).containsEntry("retry-after", "1");
        assertThat(asks("127.0.0.2", "/").answer().status()).isEqualTo(200);
    }
}
