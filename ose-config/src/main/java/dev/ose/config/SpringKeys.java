package dev.ose.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Properties of Spring Boot that are no options of OSE. They are passed on unchanged, with a warning: their effect is
 * unknown here, and parts that OSE creates by itself, such as its listeners and its connection pool, ignore them.
 *
 * <p>Properties that would weaken a node's security are refused: unchecked configuration files, other sources of beans,
 * pages and files served outside of the admin API's rules, and names that OSE sets itself.
 */
public final class SpringKeys {

    /** Prefix of log levels; the rest of the key is the logger's name. */
    public static final String LEVEL = "logging.level.";

    private static final List<String> PREFIXES = List.of("spring.", "server.", "logging.", "management.", "springdoc.");
    private static final Set<String> ALONE = Set.of("debug", "trace");

    /** In the form of {@link #canonical}. */
    private static final List<String> UNSAFE = List.of(
            "spring.aop.",
            "spring.application.admin.",
            "spring.autoconfigure.",
            "spring.config.",
            "spring.jackson.deserialization.",
            "spring.jmx.",
            "spring.main.",
            "spring.mvc.",
            "spring.profiles.",
            "spring.security.",
            "spring.servlet.",
            "spring.ssl.",
            "spring.threads.",
            "spring.web.",
            "server.servlet.",
            "server.ssl.",
            "springdoc.apidocs.",
            "springdoc.showactuator",
            "springdoc.writerwithorderbykeys");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._$\\[\\]-]{1,200}");
    private static final Set<String> LEVELS =
            Set.of("trace", "debug", "info", "warn", "error", "fatal", "off", "false");

    private SpringKeys() {}

    /** Whether a key has a prefix of Spring Boot. */
    public static boolean isOne(String key) {
        return ALONE.contains(key) || PREFIXES.stream().anyMatch(key::startsWith);
    }

    /** The reason to refuse a key or its value; empty if it is passed on. */
    static Optional<ConfigurationProblem> refusal(String key, String value, String source) {
        String canonical = canonical(key);
        if (!NAME.matcher(key).matches() || UNSAFE.stream().anyMatch(canonical::startsWith)) {
            return Optional.of(new ConfigurationProblem(
                    ConfigurationProblem.UNSAFE_FOR_SPRING,
                    key + " is not passed to Spring Boot: it could undo what keeps a node safe (set in " + source
                            + ").",
                    key,
                    "Remove it; ose args list --all shows the options there are."));
        }
        if (canonical.startsWith(LEVEL) && !LEVELS.contains(value.strip().toLowerCase(Locale.ROOT))) {
            return Optional.of(new ConfigurationProblem(
                    ConfigurationProblem.IMPOSSIBLE_VALUE,
                    key + " cannot be '" + value.strip() + "' (set in " + source + ").",
                    key,
                    "It must be trace, debug, info, warn, error or off."));
        }
        return Optional.empty();
    }

    /** The warning about a key that is passed on. */
    static ConfigurationProblem warning(String key, String value) {
        if (!key.startsWith(LEVEL)) {
            return new ConfigurationProblem(
                    ConfigurationProblem.PASSED_TO_SPRING,
                    key
                            + " is no option of OSE. It is passed to Spring Boot as it is, unchecked, and may have no"
                            + " effect.",
                    key,
                    "Remove it if that is not what you want.");
        }
        String level = value.strip().toLowerCase(Locale.ROOT);
        boolean isTalkative = level.equals("debug") || level.equals("trace");
        return new ConfigurationProblem(
                ConfigurationProblem.PASSED_TO_SPRING,
                "The logger " + key.substring(LEVEL.length()) + " is set to " + level + "."
                        + (isTalkative
                                ? " Its lines may be many, and hold names and values that belong to tenants."
                                : ""),
                key,
                isTalkative ? "Take it back after the search: ose args unset -k " + key : "It may stay.");
    }

    /** Spring ignores capitals, hyphens and underscores in names. */
    static String canonical(String key) {
        return key.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    /** Whether a value must not be shown, because the name suggests a secret. */
    public static boolean isSecret(String key) {
        String canonical = canonical(key);
        return isOne(key)
                && (canonical.contains("password") || canonical.contains("secret") || canonical.contains("token"));
    }
}
