package dev.ose.server.accounting.metering;

import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores metered usage. Blocks on the database; fails with {@code MetadataUnavailable}. */
public interface MeterStore {

    /**
     * Adds a batch to the sums, unless it was added before: a batch whose outcome is unknown may be repeated.
     *
     * @param meter the id of the meter
     * @param number grows with each batch of the meter
     */
    void add(UUID meter, long number, List<MeteredHour> batch);

    /** The metered hours, ordered by line; see {@link Question}. */
    List<MeteredHour> read(Question question);

    /**
     * Deletes up to {@code limit} rows of hours that began longer than {@code kept} ago by the database's clock, the
     * oldest first, and returns their number. What is computed of these hours is known to be incomplete from then on.
     */
    int forget(Duration kept, int limit);

    /**
     * A query for metered hours.
     *
     * @param tenant null for all tenants
     * @param from the earliest start of an hour, inclusive
     * @param to the latest start of an hour, exclusive
     * @param after only lines after this one; null from the start
     */
    record Question(@Nullable TenantId tenant, Instant from, Instant to, MeteredHour.@Nullable Line after, int limit) {}
}
