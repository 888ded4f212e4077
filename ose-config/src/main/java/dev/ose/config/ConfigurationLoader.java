package dev.ose.config;

import dev.ose.adapter.plugin.UnusableValueException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a node's configuration. A later source overrides an earlier one: defaults, the properties file named by
 * {@code --config=FILE} or {@code OSE_CONFIG}, the environment ({@code OSE_SERVER_PORT} for {@code server.port}), the
 * command line ({@code --server.port=9001}).
 */
public final class ConfigurationLoader {

    static final String DEFAULTS = "the defaults";

    private final OptionCatalogue catalogue;
    private final Map<String, Option<?>> byKey = new LinkedHashMap<>();
    private final Map<String, String> keyOfVariable;
    private final Map<String, Given> given = new LinkedHashMap<>();
    private final Map<String, Given> passed = new TreeMap<>();
    private final List<ConfigurationProblem> problems = new ArrayList<>();

    private ConfigurationLoader(OptionCatalogue catalogue) {
        this.catalogue = catalogue;
        catalogue.all().forEach(option -> byKey.put(option.key(), option));
        keyOfVariable = byKey.keySet().stream().collect(Collectors.toMap(OptionNames::variable, key -> key));
    }

    private record Given(String text, String source) {}

    /**
     * Reads all sources and validates the result. Blocks to read the file, at most 1 MiB, and the adapters that are
     * installed.
     *
     * @throws ConfigurationException if anything in it is unknown, impossible or contradictory
     */
    public static Configuration load(List<String> arguments, Map<String, String> environment) {
        return judge(ConfigurationSources.of(arguments, environment));
    }

    /**
     * Validates a whole set of values by key, such as those for a file. Blocks to read the adapters that are installed.
     *
     * @param source the source, worded to follow "set in"
     * @throws ConfigurationException if anything in them is unknown, impossible or contradictory
     */
    public static Configuration check(Map<String, String> values, String source) {
        return judge(ConfigurationSources.of(values, source));
    }

    /**
     * The catalogue of options for these values, which may state the directory of further adapters. Blocks to read
     * those.
     */
    public static OptionCatalogue catalogue(Map<String, String> values) {
        return catalogue(ConfigurationSources.of(values, ""));
    }

    private static Configuration judge(ConfigurationSources sources) {
        ConfigurationLoader loader = new ConfigurationLoader(catalogue(sources));
        loader.problems.addAll(sources.problems());
        loader.problems.addAll(loader.catalogue.adapters().problems());
        for (ConfigurationSources.Entry entry : sources.entries()) {
            if (entry.isVariable()) {
                loader.readVariable(entry.name(), entry.text());
            } else {
                loader.accept(entry.name(), entry.text(), entry.source());
            }
        }
        return loader.validate();
    }

    private static OptionCatalogue catalogue(ConfigurationSources sources) {
        String directory = sources.last(PlatformOptions.ADAPTERS).orElse(PlatformOptions.DEFAULT_ADAPTERS);
        try {
            return OptionCatalogue.of(
                    AdapterRegistry.with(PlatformOptions.ADAPTERS.type().parse(directory)),
                    FurtherPlatforms.named(sources.last(PlatformOptions.FURTHER)));
        } catch (UnusableValueException _) {
            // It is reported with the other invalid values.
            return OptionCatalogue.builtIn();
        }
    }

