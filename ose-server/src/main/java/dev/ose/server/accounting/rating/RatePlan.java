package dev.ose.server.accounting.rating;

import dev.ose.server.accounting.metering.Category;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A named plan of prices.
 *
 * @param name 1 to 63 letters, digits, dots, hyphens and underscores
 */
public record RatePlan(String name, Prices prices, Instant createdAt) {

    /**
     * Prices in one currency, none negative.
     *
     * @param storage tiers of a GiB-month; a tier's price is for what exceeds the tier before. Only the last has no end
     * @param requests the price of 10,000 requests; a category without one is free
     * @param egress the price of a GiB that is sent to clients
     */
    public record Prices(
            Currency currency, List<StorageTier> storage, Map<Category, BigDecimal> requests, BigDecimal egress) {

        public Prices {
            storage = List.copyOf(storage);
            requests = Map.copyOf(requests);
            if (storage.isEmpty() || storage.getLast().upToGib() != null) {
                throw new IllegalArgumentException("the last tier has no end, and there is one");
            }
            BigDecimal before = BigDecimal.ZERO;
            for (StorageTier tier : storage.subList(0, storage.size() - 1)) {
                BigDecimal end = tier.upToGib();
                if (end == null || end.compareTo(before) <= 0) {
                    throw new IllegalArgumentException("tiers have growing ends");
                }
                before = end;
            }
        }
    }

    /**
     * A tier of storage.
     *
     * @param upToGib its end in GiB-months of the tenant; null for none
     * @param price of a GiB-month
     */
    public record StorageTier(@Nullable BigDecimal upToGib, BigDecimal price) {}
}
