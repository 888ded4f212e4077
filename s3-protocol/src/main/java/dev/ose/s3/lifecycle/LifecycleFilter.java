package dev.ose.s3.lifecycle;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a rule is about: all that is said must hold.
 *
 * @param isRulePrefix whether the prefix stood in the rule itself, the older form, which is shown as it was written
 * @param prefix null if none was said, which means the same as an empty one
 * @param largerThanBytes null for no bound; the bound itself is too small
 * @param smallerThanBytes null for no bound; the bound itself is too large
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

    /** Whether it says nothing of a version but its key, so that it is about delete markers and uploads too. */
    public boolean isOfKeysOnly() {
        return tags.isEmpty() && largerThanBytes == null && smallerThanBytes == null;
    }

    /** How many things it says. */
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