    private Configuration validate() {
        Configuration configuration = new Configuration(catalogue, parse(), passedOn(), warnings());
        // After an invalid value, a contradiction may only be its consequence.
        if (problems.isEmpty()) {
            problems.addAll(CrossFieldRules.in(configuration));
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return configuration;
    }

    private void readVariable(String variable, String text) {
        @Nullable String key = keyOfVariable.get(variable);
        if (key == null) {
            DeprecatedOptions.mappedVariable(variable)
                    .ifPresentOrElse(
                            mapped -> accept(mapped, text, "the environment variable " + variable),
                            () -> unknown(variable, "the environment", keyOfVariable.keySet()));
        } else {
            given.put(key, new Given(text, "the environment variable " + variable));
        }
    }

    private void accept(String key, String text, String source) {
        if (byKey.containsKey(key)) {
            given.put(key, new Given(text, source));
        } else {
            String wanted = DeprecatedOptions.mapped(key).orElse(key);
            if (SpringKeys.isOne(wanted) && !isMistyped(wanted)) {
                passed.put(wanted, new Given(text, source));
            } else {
                unknown(key, source, byKey.keySet());
            }
        }
    }

    /**
     * Whether a key of Spring is an option of OSE in another spelling, which Spring would accept and OSE would not, or
     * differs from one by one or two letters. Names of loggers are arbitrary.
     */
    private boolean isMistyped(String key) {
        String canonical = SpringKeys.canonical(key);
        return byKey.keySet().stream()
                        .anyMatch(option -> SpringKeys.canonical(option).equals(canonical))
                || (!key.startsWith(SpringKeys.LEVEL)
                        && OptionNames.near(key, byKey.keySet()).isPresent());
    }

    private Map<String, String> passedOn() {
        Map<String, String> values = new TreeMap<>();
        passed.forEach((key, set) -> SpringKeys.refusal(key, set.text(), set.source())
                .ifPresentOrElse(problems::add, () -> values.put(key, set.text().strip())));
        return values;
    }

    private List<ConfigurationProblem> warnings() {
        return passed.entrySet().stream()
                .map(set -> SpringKeys.warning(set.getKey(), set.getValue().text()))
                .toList();
    }

    private void unknown(String name, String source, Collection<String> known) {
        problems.add(new ConfigurationProblem(
                ConfigurationProblem.UNKNOWN_OPTION,
                "There is no option " + name + " (set in " + source + ").",
                name,
                remedy(name, known)));
    }

    /** The most similar option of another platform is no advice for an option of an adapter that is not installed. */
    private String remedy(String name, Collection<String> known) {
        Optional<String> further = FurtherPlatforms.unlisted(name, known);
        if (further.isPresent()) {
            return further.get();
        }
        boolean isOfAdapter = OptionNames.isOfUnknownPlatform(name, known);
        return (isOfAdapter ? OptionNames.near(name, known) : OptionNames.nearest(name, known))
                .map(close -> "Did you mean " + close + "?")
                .orElse(
                        isOfAdapter
                                ? "If it is one of an adapter, put the adapter's jar into "
                                        + catalogue.adapters().directory() + "; if not, remove it."
                                : "Remove it.");
    }

    private Map<String, Configuration.Setting> parse() {
        Map<String, Configuration.Setting> settings = new HashMap<>();
        for (Option<?> option : byKey.values()) {
            @Nullable Given set = given.get(option.key());
            @Nullable String defaultText = option.defaultText();
            if (set != null && !set.text().isBlank()) {
                parse(option, set).ifPresent(setting -> settings.put(option.key(), setting));
            } else if (defaultText != null) {
                parse(option, new Given(defaultText, DEFAULTS))
                        .ifPresent(setting -> settings.put(option.key(), setting));
            }
        }
        return settings;
    }

    private Optional<Configuration.Setting> parse(Option<?> option, Given set) {
        try {
            return Optional.of(
                    new Configuration.Setting(option.type().parse(set.text().strip()), set.source()));
        } catch (UnusableValueException e) {
            String shown = option.secret() ? "that value" : "'" + set.text().strip() + "'";
            problems.add(new ConfigurationProblem(
                    ConfigurationProblem.IMPOSSIBLE_VALUE,
                    option.key() + " cannot be " + shown + " (set in " + set.source() + ").",
                    option.key(),
                    "It must be " + option.type().allowed() + "."));
            return Optional.empty();
        }
    }
}
