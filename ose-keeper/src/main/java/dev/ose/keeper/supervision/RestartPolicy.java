package dev.ose.keeper.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Restart delays: immediately if the node had served, then doubling up to a minute; every five minutes after ten
 * crashes within ten minutes, because each start puts load on database and platform. Not thread-safe.
 */
final class RestartPolicy {

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration MAX_DURATION = Duration.ofMinutes(1);
    private static final Duration BRAKED = Duration.ofMinutes(5);
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final int CRASHES = 10;
    private static final int MAX_DOUBLINGS = 8;

    private final Deque<Instant> crashes = new ArrayDeque<>();
    private int inARow;

    /**
     * Records a crash and returns the delay before the restart.
     *
     * @param served how long the node had served; if long enough, earlier crashes no longer count
     */
    Duration crashed(Instant now, Duration served) {
        if (served.compareTo(WINDOW) >= 0) {
            inARow = 0;
        }
        crashes.addLast(now);
        forgetBefore(now.minus(WINDOW));
        boolean isAtOnce = inARow == 0 && served.isPositive();
        Duration delay = isAtOnce ? Duration.ZERO : FIRST.multipliedBy(1L << Math.min(inARow, MAX_DOUBLINGS));
        inARow++;
        if (isBraked()) {
            return BRAKED;
        }
        return delay.compareTo(MAX_DURATION) < 0 ? delay : MAX_DURATION;
    }

    /** Whether the node is in a crash loop. */
    boolean isBraked() {
        return crashes.size() >= CRASHES;
    }

    /** The operator intervened: earlier crashes no longer count. */
    void lift() {
        crashes.clear();
        inARow = 0;
    }

    private void forgetBefore(Instant time) {
        while (!crashes.isEmpty() && crashes.getFirst().isBefore(time)) {
            crashes.removeFirst();
        }
    }
}
