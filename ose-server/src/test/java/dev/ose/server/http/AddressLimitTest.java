package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.AddressRange;
import dev.ose.server.http.ListenerSettings.ConnectionLimit;
import dev.ose.server.runtime.fairness.FairBudget;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Addresses at their limit of connections. */
@Timeout(120)
class AddressLimitTest {

    private static final int MAX = 3;
    private static final String REQUEST = "GET /k HTTP/1.1\r\nHost: s3.example.com\r\n\r\n";

    private final List<WireClient> clients = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Each test starts one with limits of its own.
    private ClientWorker worker;

    @SuppressWarnings("NullAway.Init")
    private ClientListener listener;

    private void start(ConnectionLimit limit) {
        worker = ClientWorker.start(ListenerSettings.forCores(2).with(limit), BufferMemory.ofThisJvm());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        listener = ClientListener.open(worker, address, new EchoHandler());
    }

    @AfterEach
    void stop() throws IOException {
        for (WireClient client : clients) {
            client.close();
        }
        if (listener != null) {
            listener.close();
            worker.close();
        }
    }

    private WireClient connect() throws IOException {
        WireClient client = new WireClient(listener.boundPort());
        clients.add(client);
        return client;
    }

    private boolean isServed(WireClient client) throws IOException {
        try {
            return client.send(REQUEST).answer().status() == 200;
        } catch (EOFException | SocketException closed) {
            return false;
        }
    }

    @Test
    void connectionTooManyIsClosedUntilAnotherOneGoes() throws IOException {
        start(new ConnectionLimit(MAX, List.of()));
        for (int i = 0; i < MAX; i++) {
            assertThat(isServed(connect())).isTrue();
        }

        assertThat(isServed(connect())).isFalse();
        assertThat(worker.connectionsRefused()).isEqualTo(1);
        assertThat(isServed(clients.getFirst())).isTrue();

        clients.getFirst().close();
        awaitServed();
    }

    private void awaitServed() throws IOException {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        boolean isServed = false;
        while (!isServed && System.nanoTime() < end) {
            isServed = isServed(connect());
        }
        assertThat(isServed).isTrue();
    }

    /** Every place is freed, however its connection ended: a leak of one per round would end this early. */
    @Test
    void placesAreGivenBack() throws IOException {
        start(new ConnectionLimit(MAX, List.of()));
        for (int round = 0; round < 20 * MAX; round++) {
            long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            boolean isServed = false;
            while (!isServed && System.nanoTime() < end) {
                try (WireClient client = new WireClient(listener.boundPort())) {
                    isServed = isServed(client);
                }
            }
            assertThat(isServed).isTrue();
            try (WireClient client = new WireClient(listener.boundPort())) {
                client.send(round % 2 == 0 ? "nonsense\r\n\r\n" : "GET /k HT");
            }
        }
    }

    @Test
    void balancersMayHaveAsManyAsTheyLike() throws IOException {
        start(new ConnectionLimit(1, List.of(range("127.0.0.0/8"), range("::1"))));
        for (int i = 0; i < 5; i++) {
            assertThat(isServed(connect())).isTrue();
        }
        assertThat(worker.connectionsRefused()).isZero();
    }

    @Test
    void nothingIsLimitedUnlessAskedFor() throws IOException {
        start(ConnectionLimit.NONE);
        for (int i = 0; i < 5; i++) {
            assertThat(isServed(connect())).isTrue();
        }
    }

    /** A network gets half of the memory, over all listeners together. */
    @Test
    void connectionForWhichThereIsNoMemoryIsClosed() throws IOException {
        BufferRegion ample = new BufferRegion(1 << 20, 0);
        BufferMemory memory = new BufferMemory(new BufferRegion(0, 5 * ClientWorker.HELD_BYTES), ample, ample);
        worker = ClientWorker.start(ListenerSettings.forCores(1), memory);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        listener = ClientListener.open(worker, address, new EchoHandler());
        try (ClientWorker second = ClientWorker.start(ListenerSettings.forCores(1), memory);
                ClientListener beside = ClientListener.open(second, address, new EchoHandler())) {
            assertThat(isServed(connect())).isTrue();
            assertThat(isServed(from("127.0.0.1", beside))).isTrue();

            assertThat(isServed(from("127.0.0.1", beside))).isFalse();
            assertThat(isServed(connect())).isFalse();
            assertThat(isServed(from("127.0.0.2", beside))).isTrue();
            assertThat(memory.clientConnections().refusals()).isEqualTo(2);

            clients.getFirst().close();
            awaitServed();
        }
    }

    private WireClient from(String client, ClientListener port) throws IOException {
        WireClient connected =
                new WireClient(new Socket(InetAddress.getLoopbackAddress(), port.boundPort(), address(client), 0));
        clients.add(connected);
        return connected;
    }

    @Test
    void networksOfIpv6CountAsOneAddress() {
        AddressLimit limit = new AddressLimit(
                new ConnectionLimit(1, List.of(range("2001:db8:2::/48"))), new FairBudget(Long.MAX_VALUE));

        assertThat(limit.enter(address("192.0.2.1"))).isNotNull();
        assertThat(limit.enter(address("192.0.2.2"))).isNotNull();
        AddressLimit.Place place = Objects.requireNonNull(limit.enter(address("2001:db8:1::1")));
        assertThat(limit.enter(address("2001:db8:1::2"))).isNull();
        assertThat(limit.enter(address("2001:db8:1:1::1"))).isNotNull();
        assertThat(limit.isExempt(address("2001:db8:2:5::1"))).isTrue();
        assertThat(limit.isExempt(address("2001:db8:1::1"))).isFalse();
        assertThat(limit.refused()).isEqualTo(1);

        place.leave();
        place.leave();
        assertThat(limit.enter(address("2001:db8:1::2"))).isNotNull();
        assertThat(limit.enter(address("2001:db8:1::3"))).isNull();
    }

    private static AddressRange range(String text) {
        return AddressRange.parse(text).orElseThrow();
    }

    private static InetAddress address(String text) {
        return InetAddress.ofLiteral(text);
    }
}
