package dev.ose.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that advances only if the test calls {@link #advance}. Safe for use by several threads. */
public final class SteppedClock extends Clock {

    private volatile Instant now;

    public SteppedClock(Instant start) {
        this.now = start;
    }

    /** For one thread at a time. */
    public void advance(Duration step) {
        now = now.plus(step);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return now;
    }
}
