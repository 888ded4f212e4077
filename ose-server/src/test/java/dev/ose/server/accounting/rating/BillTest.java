package dev.ose.server.accounting.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.rating.RatePlan.StorageTier;
import dev.ose.server.accounting.usage.UsageHistory.Stored;
import dev.ose.server.accounting.usage.UsageHistory.Traffic;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.YearMonth;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BillTest {

    private static final YearMonth NOVEMBER = YearMonth.of(2026, 11);
    private static final BigInteger GIB_MONTH = BigInteger.valueOf(1L << 30).multiply(BigInteger.valueOf(720));
    private static final Traffic NONE = new Traffic(Map.of(), 0, 0);

    private static BigDecimal of(String text) {
        return new BigDecimal(text);
    }

    private static RatePlan.Prices prices(String currency, StorageTier... tiers) {
        return new RatePlan.Prices(
                Currency.getInstance(currency), List.of(tiers), Map.of(Category.READ, of("0.0043")), of("0.09"));
    }

    private static Stored stored(BigInteger byteHours) {
        return new Stored(byteHours, 0, 0);
    }

    @Test
    void eachTierIsPricedForWhatExceedsTheOneBefore() {
        RatePlan.Prices prices = prices(
                "EUR",
                new StorageTier(of("10"), of("0.02")),
                new StorageTier(of("50"), of("0.01")),
                new StorageTier(null, of("0.005")));

        Bill bill = Bill.of(prices, NOVEMBER, stored(GIB_MONTH.multiply(BigInteger.valueOf(100))), NONE);

        assertThat(bill.lines())
                .extracting(Bill.Line::quantity, Bill.Line::amount)
                .map(Object::toString)
                .containsExactly("(10.000000000, 0.20)", "(40.000000000, 0.40)", "(50.000000000, 0.25)");
        assertThat(bill.total()).isEqualTo("0.85");
    }

    @Test
    void usageUpToTheEndOfATierIsAllOfThatTier() {
        RatePlan.Prices prices = prices("EUR", new StorageTier(of("1"), of("0.01")), new StorageTier(null, of("999")));

        assertThat(Bill.of(prices, NOVEMBER, stored(GIB_MONTH), NONE).total()).isEqualTo("0.01");
        assertThat(Bill.of(prices, NOVEMBER, stored(GIB_MONTH.add(GIB_MONTH)), NONE)
                        .total())
                .isEqualTo("999.01");
    }

    /** Half a GiB-month and half a cent: neither the quantity nor the price is rounded before the amount. */
    @Test
    void amountsAreRoundedOnceHalfUpToTheDigitsOfTheCurrency() {
        Traffic traffic = new Traffic(Map.of(Category.READ, 11_627_907L, Category.WRITE, 5L), 7, 1L << 29);
        Stored half = stored(GIB_MONTH.shiftRight(1));

        Bill euro = Bill.of(prices("EUR", new StorageTier(null, of("0.01"))), NOVEMBER, half, traffic);
        Bill yen = Bill.of(prices("JPY", new StorageTier(null, of("1"))), NOVEMBER, half, traffic);

        assertThat(euro.lines())
                .extracting(Bill.Line::item, Bill.Line::amount)
                .map(Object::toString)
                .containsExactly("(STORAGE, 0.01)", "(REQUESTS, 5.00)", "(EGRESS, 0.05)");
        assertThat(euro.total()).isEqualTo("5.06");
        assertThat(yen.lines().getFirst().amount()).isEqualTo("1");
        assertThat(yen.total()).isEqualTo("6");
    }

    @Test
    void amountsBeyondALongAreExact() {
        BigInteger exbibytes = GIB_MONTH.multiply(BigInteger.TWO.pow(40));

        assertThat(Bill.of(prices("EUR", new StorageTier(null, of("0.01"))), NOVEMBER, stored(exbibytes), NONE)
                        .total())
                .isEqualTo("10995116277.76");
    }

    @Test
    void nothingUsedCostsNothing() {
        Bill bill = Bill.of(prices("EUR", new StorageTier(null, of("1"))), NOVEMBER, stored(BigInteger.ZERO), NONE);

        assertThat(bill.lines()).isEmpty();
        assertThat(bill.total()).isEqualTo("0.00");
    }

    @Test
    void tiersWithoutOrderAreRefused() {
        assertThatThrownBy(() -> prices("EUR", new StorageTier(of("1"), of("1"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> prices(
                        "EUR",
                        new StorageTier(of("2"), of("1")),
                        new StorageTier(of("2"), of("1")),
                        new StorageTier(null, of("1"))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
