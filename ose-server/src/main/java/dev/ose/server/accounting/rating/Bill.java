package dev.ose.server.accounting.rating;

import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.usage.UsageHistory.Stored;
import dev.ose.server.accounting.usage.UsageHistory.Traffic;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a month costs. Each amount is computed exactly and rounded once, half up, to the digits of the currency; the
 * total is the sum of the rounded amounts.
 */
public record Bill(List<Line> lines, BigDecimal total) {

    private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);
    private static final BigDecimal REQUESTS = BigDecimal.valueOf(10_000);
    private static final int SHOWN_DIGITS = 9;

    public Bill {
        lines = List.copyOf(lines);
    }

    /** What is billed. */
    public enum Item {
        /** In GiB-months: byte-hours by 2^30 and the hours of the month. */
        STORAGE,
        /** In units of 10,000. */
        REQUESTS,
        /** In GiB. */
        EGRESS
    }

    /**
     * A line.
     *
     * @param category of requests; null for others
     * @param quantity rounded to nine digits after the point; the amount is not computed from it
     * @param price of one unit
     */
    public record Line(
            Item item, @Nullable Category category, BigDecimal quantity, BigDecimal price, BigDecimal amount) {}

    /** Bills a month; what is zero has no line. */
    public static Bill of(RatePlan.Prices prices, YearMonth month, Stored stored, Traffic traffic) {
        int digits = Math.max(0, prices.currency().getDefaultFractionDigits());
        List<Line> lines = new ArrayList<>(storage(prices, GIB.multiply(hours(month)), stored.byteHours(), digits));
        for (Category category : Category.values()) {
            BigDecimal price = prices.requests().get(category);
            BigDecimal count = BigDecimal.valueOf(traffic.requests().getOrDefault(category, 0L));
            if (price != null) {
                add(lines, line(Item.REQUESTS, category, count, REQUESTS, price, digits));
            }
        }
        add(lines, line(Item.EGRESS, null, BigDecimal.valueOf(traffic.bytesOut()), GIB, prices.egress(), digits));
        BigDecimal total = lines.stream().map(Line::amount).reduce(BigDecimal.ZERO.setScale(digits), BigDecimal::add);
        return new Bill(lines, total);
    }

    private static BigDecimal hours(YearMonth month) {
        return BigDecimal.valueOf(Duration.between(
                        month.atDay(1).atStartOfDay(ZoneOffset.UTC),
                        month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC))
                .toHours());
    }

    private static List<Line> storage(RatePlan.Prices prices, BigDecimal unit, BigInteger byteHours, int digits) {
        List<Line> lines = new ArrayList<>();
        BigDecimal all = new BigDecimal(byteHours);
        BigDecimal billed = BigDecimal.ZERO;
        for (RatePlan.StorageTier tier : prices.storage()) {
            BigDecimal end = tier.upToGib();
            BigDecimal upTo = end == null ? all : all.min(end.multiply(unit));
            add(lines, line(Item.STORAGE, null, upTo.subtract(billed), unit, tier.price(), digits));
            billed = upTo;
        }
        return lines;
    }

    private static void add(List<Line> lines, Line line) {
        if (line.quantity().signum() != 0 || line.amount().signum() != 0) {
            lines.add(line);
        }
    }

    private static Line line(
            Item item, @Nullable Category category, BigDecimal count, BigDecimal unit, BigDecimal price, int digits) {
        return new Line(
                item,
                category,
                count.divide(unit, SHOWN_DIGITS, RoundingMode.HALF_UP),
                price,
                count.multiply(price, MathContext.UNLIMITED).divide(unit, digits, RoundingMode.HALF_UP));
    }
}
