package dev.ose.server.accounting.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When alerts begin and end. */
class AlertRuleTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 2));
    private static final AlertThresholds THRESHOLDS = new AlertThresholds(List.of(95, 80));
    private static final OpenAlert OPEN = new OpenAlert(1, TENANT, 7, Dimension.BYTES, 80);

    @ParameterizedTest
    @CsvSource({
        "1000, 799, ''",
        "1000, 800, 80",
        "1000, 949, 80",
        "1000, 950, 80 95",
        "1000, 5000, 80 95",
        "1, 0, ''",
        "1, 1, 80 95",
        "3, 2, ''",
        "3, 3, 80 95",
        "0, 0, ''",
        "0, 1, 80 95",
        "9223372036854775807, 7378697629483820645, ''",
        "9223372036854775807, 7378697629483820646, 80",
        "9223372036854775807, 9223372036854775807, 80 95"
    })
    void alertBeginsAtTheSmallestUsageThatIsTheShare(long limit, long used, String expected) {
        assertThat(raised(limit, used)).isEqualTo(expected);
    }

    private static String raised(long limit, long used) {
        return String.join(
                " ",
                AlertRule.decide(List.of(bytes(limit, used)), List.of()).raised().stream()
                        .map(each -> Integer.toString(each.crossing().thresholdPercent()))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 800,",
        "1000, 799,",
        "1000, 761,",
        "1000, 760, BELOW_THRESHOLD",
        "1000, 0, BELOW_THRESHOLD",
        "1, 1,",
        "1, 0, BELOW_THRESHOLD",
        "0, 1,",
        "0, 0, BELOW_THRESHOLD",
        "9223372036854775807, 9223372036854775807,"
    })
    void alertEndsWellBelowItsThreshold(long limit, long used, @Nullable Clearance expected) {
        AlertRule.Decision decision = AlertRule.decide(List.of(bytes(limit, used)), List.of(OPEN));

        assertThat(decision.cleared())
                .extracting(AlertRule.Cleared::reason)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    @Test
    void openAlertIsNotRaisedAgainAndAClearedOneNotInTheSameRound() {
        for (long used = 0; used <= 1_000; used++) {
            AlertRule.Decision decision = AlertRule.decide(List.of(bytes(1_000, used)), List.of(OPEN));

            assertThat(decision.raised())
                    .extracting(each -> each.crossing().thresholdPercent())
                    .doesNotContain(80);
        }
    }

    @Test
    void quotaOrLimitThatIsGoneEndsItsAlerts() {
        UsedQuota other = used(8, new Quota(10L, null, null), 10, 0, 0);
        UsedQuota ofObjects = used(7, new Quota(null, 10L, null), 5_000, 1, 0);

        for (UsedQuota left : List.of(other, ofObjects)) {
            assertThat(AlertRule.decide(List.of(left), List.of(OPEN)).cleared())
                    .containsExactly(new AlertRule.Cleared(OPEN, Clearance.QUOTA_REMOVED));
        }
    }

    @Test
    void thresholdThatIsNoLongerWantedEndsItsAlerts() {
        UsedQuota unwatched = new UsedQuota(
                TENANT, named(7, new Quota(1_000L, null, null)), new AlertThresholds(List.of()), 1_000, 0, 0);

        assertThat(AlertRule.decide(List.of(unwatched), List.of(OPEN)).cleared())
                .containsExactly(new AlertRule.Cleared(OPEN, Clearance.THRESHOLD_REMOVED));
    }

    @Test
    void eachLimitHasItsOwnAlerts() {
        UsedQuota quota = used(7, new Quota(100L, 100L, 100L), 1, 80, 95);

        assertThat(AlertRule.decide(List.of(quota), List.of()).raised())
                .extracting(each ->
                        each.crossing().dimension() + " " + each.crossing().thresholdPercent())
                .containsExactly("OBJECTS 80", "BUCKETS 80", "BUCKETS 95");
    }

    @Test
    void decisionNamesItsQuotasByTenant() {
        TenantId other = new TenantId(new UUID(1, 3));
        OpenAlert ofRemoved = new OpenAlert(2, other, 9, Dimension.OBJECTS, 95);

        assertThat(AlertRule.decide(
                                List.of(bytes(100, 100), used(8, new Quota(1L, null, null), 0, 0, 0)),
                                List.of(ofRemoved))
                        .quotas())
                .isEqualTo(Map.of(TENANT, Set.of(7L), other, Set.of(9L)));
    }

    @Test
    void thresholdsAreBounded() {
        for (List<Integer> bad :
                List.of(List.of(0), List.of(101), List.of(80, 80), List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))) {
            assertThatThrownBy(() -> new AlertThresholds(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static UsedQuota bytes(long limit, long used) {
        return used(7, new Quota(limit, null, null), used, 0, 0);
    }

    private static UsedQuota used(long id, Quota quota, long bytes, long objects, long buckets) {
        return new UsedQuota(TENANT, named(id, quota), THRESHOLDS, bytes, objects, buckets);
    }

    private static QuotaStore.Named named(long id, Quota quota) {
        return new QuotaStore.Named(id, null, null, quota);
    }
}
