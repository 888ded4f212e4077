package dev.ose.server.transfer.readahead;

/**
 * How many parts one answer asks for beyond the one that its client is reading. It opens once a part's length was
 * delivered to a client that waited for the platform, and then doubles the number of streams each round, for as long as
 * a round is faster than the one before. A client that never waits makes it narrower. Without I/O and clock.
 */
final class ReadAheadWindow {

    /** Share of a round that a client must have waited for the platform to justify more streams. */
    private static final double STARVED = 0.25;

    /** Share of a round below which the platform is faster than the client. */
    private static final double FED = 0.01;

    /** Least factor between two rounds for which more streams are kept. */
    private static final double GAIN = 1.1;

    private static final int FIRST_PAUSE = 8;
    private static final int LONGEST_PAUSE = 64;

    private final int maximumAhead;
    private final long partBytes;
    private int ahead;
    private long roundBytes;
    private long roundStarvedNanos;
    private long roundStartNanos;
    private boolean hasJustGrown;
    private int aheadBefore;
    private double rateBefore;
    private int pause;
    private int nextPause = FIRST_PAUSE;

    /** @param streams the most parallel streams of one answer */
    ReadAheadWindow(int streams, long partBytes, long nowNanos) {
        this.maximumAhead = streams - 1;
        this.partBytes = partBytes;
        this.roundStartNanos = nowNanos;
    }

    /** The number of parts beyond the one that is being delivered; 0 if the window is closed. */
    int ahead() {
        return ahead;
    }

    /**
     * Counts delivered bytes.
     *
     * @param starvedNanos how long the client waited for them
     * @return whether a round has ended, so that the window may have changed
     */
    boolean delivered(long bytes, long starvedNanos, long nowNanos) {
        roundBytes += bytes;
        roundStarvedNanos += starvedNanos;
        if (roundBytes < partBytes * (ahead + 1)) {
            return false;
        }
        judge(Math.max(1, nowNanos - roundStartNanos));
        roundBytes = 0;
        roundStarvedNanos = 0;
        roundStartNanos = nowNanos;
        return true;
    }

    /** Halves the window after a failure of the platform, and keeps it from growing for some rounds. */
    void backOff() {
        ahead /= 2;
        hasJustGrown = false;
        rest();
    }

    /** Closes the window; it may open again. */
    void close() {
        ahead = 0;
        hasJustGrown = false;
    }

    private void judge(long nanos) {
        double rate = (double) roundBytes / nanos;
        double starved = (double) roundStarvedNanos / nanos;
        if (hasJustGrown && rate < rateBefore * GAIN) {
            hasJustGrown = false;
            ahead = aheadBefore;
            rest();
            return;
        }
        if (hasJustGrown) {
            hasJustGrown = false;
            nextPause = FIRST_PAUSE;
        }
        if (starved < FED) {
            ahead = Math.max(0, ahead - 1);
        } else if (starved > STARVED && ahead < maximumAhead) {
            grow(rate);
        }
    }

    private void grow(double rate) {
        if (pause > 0) {
            pause--;
            return;
        }
        hasJustGrown = true;
        aheadBefore = ahead;
        rateBefore = rate;
        ahead = Math.min(maximumAhead, 2 * (ahead + 1) - 1);
    }

    private void rest() {
        pause = nextPause;
        nextPause = Math.min(LONGEST_PAUSE, 2 * nextPause);
    }
}
