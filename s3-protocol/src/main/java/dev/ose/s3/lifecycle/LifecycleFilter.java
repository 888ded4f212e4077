package dev.ose.s3.lifecycle;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The filter of a rule: all conditions must hold.
 *
 * @param isRulePrefix whether the prefix is in the rule itself, the older form, which is preserved
 * @param prefix null if none is stated, which is equivalent to an empty one
 * @param largerThanBytes exclusive lower bound; null for none
 * @param smallerThanBytes exclusive upper bound; null for none
 */
public record LifecycleFilter(
        boolean isRulePrefix,
        @Nullable String prefix,
        SequencedMap<String, String> tags,
        @Nullable Long largerThanBytes,
        @Nullable Long smallerThanBytes) {

    public LifecycleFilter {
        tags = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(tags));
    }

    /** Whether it only depends on the key, so that it also applies to delete markers and uploads. */
    public boolean isOfKeysOnly() {
        return tags.isEmpty() && largerThanBytes == null && smallerThanBytes == null;
    }

    /** The number of conditions. */
    public int conditions() {
        return (prefix == null ? 0 : 1)
                + tags.size()
                + (largerThanBytes == null ? 0 : 1)
                + (smallerThanBytes == null ? 0 : 1);
    }

    boolean matches(LifecycleSubject subject) {
        return matchesKey(subject.key())
                && (largerThanBytes == null || subject.sizeBytes() > largerThanBytes)
                && (smallerThanBytes == null || subject.sizeBytes() < smallerThanBytes)
                && subject.tags().entrySet().containsAll(tags.entrySet());
    }

    boolean matchesKey(String key) {
        return prefix == null || key.startsWith(prefix);
    }
}
