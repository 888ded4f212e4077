package dev.ose.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All options there are. */
public final class OptionCatalogue {

    private OptionCatalogue() {}

    /** The options by chapter, in the order in which the reference shows them. */
    static Map<String, List<Option<?>>> chapters() {
        Map<String, List<Option<?>>> chapters = new LinkedHashMap<>();
        chapters.put("The node", NodeOptions.all());
        chapters.put("S3", S3Options.all());
        chapters.put("Admin API, health and metrics", AdminOptions.all());
        chapters.put("Database", DatabaseOptions.all());
        chapters.put("Metadata", MetadataOptions.all());
        chapters.put("Metering", MeteringOptions.all());
        chapters.put("Sync", SyncOptions.all());
        chapters.put("Reconciliation", ReconciliationOptions.all());
        chapters.put("Outgoing requests", OutboundOptions.all());
        chapters.put("Platform", PlatformOptions.all());
        chapters.put("Platform Ceph", CephOptions.all());
        chapters.put("Platform OSIS", OsisOptions.all());
        chapters.put("Cloud Director", DirectorOptions.all());
        chapters.put("Accepted from older configurations", FormerOptions.all());
        return chapters;
    }

    /** The option of a key. */
    public static Optional<Option<?>> find(String key) {
        return all().stream().filter(option -> option.key().equals(key)).findFirst();
    }

    /** Every option, each key once. */
    public static List<Option<?>> all() {
        return chapters().values().stream().<Option<?>>flatMap(List::stream).toList();
    }
}
