package dev.ose.s3.lifecycle;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The rules of a bucket. If several rules apply, the earliest date counts. */
public record LifecycleConfiguration(List<LifecycleRule> rules) {

    /** No rule. */
    public static final LifecycleConfiguration NONE = new LifecycleConfiguration(List.of());

    public LifecycleConfiguration {
        rules = List.copyOf(rules);
    }

    /** When the current version of a key goes, if ever. */
    public Optional<Due> current(LifecycleSubject subject, Instant created) {
        return earliest(rule -> rule.current(subject, created));
    }

    /** When a delete marker with no version behind it goes, if ever. */
    public Optional<Due> marker(String key, Instant created) {
        return earliest(rule -> rule.marker(key, created));
    }

    /**
     * When an older version goes, if ever. A delete marker can be an older version; its size is nought and it has no
     * tags.
     *
     * @param replaced when the version after it was made
     * @param newer how many older versions of the key are newer than this one
     */
    public Optional<Due> noncurrent(LifecycleSubject subject, Instant replaced, int newer) {
        return earliest(rule -> rule.noncurrent(subject, replaced, newer));
    }

    /** When an upload in progress is aborted, if ever. */
    public Optional<Due> upload(String key, Instant begun) {
        return earliest(rule -> rule.upload(key, begun));
    }

    private Optional<Due> earliest(Function<LifecycleRule, Optional<Due>> date) {
        return rules.stream().map(date).flatMap(Optional::stream).min(Comparator.comparing(Due::at));
    }
}
