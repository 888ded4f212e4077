package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import java.util.Collections;
import java.util.List;

/**
 * The objects that a job is about.
 *
 * @param prefix their keys begin with it; empty for all
 * @param keys only these of them, which all begin with the prefix; none if the prefix alone decides
 */
public record JobSelection(String prefix, List<ObjectKey> keys) {

    /** The most keys of a selection: as many as a page of a list has. */
    public static final int MAX_KEYS = 1_000;

    /** All objects of a bucket. */
    static final JobSelection ALL = new JobSelection("", List.of());

    /** Sorts the keys, and drops those that are named twice. */
    public JobSelection {
        keys = keys.stream().distinct().sorted().toList();
    }

    /** Whether objects are selected one by one. */
    public boolean isOfKeys() {
        return !keys.isEmpty();
    }

    /** The selected keys behind that one, at most so many; from the first if it is empty. */
    List<ObjectKey> after(String key, int limit) {
        int from = 0;
        if (!key.isEmpty()) {
            int place = Collections.binarySearch(keys, new ObjectKey(key));
            from = place < 0 ? -place - 1 : place + 1;
        }
        return keys.subList(from, Math.min(keys.size(), from + limit));
    }
}
