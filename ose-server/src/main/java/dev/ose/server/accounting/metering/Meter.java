package dev.ose.server.accounting.metering;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts requests and bytes in memory. Adding to an existing sum takes no lock, so that I/O threads may call it; the
 * first count of a line in an hour may wait for another first count, and for nothing else.
 */
public final class Meter {

    /** Beyond this, new lines are counted for their tenant only. 100 bytes each, so some 10 MB. */
    static final int MAX_LINES = 100_000;

    private static final long SECONDS_PER_HOUR = Duration.ofHours(1).toSeconds();

    private final Map<MeteredHour.Line, Sum> sums = new ConcurrentHashMap<>();
    private final Clock clock;
    private final int mostLines;

    public Meter(Clock clock) {
        this(clock, MAX_LINES);
    }

    Meter(Clock clock, int mostLines) {
        this.clock = clock;
        this.mostLines = mostLines;
    }

    /** Counts one request and its bytes. */
    public void count(MeteredAccount account, Category category, long bytesIn, long bytesOut) {
        MeteredHour.Line line = new MeteredHour.Line(hour(), account, category);
        Sum sum = sums.get(line);
        if (sum == null) {
            sum = sums.computeIfAbsent(sums.size() < mostLines ? line : ofTenant(line), first -> new Sum());
        }
        sum.requests.incrementAndGet();
        sum.bytesIn.addAndGet(bytesIn);
        sum.bytesOut.addAndGet(bytesOut);
    }

    private static MeteredHour.Line ofTenant(MeteredHour.Line line) {
        return new MeteredHour.Line(
                line.hour(),
                new MeteredAccount(line.account().tenant(), MeteredAccount.ANONYMOUS, ""),
                line.category());
    }

    /**
     * Takes the counts since the last call. Each sum is taken as a whole and no concurrent count is lost. For use by
     * one thread.
     */
    public List<MeteredHour> take() {
        List<MeteredHour> taken = new ArrayList<>();
        long now = hour();
        sums.forEach((line, sum) -> {
            Metered metered =
                    new Metered(sum.requests.getAndSet(0), sum.bytesIn.getAndSet(0), sum.bytesOut.getAndSet(0));
            if (metered.requests() != 0 || metered.bytesIn() != 0 || metered.bytesOut() != 0) {
                taken.add(new MeteredHour(line, metered));
            } else if (line.hour() < now - 1) {
                // Counting looks a sum up by the present hour and finishes at once: an hour later no thread can still
                // add to it.
                sums.remove(line, sum);
            }
        });
        return taken;
    }

    private long hour() {
        return clock.instant().getEpochSecond() / SECONDS_PER_HOUR;
    }

    private static final class Sum {

        private final AtomicLong requests = new AtomicLong();
        private final AtomicLong bytesIn = new AtomicLong();
        private final AtomicLong bytesOut = new AtomicLong();
    }
}
