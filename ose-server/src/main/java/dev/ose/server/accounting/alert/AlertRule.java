package dev.ose.server.accounting.alert;

import dev.ose.server.tenant.TenantId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides which alerts begin and which are over. Depends on the present usage and the open alerts only, not on time: a
 * clock that is set changes nothing.
 */
public final class AlertRule {

    private AlertRule() {}

    /** What becomes of alerts. */
    public record Decision(List<Raised> raised, List<Cleared> cleared) {

        public Decision {
            raised = List.copyOf(raised);
            cleared = List.copyOf(cleared);
        }

        /** The quotas that it concerns, by tenant. */
        public Map<TenantId, Set<Long>> quotas() {
            Map<TenantId, Set<Long>> quotas = new HashMap<>();
            for (Raised each : raised) {
                of(quotas, each.of().tenant()).add(each.of().named().id());
            }
            for (Cleared each : cleared) {
                of(quotas, each.alert().tenant()).add(each.alert().quota());
            }
            return quotas;
        }

        private static Set<Long> of(Map<TenantId, Set<Long>> quotas, TenantId tenant) {
            return quotas.computeIfAbsent(tenant, _ -> new TreeSet<>());
        }
    }

    /** An alert that begins. */
    public record Raised(UsedQuota of, Crossing crossing) {}

    /** An alert that is over. */
    public record Cleared(OpenAlert alert, Clearance reason) {}

    /** Decides by quotas, and all open alerts of these and of quotas that are gone. */
    public static Decision decide(List<UsedQuota> quotas, List<OpenAlert> open) {
        return new Decision(raised(quotas, open), cleared(quotas, open));
    }

    private record Key(long quota, Dimension dimension, int thresholdPercent) {}

    private static List<Raised> raised(List<UsedQuota> quotas, List<OpenAlert> open) {
        Set<Key> known = new HashSet<>();
        open.forEach(alert -> known.add(new Key(alert.quota(), alert.dimension(), alert.thresholdPercent())));
        List<Raised> raised = new ArrayList<>();
        for (UsedQuota quota : quotas) {
            for (Dimension dimension : Dimension.values()) {
                for (int percent : quota.thresholds().percent()) {
                    @Nullable Crossing crossing = crossing(quota, dimension, percent);
                    if (crossing != null
                            && crossing.isReached()
                            && !known.contains(new Key(quota.named().id(), dimension, percent))) {
                        raised.add(new Raised(quota, crossing));
                    }
                }
            }
        }
        return raised;
    }

    private static @Nullable Crossing crossing(UsedQuota quota, Dimension dimension, int percent) {
        Long limit = dimension.limit(quota.quota());
        return limit == null ? null : new Crossing(dimension, percent, limit, quota.used(dimension));
    }

    private static List<Cleared> cleared(List<UsedQuota> quotas, List<OpenAlert> open) {
        Map<Long, UsedQuota> byId = new HashMap<>();
        quotas.forEach(quota -> byId.put(quota.named().id(), quota));
        List<Cleared> cleared = new ArrayList<>();
        for (OpenAlert alert : open) {
            @Nullable Clearance reason = clearance(alert, byId.get(alert.quota()));
            if (reason != null) {
                cleared.add(new Cleared(alert, reason));
            }
        }
        return cleared;
    }

    private static @Nullable Clearance clearance(OpenAlert alert, @Nullable UsedQuota quota) {
        @Nullable
        Crossing crossing = quota == null ? null : crossing(quota, alert.dimension(), alert.thresholdPercent());
        if (quota == null || crossing == null) {
            return Clearance.QUOTA_REMOVED;
        }
        if (!quota.thresholds().percent().contains(alert.thresholdPercent())) {
            return Clearance.THRESHOLD_REMOVED;
        }
        return crossing.isOver() ? Clearance.BELOW_THRESHOLD : null;
    }
}
