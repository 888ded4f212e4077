package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.time.Duration;
import java.util.List;

/** Metadata of objects in the database. */
public final class MetadataOptions {

    /** Handling of writes during a database outage. */
    public enum OnOutage {
        /** They are recorded in a journal on this node's disk. */
        JOURNAL,
        /** They are refused. */
        REJECT
    }

    public static final Option<OnOutage> ON_OUTAGE = Option.withDefault(
            "oss.metadata.on-outage",
            ValueTypes.choice(OnOutage.class),
            "journal",
            "Handling of writes while the database is unavailable: recorded in a journal in the data directory, up to"
                    + " 1 GiB or 30 minutes, or refused.");

    /** The event that completes a write. */
    public enum Ledger {
        /** The change of all rows that follow from it. */
        TABLES,
        /** An entry in a log, which rows follow. */
        LOG
    }

    public static final Option<Ledger> LEDGER = Option.withDefault(
            "oss.metadata.ledger",
            ValueTypes.choice(Ledger.class),
            "log",
            "What a write waits for in the database, on all nodes alike, which must stop to change it: an entry in a"
                    + " log, which rows follow within a second, or the rows that follow from it.");

    public static final Option<Boolean> COMPACTION = Option.withDefault(
            "oss.metadata.compaction",
            OptionTypes.flag(),
            "true",
            "Whether rows of objects that have not changed for a while are packed together in the database, which"
                    + " takes a fifth of the space and makes their next change somewhat more expensive.");

    public static final Option<Duration> COMPACTION_AFTER = Option.withDefault(
            "oss.metadata.compaction-after",
            OptionTypes.time(Duration.ofMinutes(1), Duration.ofDays(3660)),
            "24h",
            "How long an object must be unchanged before its row is packed together with others.");

    public static final Option<Integer> COMPACTION_OBJECTS_PER_SECOND = Option.withDefault(
            "oss.metadata.compaction-objects-per-second",
            OptionTypes.count(100, 1_000_000),
            "20000",
            "Maximum number of objects that all nodes together pack per second.");

    public static final Option<Boolean> LIST = Option.withDefault(
            "oss.metadata.list",
            OptionTypes.flag(),
            "false",
            "Whether ListObjectsV2 is answered from the database if its rows are known to be complete, for platforms"
                    + " that list slowly; otherwise the platform lists.");

    public static final Option<Boolean> COUNT_ESTIMATE = Option.optional(
            "oss.object.count.estimate",
            OptionTypes.flag(),
            "Accepted from older configurations and without effect: objects are counted exactly, whatever the size of a"
                    + " bucket.");

    public static final Option<Integer> COUNT_ESTIMATE_THRESHOLD = Option.optional(
            "oss.object.count.estimate.threshold",
            OptionTypes.count(0, Integer.MAX_VALUE),
            "Accepted from older configurations and without effect, as oss.object.count.estimate.");

    private MetadataOptions() {}

    static List<Option<?>> all() {
        return List.of(
                ON_OUTAGE,
                LEDGER,
                COMPACTION,
                COMPACTION_AFTER,
                COMPACTION_OBJECTS_PER_SECOND,
                LIST,
                COUNT_ESTIMATE,
                COUNT_ESTIMATE_THRESHOLD);
    }
}
