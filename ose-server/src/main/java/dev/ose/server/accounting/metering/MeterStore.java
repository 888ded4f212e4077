package dev.ose.server.accounting.metering;

import dev.ose.server.tenant.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keeps what was used. Blocks on the database; fails with {@code MetadataUnavailable}. */
public interface MeterStore {

    /**
     * Adds a batch to the sums, unless it was added before: a batch whose outcome is unknown may be repeated.
     *
     * @param meter whose batch it is
     * @param number grows with each batch of the meter
     */
    void add(UUID meter, long number, List<MeteredHour> batch);

    /** What was used, in the order of its lines; see {@link Question}. */
    List<MeteredHour> read(Question question);

    /** Forgets what was used in hours that began before; at most so many rows at once. Returns how many went. */
    int forget(Instant before, int limit);

    /**
     * What to read.
     *
     * @param tenant null for every tenant's
     * @param from the first instant that may be in an hour's beginning
     * @param to the first instant behind
     * @param after only what comes behind this line; null from the start
     */
    record Question(@Nullable TenantId tenant, Instant from, Instant to, MeteredHour.@Nullable Line after, int limit) {}
}
