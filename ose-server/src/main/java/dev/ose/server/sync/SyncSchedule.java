package dev.ose.server.sync;

import java.time.Duration;
import java.util.List;

/**
 * When buckets are compared without being asked for.
 *
 * @param interval between two runs of a bucket; zero for never
 * @param tenants names of the tenants whose buckets are compared; empty for all
 * @param mostObjects buckets with more objects are left out; zero for no limit
 */
public record SyncSchedule(Duration interval, List<String> tenants, long mostObjects) {

    public SyncSchedule {
        tenants = List.copyOf(tenants);
    }

    /** Whether anything is to be done without being asked for. */
    public boolean isOn() {
        return interval.isPositive();
    }
}
