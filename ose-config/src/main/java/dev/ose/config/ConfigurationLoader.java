package dev.ose.config;

import dev.ose.adapter.plugin.UnusableValueException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a node's configuration. A later source overrides an earlier one: defaults, the properties file named by
 * {@code --config=FILE} or {@code OSE_CONFIG}, the environment ({@code OSE_SERVER_PORT} for {@code server.port}), the
 * command line ({@code --server.port=9001}).
 */
public final class ConfigurationLoader {

    static final String DEFAULTS = "the defaults";

    private static final String CONFIG_KEY = "config";
    private static final String CONFIG_VARIABLE = "OSE_CONFIG";
    private static final String COMMAND_LINE = "the command line";
    private static final long MAX_FILE_BYTES = 1 << 20;

    private final Map<String, Option<?>> byKey;
    private final Map<String, String> keyOfVariable;
    private final Map<String, Given> given = new LinkedHashMap<>();
    private final Map<String, Given> passed = new TreeMap<>();
    private final List<ConfigurationProblem> problems = new ArrayList<>();

    private ConfigurationLoader() {
        byKey = OptionCatalogue.all().stream()
                .collect(Collectors.toMap(Option::key, option -> option, (a, b) -> a, LinkedHashMap::new));
        keyOfVariable = byKey.keySet().stream().collect(Collectors.toMap(OptionNames::variable, key -> key));
    }

    private record Given(String text, String source) {}

    /**
     * Reads all sources and validates the result. Blocks to read the file, at most 1 MiB.
     *
     * @throws ConfigurationException if anything in it is unknown, impossible or contradictory
     */
    public static Configuration load(List<String> arguments, Map<String, String> environment) {
        return new ConfigurationLoader().read(arguments, environment);
    }

    /**
     * Validates values by key as a whole, such as those that a file is to hold.
     *
     * @param source where they are set, as it reads after "set in"
     * @throws ConfigurationException if anything in them is unknown, impossible or contradictory
     */
    public static Configuration check(Map<String, String> values, String source) {
        ConfigurationLoader loader = new ConfigurationLoader();
        new TreeMap<>(values).forEach((key, text) -> loader.accept(key, text, source));
        return loader.validate();
    }

    private Configuration read(List<String> arguments, Map<String, String> environment) {
        Map<String, String> onCommandLine = arguments(arguments);
        @Nullable String file = onCommandLine.remove(CONFIG_KEY);
        if (file == null) {
            file = environment.get(CONFIG_VARIABLE);
        }
        if (file != null) {
            readFile(Path.of(file));
        }
        new TreeMap<>(environment).forEach((variable, text) -> {
            if (variable.startsWith(OptionNames.VARIABLE_PREFIX) && !variable.equals(CONFIG_VARIABLE)) {
                readVariable(variable, text);
            }
        });
        onCommandLine.forEach((key, text) -> accept(key, text, COMMAND_LINE));
        return validate();
    }

    private Configuration validate() {
        Configuration configuration = new Configuration(parse(), passedOn(), warnings());
        // With a wrong value already known, a contradiction may be its mere consequence.
        if (problems.isEmpty()) {
            problems.addAll(CrossFieldRules.in(configuration));
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return configuration;
    }

    private Map<String, String> arguments(List<String> arguments) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (!argument.startsWith("--") || equals < 3) {
                String shown = equals < 0 ? argument : argument.substring(0, equals + 1) + "...";
                problems.add(new ConfigurationProblem(
                        ConfigurationProblem.MALFORMED_ARGUMENT,
                        "The argument " + shown + " is not of the form --key=value.",
                        argument.substring(0, equals < 0 ? argument.length() : equals),
                        "Write it so, such as --server.port=9001."));
            } else {
                found.put(argument.substring(2, equals), argument.substring(equals + 1));
            }
        }
        return found;
    }

    private void readFile(Path file) {
        Properties properties = new Properties();
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                throw new IOException("it is larger than 1 MiB");
            }
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                properties.load(reader);
            }
        } catch (IOException | IllegalArgumentException e) {
            String reason = e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
            problems.add(new ConfigurationProblem(
                    ConfigurationProblem.UNREADABLE_FILE,
                    "The configuration file " + file + " cannot be read: " + reason + ".",
                    CONFIG_KEY,
                    "Check its path, its permissions and that it is a properties file in UTF-8."));
        }
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            accept(key, properties.getProperty(key), file.toString());
        }
    }

    private void readVariable(String variable, String text) {
        @Nullable String key = keyOfVariable.get(variable);
        if (key == null) {
            DeprecatedOptions.mappedVariable(variable)
                    .ifPresentOrElse(
                            mapped -> accept(mapped, text, "the environment variable " + variable),
                            () -> unknown(
                                    variable,
                                    "the environment",
                                    OptionNames.nearest(variable, keyOfVariable.keySet())));
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
                unknown(key, source, OptionNames.nearest(key, byKey.keySet()));
            }
        }
    }

    /**
     * Whether a key of Spring's is an option of OSE in another spelling, which Spring would take for the option and OSE would not, or
     * one or two letters away from one. Names of loggers may be anything.
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

    private void unknown(String name, String source, Optional<String> nearest) {
        problems.add(new ConfigurationProblem(
                ConfigurationProblem.UNKNOWN_OPTION,
                "There is no option " + name + " (set in " + source + ").",
                name,
                nearest.map(close -> "Did you mean " + close + "?").orElse("Remove it.")));
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
