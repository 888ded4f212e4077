package dev.ose.config;

import java.util.List;

/** What the node keeps in the database about objects. */
public final class MetadataOptions {

    /** What becomes of writes while the database is away. */
    public enum OnOutage {
        /** They are taken into a journal on this node's disk. */
        JOURNAL,
        /** They are refused. */
        REJECT
    }

    public static final Option<OnOutage> ON_OUTAGE = Option.withDefault(
            "oss.metadata.on-outage",
            ValueTypes.choice(OnOutage.class),
            "journal",
            "What becomes of writes while the database is away: taken into a journal in the data directory, up to 1 GiB or"
                    + " 30 minutes, or refused.");

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
        return List.of(ON_OUTAGE, COUNT_ESTIMATE, COUNT_ESTIMATE_THRESHOLD);
    }
}
