package dev.ose.server.platform.transport;

/** Measures how long a call has waited for its platform, not its client. Confined to an I/O thread. */
final class StallTimer {

    private static final long NOT_WAITING = 0;

    private long sinceNanos = NOT_WAITING;

    void begin() {
        if (sinceNanos == NOT_WAITING) {
            long now = System.nanoTime();
            sinceNanos = now == NOT_WAITING ? 1 : now;
        }
    }

    void end() {
        sinceNanos = NOT_WAITING;
    }

    boolean isLongerThan(long limitNanos, long nowNanos) {
        return sinceNanos != NOT_WAITING && nowNanos - sinceNanos > limitNanos;
    }
}
