package dev.ose.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The raw content of the configuration's sources, before the options are known. */
final class ConfigurationSources {

    private static final String CONFIG_KEY = "config";
    private static final String CONFIG_VARIABLE = "OSE_CONFIG";
    private static final String COMMAND_LINE = "the command line";
    private static final long MAX_FILE_BYTES = 1 << 20;

    private final List<Entry> entries = new ArrayList<>();
    private final List<ConfigurationProblem> problems = new ArrayList<>();

    private ConfigurationSources() {}

    /**
     * One value.
     *
     * @param name a key, or the name of a variable
     * @param source worded to follow "set in"
     */
    record Entry(String name, boolean isVariable, String text, String source) {}

    /** The file that arguments or environment name, the environment, and the arguments. Blocks on the disk. */
    static ConfigurationSources of(List<String> arguments, Map<String, String> environment) {
        ConfigurationSources sources = new ConfigurationSources();
        Map<String, String> onCommandLine = sources.arguments(arguments);
        @Nullable String file = onCommandLine.remove(CONFIG_KEY);
        if (file == null) {
            file = environment.get(CONFIG_VARIABLE);
        }
        if (file != null) {
            sources.readFile(Path.of(file));
        }
        new TreeMap<>(environment).forEach((variable, text) -> {
            if (variable.startsWith(OptionNames.VARIABLE_PREFIX) && !variable.equals(CONFIG_VARIABLE)) {
                sources.entries.add(new Entry(variable, true, text, "the environment"));
            }
        });
        onCommandLine.forEach((key, text) -> sources.add(key, text, COMMAND_LINE));
        return sources;
    }

    /** Values by key. */
    static ConfigurationSources of(Map<String, String> values, String source) {
        ConfigurationSources sources = new ConfigurationSources();
        new TreeMap<>(values).forEach((key, text) -> sources.add(key, text, source));
        return sources;
    }

    /** All entries; later ones override earlier ones. */
    List<Entry> entries() {
        return entries;
    }

    /** The problems of reading. */
    List<ConfigurationProblem> problems() {
        return problems;
    }

    /** The effective text of an option. */
    Optional<String> last(Option<?> option) {
        return entries.reversed().stream()
                .filter(entry -> entry.name().equals(entry.isVariable() ? option.variable() : option.key()))
                .map(entry -> entry.text().strip())
                .findFirst()
                .filter(text -> !text.isEmpty());
    }

    private void add(String key, String text, String source) {
        entries.add(new Entry(key, false, text, source));
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
            add(key, properties.getProperty(key), file.toString());
        }
    }
}
