package dev.ose.s3.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One rule. It has at least one of the three actions.
 *
 * @param abortDays how many days after its beginning an upload is aborted; null for never
 */
public record LifecycleRule(
        String id,
        boolean isEnabled,
        LifecycleFilter filter,
        @Nullable Expiration expiration,
        @Nullable NoncurrentExpiration noncurrent,
        @Nullable Integer abortDays) {

    Optional<Due> current(LifecycleSubject subject, Instant created) {
        return isEnabled && filter.matches(subject) ? aged(created) : Optional.empty();
    }

    /** An expiration in days also applies to sole delete markers. */
    Optional<Due> marker(String key, Instant created) {
        if (!isEnabled || !filter.isOfKeysOnly() || !filter.matchesKey(key)) {
            return Optional.empty();
        }
        return expiration instanceof Expiration.OfMarkers(boolean isOn)
                ? Optional.of(new Due(created, id)).filter(due -> isOn)
                : aged(created);
    }

    Optional<Due> noncurrent(LifecycleSubject subject, Instant replaced, int newer) {
        if (noncurrent == null || !isEnabled || !filter.matches(subject)) {
            return Optional.empty();
        }
        Integer kept = noncurrent.newerVersions();
        return kept != null && newer < kept
                ? Optional.empty()
                : Optional.of(new Due(midnightAfter(replaced, noncurrent.days()), id));
    }

    Optional<Due> upload(String key, Instant begun) {
        return abortDays != null && isEnabled && filter.isOfKeysOnly() && filter.matchesKey(key)
                ? Optional.of(new Due(midnightAfter(begun, abortDays), id))
                : Optional.empty();
    }

    private Optional<Due> aged(Instant created) {
        return switch (expiration) {
            case Expiration.AfterDays(int days) -> Optional.of(new Due(midnightAfter(created, days), id));
            case Expiration.OnDate(Instant midnight) -> Optional.of(new Due(midnight, id));
            case Expiration.OfMarkers _ -> Optional.empty();
            case null -> Optional.empty();
        };
    }

    /** S3 adds the days and rounds up to the next midnight in UTC. */
    private static Instant midnightAfter(Instant moment, int days) {
        Instant end = moment.plus(Duration.ofDays(days));
        Instant day = end.truncatedTo(ChronoUnit.DAYS);
        return day.equals(end) ? end : day.plus(1, ChronoUnit.DAYS);
    }
}
