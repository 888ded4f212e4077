package dev.ose.config;

import java.util.List;

/** What the node keeps in the database about objects. */
public final class MetadataOptions {

    public static final Option<Boolean> COUNT_ESTIMATE = Option.optional(
            "oss.object.count.estimate",
            ValueTypes.flag(),
            "Accepted from older configurations and without effect: objects are counted exactly, whatever the size of a"
                    + " bucket.");

    public static final Option<Integer> COUNT_ESTIMATE_THRESHOLD = Option.optional(
            "oss.object.count.estimate.threshold",
            ValueTypes.count(0, Integer.MAX_VALUE),
            "Accepted from older configurations and without effect, as oss.object.count.estimate.");

    private MetadataOptions() {}

    static List<Option<?>> all() {
        return List.of(COUNT_ESTIMATE, COUNT_ESTIMATE_THRESHOLD);
    }
}
