package dev.ose.config;

import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.AdapterSettings;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every option's value: parsed, validated as a whole, never changed again. Thread-safe. */
public final class Configuration {

    /** The name of the platform that {@code oss.platform} configures. */
    public static final String MAIN_PLATFORM = "main";

    private final Map<String, Setting> settings;
    private final Map<String, String> passed;
    private final List<ConfigurationProblem> warnings;
    private final OptionCatalogue catalogue;
    private final String platform;

    Configuration(
            OptionCatalogue catalogue,
            Map<String, Setting> settings,
            Map<String, String> passed,
            List<ConfigurationProblem> warnings) {
        this(catalogue, settings, passed, warnings, MAIN_PLATFORM);
    }

    private Configuration(
            OptionCatalogue catalogue,
            Map<String, Setting> settings,
            Map<String, String> passed,
            List<ConfigurationProblem> warnings,
            String platform) {
        this.catalogue = catalogue;
        this.settings = Map.copyOf(settings);
        this.passed = Map.copyOf(passed);
        this.warnings = List.copyOf(warnings);
        this.platform = platform;
    }

    /** The name of the platform whose options it has as those of {@link #adapter}. */
    public String platform() {
        return platform;
    }

    /**
     * The configurations of all platforms by name, the main one first: this one, and for each further platform one with
     * the options of that in place of the main platform's.
     */
    public Map<String, Configuration> platforms() {
        Map<String, Configuration> all = new LinkedHashMap<>();
        all.put(MAIN_PLATFORM, this);
        find(PlatformOptions.FURTHER).orElse(List.of()).forEach(name -> all.put(name, of(name)));
        return all;
    }

    /** The regions of further platforms towards clients, by name; those without one have that of all. */
    public Map<String, String> platformRegions() {
        Map<String, String> regions = new LinkedHashMap<>();
        find(PlatformOptions.FURTHER).orElse(List.of()).forEach(name -> find(FurtherPlatforms.region(name))
                .ifPresent(region -> regions.put(name, region)));
        return regions;
    }

    /** With the options of a further platform in place of the main platform's. */
    private Configuration of(String further) {
        Map<String, Setting> own = new HashMap<>(settings);
        FurtherPlatforms.keys(adapters()).forEach(key -> {
            @Nullable Setting setting = settings.get(FurtherPlatforms.key(further, key));
            if (setting == null) {
                own.remove(key);
            } else {
                own.put(key, setting);
            }
        });
        return new Configuration(catalogue, own, passed, warnings, further);
    }

    /** A text about options of the platform's adapter, with the keys under which this platform has them. */
    public String withOwnKeys(String text) {
        return platform.equals(MAIN_PLATFORM) ? text : FurtherPlatforms.withKeysOf(platform, text, adapters());
    }

    /** Properties of Spring Boot that are no options of OSE, by key; see {@link SpringKeys}. */
    public Map<String, String> passed() {
        return passed;
    }

    /** Settings without effect, or unwise ones. */
    public List<ConfigurationProblem> warnings() {
        return Stream.concat(warnings.stream(), DeprecatedOptions.warnings(this).stream())
                .toList();
    }

    /** The options by which it was validated. */
    public OptionCatalogue catalogue() {
        return catalogue;
    }

    /** The available adapters. */
    public AdapterRegistry adapters() {
        return catalogue.adapters();
    }

    /** The adapter of the configured platform. */
    public PlatformAdapterFactory adapter() {
        return adapters().find(get(PlatformOptions.KIND)).orElseThrow();
    }

    /** The set options of an adapter. */
    public AdapterSettings settings(PlatformAdapterFactory adapter) {
        return new AdapterValues(this, get(PlatformOptions.KIND).equals(adapter.kind()));
    }

    private record AdapterValues(Configuration configuration, boolean isChosen) implements AdapterSettings {
        @Override
        public <T> Optional<T> find(AdapterOption<T> option) {
            return configuration.find(Option.of(option));
        }
    }

    /** A value and where it was set, such as {@code the command line}. */
    record Setting(Object value, String source) {}

    /** The value of an option that has a default. */
    public <T> T get(Option<T> option) {
        return find(option).orElseThrow(() -> new IllegalStateException(option.key() + " has no default: use find"));
    }

    /** The value, if the option is set or has a default. */
    // Safe: the loader parses each setting with the type of its option.
    @SuppressWarnings("unchecked")
    public <T> Optional<T> find(Option<T> option) {
        @Nullable Setting setting = settings.get(option.key());
        return setting == null ? Optional.empty() : Optional.of((T) setting.value());
    }

    /** Whether the option is set, even to its default. */
    public boolean isSet(Option<?> option) {
        @Nullable Setting setting = settings.get(option.key());
        return setting != null && !setting.source().equals(ConfigurationLoader.DEFAULTS);
    }

    /** Keys only: values may be secret. */
    @Override
    public String toString() {
        return settings.keySet().stream().sorted().toList().toString();
    }
}
