package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.config.AdapterView;
import dev.ose.config.ConfigurationException;
import dev.ose.config.ConfigurationProblem;
import dev.ose.config.DeprecatedOptions;
import dev.ose.config.ManagedSecret;
import dev.ose.config.Option;
import dev.ose.config.OptionCatalogue;
import dev.ose.config.SpringKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists and changes options, stored secrets and JVM arguments. */
final class OptionActions {

    private final ConfigurationStore store;
    private final Path java;

    /** @param java the node's Java, on which JVM arguments are tried */
    OptionActions(ConfigurationStore store, Path java) {
        this.store = store;
        this.java = java;
    }

    /**
     * An option with its value on this host.
     *
     * @param value as set, or the default; absent for secrets
     * @param set whether the configuration sets it
     */
    record View(
            String key,
            @Nullable String value,
            boolean set,
            boolean secret,
            @Nullable String defaultValue,
            String allowed,
            boolean restart,
            String sentence) {}

    /** All known options, and the unknown keys that the configuration sets. */
    record Listing(List<View> options, List<String> unknown) {}

    /**
     * What a change did, or would do.
     *
     * @param warnings about the new values, a line each
     */
    record Outcome(List<ConfigurationChange> changes, boolean dryRun, boolean restart, List<String> warnings) {

        static Outcome of(List<ConfigurationChange> changes, List<ConfigurationProblem> warnings, boolean dryRun) {
            Set<String> changed = changes.stream().map(ConfigurationChange::key).collect(Collectors.toSet());
            return new Outcome(
                    changes,
                    dryRun,
                    changes.stream().anyMatch(ConfigurationChange::needsRestart),
                    warnings.stream()
                            .filter(warning -> changed.contains(warning.option()))
                            .map(ConfigurationProblem::line)
                            .toList());
        }
    }

    /**
     * The available adapters.
     *
     * @param directory of the jars of installed adapters
     * @param problems the reasons why files in the directory are not used
     */
    record Adapters(String directory, List<AdapterView> adapters, List<ConfigurationProblem> problems) {}

    Adapters adapters() {
        OptionCatalogue catalogue = store.read().catalogue();
        return new Adapters(
                catalogue.adapters().directory().toString(),
                AdapterView.of(catalogue),
                catalogue.adapters().problems());
    }

    Listing list() {
        StoredConfiguration stored = store.read();
        Map<String, String> values = new TreeMap<>(stored.options().values());
        List<View> views = new ArrayList<>();
        OptionCatalogue catalogue = stored.catalogue();
        for (Option<?> option : catalogue.all()) {
            @Nullable String value = values.remove(option.key());
            views.add(new View(
                    option.key(),
                    ConfigurationChange.shown(catalogue, option.key(), value == null ? option.defaultText() : value),
                    value != null,
                    option.secret(),
                    option.defaultText(),
                    option.type().allowed(),
                    option.needsRestart(),
                    option.sentence()));
        }
        for (ManagedSecret kept : catalogue.secrets()) {
            boolean set = stored.secrets().containsKey(kept.key());
            views.add(new View(
                    kept.key(),
                    set ? "***" : null,
                    set,
                    true,
                    null,
                    "any text of one line",
                    true,
                    "Kept by the keeper and handed to the node as "
                            + kept.file().key() + "."));
        }
        values.forEach((key, value) -> {
            if (SpringKeys.isOne(key)) {
                views.add(new View(
                        key,
                        ConfigurationChange.shown(catalogue, key, value),
                        true,
                        SpringKeys.isSecret(key),
                        null,
                        "whatever Spring Boot takes",
                        true,
                        "Passed to Spring Boot as it is."));
            }
        });
        values.keySet().removeIf(SpringKeys::isOne);
        return new Listing(views, List.copyOf(values.keySet()));
    }

    /**
     * Sets and removes options and stored secrets.
     *
     * @param set values by key; null removes the key
     */
    Outcome change(Map<String, @Nullable String> set, Map<String, Secret> secrets, boolean dryRun) {
        StoredConfiguration before = store.read();
        OptionCatalogue catalogue = before.catalogue();
        PropertiesText options = before.options();
        Map<String, Secret> kept = new LinkedHashMap<>(before.secrets());
        for (Map.Entry<String, @Nullable String> entry : new TreeMap<>(set).entrySet()) {
            String key = DeprecatedOptions.mapped(entry.getKey()).orElse(entry.getKey());
            @Nullable String value = entry.getValue();
            // One that is kept for an adapter that is gone can still be removed.
            if (kept.containsKey(key) || catalogue.secret(key).isPresent()) {
                kept.remove(key);
                if (value != null) {
                    kept.put(key, Secret.of(value));
                }
            } else if (value != null) {
                options = options.with(key, value.strip());
            } else {
                refuseUnknown(catalogue, key, options);
                options = options.without(key);
            }
        }
        kept.putAll(secrets);
        return apply(before, before.withOptions(options).withSecrets(kept), Map.of(), dryRun);
    }

    Outcome changeJvmArguments(List<String> arguments, boolean dryRun) {
        StoredConfiguration before = store.read();
        JvmArguments.check(java, arguments);
        return apply(before, before.withJvmArguments(JvmArguments.text(arguments)), Map.of(), dryRun);
    }

    List<String> jvmArguments() {
        return store.read().jvmArgumentList();
    }

    /** Stores {@code after} unless it has a problem that the present configuration does not have. */
    Outcome apply(
            StoredConfiguration before, StoredConfiguration after, Map<AttachedFile, Secret> files, boolean dryRun) {
        // A file that is already invalid can be repaired one option at a time.
        Set<String> known = new HashSet<>();
        problems(before).forEach(problem -> known.add(problem.line()));
        List<ConfigurationProblem> brought = problems(after).stream()
                .filter(problem -> !known.contains(problem.line()))
                .toList();
        if (!brought.isEmpty()) {
            throw new ConfigurationException(brought);
        }
        if (!dryRun) {
            store.write(after, files);
        }
        return Outcome.of(ConfigurationChange.between(before, after), warnings(after), dryRun);
    }

    private List<ConfigurationProblem> problems(StoredConfiguration configuration) {
        try {
            configuration.check(store.directory());
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems();
        }
    }

    /** Empty if the configuration is invalid: its problems come first. */
    private List<ConfigurationProblem> warnings(StoredConfiguration configuration) {
        try {
            return configuration.check(store.directory()).warnings();
        } catch (ConfigurationException e) {
            return List.of();
        }
    }

    /** Removing a key that is not set is no change; removing a key that does not exist is a typing error. */
    private static void refuseUnknown(OptionCatalogue catalogue, String key, PropertiesText options) {
        if (!options.values().containsKey(key) && catalogue.find(key).isEmpty() && !SpringKeys.isOne(key)) {
            StoredConfiguration.EMPTY
                    .withOptions(PropertiesText.EMPTY.with(key, ""))
                    .check(Path.of("/"));
        }
    }
}
