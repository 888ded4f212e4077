package dev.ose.server.app.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.BufferMemory;
import dev.ose.server.http.ClientListener;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.http.ListenerSettings;
import dev.ose.server.http.WireClient;
import dev.ose.server.runtime.lifecycle.NodeState.Unreadiness;
import io.undertow.server.HttpHandler;
import io.undertow.util.Headers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xnio.XnioIoThread;

class HealthAnswersTest {

    private final List<Thread> askedOn = new CopyOnWriteArrayList<>();
    private final HttpHandler next =
            exchange -> exchange.setStatusCode(418).getResponseHeaders().put(Headers.CONTENT_LENGTH, 0);

    private ClientWorker worker;
    private ClientListener listener;

    @BeforeEach
    void start() {
        worker = ClientWorker.start(ListenerSettings.forCores(1), BufferMemory.ofThisJvm());
        HealthAnswers health = new HealthAnswers(
                () -> isAsked(true), () -> Optional.of(Unreadiness.DRAINED).filter(_ -> isAsked(true)), next);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        listener = ClientListener.openFor(worker, address, health, null);
    }

    @AfterEach
    void stop() {
        listener.close();
        worker.close();
    }

    private boolean isAsked(boolean answer) {
        askedOn.add(Thread.currentThread());
        return answer;
    }

    /** So that none of the threads shared by clients of the admin API is needed. */
    @Test
    void healthIsAnsweredOnTheThreadThatReadTheRequest() throws Exception {
        try (WireClient client = new WireClient(listener.boundPort())) {
            assertThat(status(client, "GET /health/live")).isEqualTo(200);
            WireClient.Answer ready = client.send("GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .answer();
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.body()).isEqualTo("{\"status\":\"DOWN\",\"reason\":\"DRAINED\"}");
        }

        assertThat(askedOn).hasSize(2).allMatch(XnioIoThread.class::isInstance);
    }

    @Test
    void onlyQuestionsAboutHealthAreAnswered() throws Exception {
        try (WireClient client = new WireClient(listener.boundPort())) {
            assertThat(status(client, "DELETE /health/live")).isEqualTo(418);
            assertThat(status(client, "GET /health/live/x")).isEqualTo(418);
        }

        assertThat(askedOn).isEmpty();
    }

    private static int status(WireClient client, String request) throws Exception {
        return client.send(request + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .answer()
                .status();
    }
}
