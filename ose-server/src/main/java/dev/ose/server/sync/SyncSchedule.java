package dev.ose.server.sync;

import java.time.Duration;
import java.util.List;

/**
 * The schedule of automatic runs.
 *
 * @param interval between two runs of a bucket; zero for never
 * @param tenants names of the tenants whose buckets are compared; empty for all
 * @param mostObjects buckets with more objects are left out; zero for no limit
 */
public record SyncSchedule(Duration interval, List<String> tenants, long mostObjects) {

    public SyncSchedule {
        tenants = List.copyOf(tenants);
    }

    /** Whether automatic runs are enabled. */
    public boolean isOn() {
        return interval.isPositive();
    }
}
