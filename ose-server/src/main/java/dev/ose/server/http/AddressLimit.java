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
 * How many connections each client address has open, and whether there is memory for one more. One too many is closed
 * before anything is read of it: an answer, or a TLS handshake to put it in, would cost us more than it cost who asked
 * for it. Of IPv6 the first 64 bits count, since any customer of a provider has that many addresses. Thread-safe.
 */
final class AddressLimit {

    private final int most;
    private final List<AddressRange> exempt;
    /** By {@link AddressRange#networkOf}; what has none is not in here. */
    private final ConcurrentMap<Object, Integer> open = new ConcurrentHashMap<>();

    private final LongAdder refused = new LongAdder();

    private final FairBudget memory;

    /** @param memory for what connections may hold, on the accounts of their networks */
    AddressLimit(ConnectionLimit limit, FairBudget memory) {
        this.memory = memory;
        this.most = limit.perAddress();
        this.exempt = limit.exempt();
    }

    /** A connection that counts, until it is closed. */
    record Place(Runnable onLeave, AtomicBoolean isLeft) {

        Place(Runnable onLeave) {
            this(onLeave, new AtomicBoolean());
        }

        /**
         * Gives the place up when the connection closes. The connection is in use by its server by now, and may be
         * closed already.
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

    /** Whether any address is limited at all. */
    boolean isOn() {
        return most > 0;
    }

    /** Whether this address may have as many connections as it likes. */
    boolean isExempt(InetAddress address) {
        return exempt.stream().anyMatch(range -> range.contains(address));
    }

    /** A place for one more connection of the address; null if it has as many as it may. */
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
     * Serves the connection if its address may have it and there is memory for it, and closes it if not.
     *
     * @param heldBytes what it may hold for as long as it is open
     * @param server gives what the connection is from now on, such as one of TLS
     */
    void admit(StreamConnection connection, int heldBytes, UnaryOperator<StreamConnection> server) {
        Place place = place(connection, heldBytes);
        if (place == null) {
            IoUtils.safeClose(connection);
            return;
        }
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
        InetSocketAddress peer = connection.getPeerAddress(InetSocketAddress.class);
        boolean isExempt = peer == null || isExempt(peer.getAddress());
        // Of clients behind a balancer there are as many as there is memory for.
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

    /** Connections closed because there were too many, since the start. */
    long refused() {
        return refused.sum();
    }
}
