package dev.ose.server.http;

import dev.ose.server.http.ListenerSettings.MinimumRate;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends the exchanges of one I/O thread whose clients are slower than the minimum rate or exceed a deadline. Checks all
 * of them in one sweep instead of a timer per request; an exchange only counts its bytes. Confined to its thread.
 */
final class SlowClientReaper {

    private final long windowNanos;
    private final long bytesPerWindow;
    private final long longestStepNanos;
    private final List<Watched> watched = new ArrayList<>();
    private long lastSweepNanos;

    SlowClientReaper(MinimumRate rate, long sweepNanos, long nowNanos) {
        this.windowNanos = rate.window().toNanos();
        this.bytesPerWindow = (long) (rate.bytesPerSecond() * (windowNanos / 1e9));
        this.longestStepNanos = 2 * sweepNanos;
        this.lastSweepNanos = nowNanos;
    }

    void watch(Watched exchange) {
        exchange.slot = watched.size();
        watched.add(exchange);
    }

    void forget(Watched exchange) {
        int slot = exchange.slot;
        if (slot < 0) {
            return;
        }
        Watched last = watched.removeLast();
        if (last.slot != slot) {
            watched.set(slot, last);
            last.slot = slot;
        }
        exchange.slot = -1;
    }

    /**
     * Checks all exchanges once. A step much longer than the interval is a pause of this process, which does not count.
     */
    void sweep(long nowNanos) {
        long step = Math.min(nowNanos - lastSweepNanos, longestStepNanos);
        lastSweepNanos = nowNanos;
        for (Watched exchange : List.copyOf(watched)) {
            if (exchange.slot >= 0) {
                look(exchange, step, nowNanos);
            }
        }
    }

    private void look(Watched exchange, long step, long nowNanos) {
        if (exchange.hasDeadline && nowNanos - exchange.deadlineNanos >= 0) {
            exchange.onOverstayed();
            return;
        }
        if (!exchange.isWaitingForClient()) {
            return;
        }
        exchange.waitedNanos += step;
        if (exchange.waitedNanos < windowNanos) {
            return;
        }
        long bytes = exchange.clientBytes();
        if (bytes - exchange.bytesAtMark < bytesPerWindow) {
            exchange.onTooSlow();
        }
        exchange.waitedNanos = 0;
        exchange.bytesAtMark = bytes;
    }

    /** A watched exchange; the fields are the reaper's state, kept here to save an object. */
    abstract static class Watched {

        private int slot = -1;
        private long waitedNanos;
        private long bytesAtMark;
        private boolean hasDeadline;
        private long deadlineNanos;

        final void setDeadline(long nanos) {
            hasDeadline = true;
            deadlineNanos = nanos;
        }

        final void clearDeadline() {
            hasDeadline = false;
        }

        /** Whether the exchange waits for its client only. */
        abstract boolean isWaitingForClient();

        /** Bytes moved from or to the client so far. */
        abstract long clientBytes();

        abstract void onTooSlow();

        abstract void onOverstayed();

        /** Closes the connection without a further byte. */
        abstract void cut();
    }
}
