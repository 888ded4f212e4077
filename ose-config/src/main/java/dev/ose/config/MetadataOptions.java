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

    private MetadataOptions() {}

    static List<Option<?>> all() {
        return List.of(ON_OUTAGE);
    }
}
