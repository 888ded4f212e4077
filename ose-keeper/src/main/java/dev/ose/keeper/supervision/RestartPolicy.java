package dev.ose.keeper.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When a node that ended by itself is started again: at once if it had served, then after twice as long each time, up to a
 * minute; and only every five minutes once it has crashed ten times within ten minutes, because each start costs database and platform
 * something. Not thread-safe.
 */
final class RestartPolicy {

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration BRAKED = Duration.ofMinutes(5);
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final int CRASHES = 10;
    private static final int MOST_DOUBLINGS = 8;

    private final Deque<Instant> crashes = new ArrayDeque<>();
    private int inARow;

    /**
     * Takes note of a crash and says how long to wait.
     *
     * @param served how long the node had served; after long enough the crash is another matter than those before
     */
    Duration crashed(Instant now, Duration served) {
        if (served.compareTo(WINDOW) >= 0) {
            inARow = 0;
        }
        crashes.addLast(now);
        forgetBefore(now.minus(WINDOW));
        boolean isAtOnce = inARow == 0 && served.isPositive();
        Duration delay = isAtOnce ? Duration.ZERO : FIRST.multipliedBy(1L << Math.min(inARow, MOST_DOUBLINGS));
        inARow++;
        if (isBraked()) {
            return BRAKED;
        }
        return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
    }

    /** Whether it crashes in a loop. */
    boolean isBraked() {
        return crashes.size() >= CRASHES;
    }

    /** Somebody looked after it. */
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
