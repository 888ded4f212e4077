package dev.ose.server.http;

import dev.ose.s3.AddressRange;
import dev.ose.server.http.ListenerSettings.ConnectionLimit;
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
 * How many connections each client address has open. One too many is closed before anything is read of it: an answer, or a
 * TLS handshake to put it in, would cost us more than it cost who asked for it. Of IPv6 the first 64 bits count, since any
 * customer of a provider has that many addresses. Thread-safe; where nothing is limited it costs nothing.
 */
final class AddressLimit {

    private final int most;
    private final List<AddressRange> exempt;
    /** By {@link AddressRange#networkOf}; what has none is not in here. */
    private final ConcurrentMap<Object, Integer> open = new ConcurrentHashMap<>();

    private final LongAdder refused = new LongAdder();

    AddressLimit(ConnectionLimit limit) {
        this.most = limit.perAddress();
        this.exempt = limit.exempt();
    }

    /** A connection that counts, until it is closed. */
    record Place(AddressLimit limit, Object network, AtomicBoolean isLeft) {

        /** Gives the place up with the connection, which somebody else has got ready by now; it may be closed already. */
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
                limit.open.computeIfPresent(network, (same, count) -> count == 1 ? null : Integer.valueOf(count - 1));
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
            return new Place(this, network, new AtomicBoolean());
        }
        refused.increment();
        return null;
    }

    /**
     * Serves the connection if its address may have it, and closes it if not.
     *
     * @param server gives what the connection is from now on, such as one of TLS
     */
    void admit(StreamConnection connection, UnaryOperator<StreamConnection> server) {
        InetSocketAddress peer = isOn() ? connection.getPeerAddress(InetSocketAddress.class) : null;
        if (peer == null || isExempt(peer.getAddress())) {
            var _ = server.apply(connection);
            return;
        }
        Place place = enter(peer.getAddress());
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

    /** Connections closed because there were too many, since the start. */
    long refused() {
        return refused.sum();
    }
}
