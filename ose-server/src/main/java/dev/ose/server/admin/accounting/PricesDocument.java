package dev.ose.server.admin.accounting;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.rating.RatePlan;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prices as the API reads and shows them: decimals are texts, because many clients read numbers inexactly.
 *
 * @param currency of ISO 4217, such as EUR
 * @param storage tiers of the price of a GiB-month; the last has no end
 * @param requests the price of 10,000 requests by category; one without is free
 * @param egress the price of a GiB that is sent to clients
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Prices")
record PricesDocument(
        @Required @Nullable String currency,
        @Required @Nullable List<Tier> storage,
        @Nullable Map<Category, String> requests,
        @Nullable String egress) {

    private static final int MAX_TIERS = 20;
    private static final String DECIMAL = "[0-9]{1,12}(\\.[0-9]{1,12})?";
    private static final Pattern FORM = Pattern.compile(DECIMAL);

    /**
     * A tier, whose price is for what exceeds the tier before.
     *
     * @param upToGib its end in GiB-months; absent for the last
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "StorageTier")
    record Tier(
            @Schema(pattern = "^" + DECIMAL + "$") @Nullable String upToGib,

            @Schema(pattern = "^" + DECIMAL + "$") @Required @Nullable
            String price) {}

    static PricesDocument of(RatePlan.Prices prices) {
        Map<Category, String> requests = new TreeMap<>();
        prices.requests().forEach((category, price) -> requests.put(category, price.toPlainString()));
        return new PricesDocument(
                prices.currency().getCurrencyCode(),
                prices.storage().stream()
                        .map(tier -> new Tier(
                                tier.upToGib() == null ? null : tier.upToGib().toPlainString(),
                                tier.price().toPlainString()))
                        .toList(),
                requests,
                prices.egress().toPlainString());
    }

    /** Fails with {@code Invalid}, which names the field. */
    RatePlan.Prices prices() {
        List<Tier> given = Input.each("storage", storage);
        if (given.isEmpty() || given.size() > MAX_TIERS) {
            throw invalid("storage", "must have 1 to " + MAX_TIERS + " tiers");
        }
        List<RatePlan.StorageTier> tiers = new ArrayList<>();
        BigDecimal before = BigDecimal.ZERO;
        for (Tier tier : given) {
            boolean isLast = tiers.size() == given.size() - 1;
            if (isLast != (tier.upToGib() == null)) {
                throw invalid("storage", "must have upToGib in each tier but the last");
            }
            @Nullable BigDecimal end = isLast ? null : decimal("storage.upToGib", tier.upToGib());
            if (end != null && end.compareTo(before) <= 0) {
                throw invalid("storage", "must have tiers in the order of growing upToGib");
            }
            before = end == null ? before : end;
            tiers.add(new RatePlan.StorageTier(end, decimal("storage.price", tier.price())));
        }
        Map<Category, BigDecimal> ofRequests = new EnumMap<>(Category.class);
        if (requests != null) {
            requests.forEach((category, price) -> ofRequests.put(category, decimal("requests", price)));
        }
        return new RatePlan.Prices(
                currencyOf(Input.required("currency", currency)),
                tiers,
                ofRequests,
                egress == null ? BigDecimal.ZERO : decimal("egress", egress));
    }

    private static Currency currencyOf(String code) {
        try {
            return Currency.getInstance(code);
        } catch (IllegalArgumentException e) {
            throw invalid("currency", "must be a code of ISO 4217, such as EUR");
        }
    }

    private static BigDecimal decimal(String field, @Nullable String text) {
        if (!FORM.matcher(Input.required(field, text)).matches()) {
            throw invalid(field, "must be a decimal of up to 12 digits before and after the point, in quotes");
        }
        return new BigDecimal(Input.required(field, text));
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
