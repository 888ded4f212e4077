package dev.ose.server.http;

import dev.ose.s3.AddressRange;
import dev.ose.server.http.ListenerSettings.ConnectionLimit;
import dev.ose.server.runtime.fairness.FairBudget;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelListener;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;

/**
 * Limits the open connections of each client address and their memory. Connections beyond the limit are closed before
 * anything is read: an answer, or the TLS handshake for it, would cost the node more than the client. IPv6 addresses
 * are counted by their first 64 bits, because a single customer has that many addresses. Thread-safe.
 */
final class AddressLimit {

    private final int most;
    private final List<AddressRange> exempt;
    /** Open connections by {@link AddressRange#networkOf}; without entries of zero. */
    private final ConcurrentMap<Object, Integer> open = new ConcurrentHashMap<>();

    private final LongAdder refused = new LongAdder();
    private final LongAdder connections = new LongAdder();

    private final FairBudget memory;

    /** @param memory the memory of connections, with networks as shares */
    AddressLimit(ConnectionLimit limit, FairBudget memory) {
        this.memory = memory;
        this.most = limit.perAddress();
        this.exempt = limit.exempt();
    }

    /** The place of a counted connection, until it is closed. */
    record Place(Runnable onLeave, AtomicBoolean isLeft) {

        Place(Runnable onLeave) {
            this(onLeave, new AtomicBoolean());
        }

        /**
         * Frees the place when the connection closes. The connection is in use by its server, and may be closed
         * already.
         */
        void leaveWith(StreamConnection connection) {
            ChannelListener<? super StreamConnection> other = connection.getCloseListener();
            connection.setCloseListener(closed -> {
                leave();
                if (other != null) {
                    other.handleEvent(closed);
                }
            });
            if (!connection.isOpen()) {
                leave();
            }
        }

        void leave() {
            if (isLeft.compareAndSet(false, true)) {
                onLeave.run();
            }
        }
    }

    /** Whether there is a limit. */
    boolean isOn() {
        return most > 0;
    }

    /** Whether this address has no limit. */
    boolean isExempt(InetAddress address) {
        return exempt.stream().anyMatch(range -> range.contains(address));
    }

    /** A place for a further connection of the address; null if the limit is reached. */
    @Nullable
    Place enter(InetAddress address) {
        boolean[] isIn = {false};
        Object network = AddressRange.networkOf(address);
        open.compute(network, (same, count) -> {
            int now = count == null ? 0 : count;
            isIn[0] = now < most;
            return isIn[0] ? Integer.valueOf(now + 1) : count;
        });
        if (isIn[0]) {
            return new Place(() ->
                    open.computeIfPresent(network, (same, count) -> count == 1 ? null : Integer.valueOf(count - 1)));
        }
        refused.increment();
        return null;
    }

    /**
     * Serves the connection, or closes it if the limit of its address or the memory is exhausted.
     *
     * @param heldBytes the memory that an open connection may hold
     * @param server wraps the connection, such as by TLS
     */
    void admit(StreamConnection connection, int heldBytes, UnaryOperator<StreamConnection> server) {
        Place place = place(connection, heldBytes);
        if (place == null) {
            IoUtils.safeClose(connection);
            return;
        }
        connections.increment();
        @Nullable StreamConnection served = null;
        try {
            served = server.apply(connection);
        } finally {
            if (served == null) {
                IoUtils.safeClose(connection);
                place.leave();
            }
        }
        place.leaveWith(served);
    }

    private @Nullable Place place(StreamConnection connection, int heldBytes) {
        Place limited = limited(connection, heldBytes);
        return limited == null
                ? null
                : new Place(() -> {
                    connections.decrement();
                    limited.leave();
                });
    }

    private @Nullable Place limited(StreamConnection connection, int heldBytes) {
        InetSocketAddress peer = connection.getPeerAddress(InetSocketAddress.class);
        boolean isExempt = peer == null || isExempt(peer.getAddress());
        // Clients behind a balancer are limited by memory only, each connection a share of its own.
        FairBudget.Lease held = memory.lease(isExempt ? connection : AddressRange.networkOf(peer.getAddress()));
        if (!held.take(heldBytes)) {
            refused.increment();
            return null;
        }
        if (isExempt || !isOn()) {
            return new Place(held::close);
        }
        Place ofAddress = enter(peer.getAddress());
        if (ofAddress == null) {
            held.close();
            return null;
        }
        return new Place(() -> {
            ofAddress.leave();
            held.close();
        });
    }

    /** The number of open connections. */
    long open() {
        return connections.sum();
    }

    /** The number of connections closed because of the limit or for lack of memory, since the start. */
    long refused() {
        return refused.sum();
    }
}
