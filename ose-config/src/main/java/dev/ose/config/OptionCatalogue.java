package dev.ose.config;

import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All options: the node's own, and those of the available adapters. Immutable. */
public final class OptionCatalogue {

    private final AdapterRegistry adapters;
    private final Map<String, List<Option<?>>> chapters;
    private final Map<String, Option<?>> byKey = new LinkedHashMap<>();
    private final List<ManagedSecret> secrets;

    private OptionCatalogue(AdapterRegistry adapters, List<String> furtherPlatforms) {
        this.adapters = adapters;
        this.chapters = chapters(adapters, furtherPlatforms);
        chapters.values().forEach(options -> options.forEach(option -> byKey.put(option.key(), option)));
        this.secrets = ManagedSecret.all(adapters, furtherPlatforms);
    }

    /** @param furtherPlatforms the names of the platforms beside the main one */
    static OptionCatalogue of(AdapterRegistry adapters, List<String> furtherPlatforms) {
        return new OptionCatalogue(adapters, furtherPlatforms);
    }

    /** The options without those of installed adapters. */
    public static OptionCatalogue builtIn() {
        return new OptionCatalogue(AdapterRegistry.builtIn(), List.of());
    }

    /** The node's own options. */
    static Stream<Option<?>> ofNode() {
        return Stream.of(before(), Map.of("Platform", PlatformOptions.all()), after())
                .flatMap(chapters -> chapters.values().stream())
                .flatMap(List::stream);
    }

    private static Map<String, List<Option<?>>> chapters(AdapterRegistry adapters, List<String> furtherPlatforms) {
        Map<String, List<Option<?>>> chapters = before();
        chapters.put("Platform", PlatformOptions.all(adapters));
        for (PlatformAdapterFactory factory : adapters.factories()) {
            List<Option<?>> options = new ArrayList<>();
            factory.options().forEach(option -> options.add(Option.of(option)));
            if (!options.isEmpty()) {
                chapters.put("Platform " + factory.name(), options);
            }
        }
        furtherPlatforms.forEach(
                name -> chapters.put("Further platform " + name, FurtherPlatforms.options(name, adapters)));
        chapters.putAll(after());
        return chapters;
    }

    private static Map<String, List<Option<?>>> before() {
        Map<String, List<Option<?>>> chapters = new LinkedHashMap<>();
        chapters.put("The node", NodeOptions.all());
        chapters.put("S3", S3Options.all());
        chapters.put("Admin API, health and metrics", AdminOptions.all());
        chapters.put("Database", DatabaseOptions.all());
        chapters.put("Metadata", MetadataOptions.all());
        chapters.put("Metering", MeteringOptions.all());
        chapters.put("Access logs of buckets", AccessLogOptions.all());
        chapters.put("Audit log", AuditOptions.all());
        chapters.put("Sync", SyncOptions.all());
        chapters.put("Jobs", JobOptions.all());
        chapters.put("Reconciliation", ReconciliationOptions.all());
        chapters.put("Outgoing requests", OutboundOptions.all());
        return chapters;
    }

    private static Map<String, List<Option<?>>> after() {
        Map<String, List<Option<?>>> chapters = new LinkedHashMap<>();
        chapters.put("Cloud Director", DirectorOptions.all());
        chapters.put("Accepted from older configurations", FormerOptions.all());
        return chapters;
    }

    /** The options by chapter, in the order of the reference. */
    Map<String, List<Option<?>>> chapters() {
        return chapters;
    }

    /** The adapters whose options it contains. */
    public AdapterRegistry adapters() {
        return adapters;
    }

    /** The option of a key. */
    public Optional<Option<?>> find(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /** Every option, each key once. */
    public List<Option<?>> all() {
        return List.copyOf(byKey.values());
    }

    /** Every managed secret. */
    public List<ManagedSecret> secrets() {
        return secrets;
    }

    /** The secret of a key. */
    public Optional<ManagedSecret> secret(String key) {
        return secrets.stream().filter(kept -> kept.key().equals(key)).findFirst();
    }
}
