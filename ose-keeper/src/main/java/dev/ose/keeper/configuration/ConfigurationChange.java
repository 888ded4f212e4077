package dev.ose.keeper.configuration;

import dev.ose.config.Option;
import dev.ose.config.OptionCatalogue;
import dev.ose.config.SpringKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A difference between two configurations, as shown to operators and scripts.
 *
 * @param from the former value; absent if the key was not set
 * @param to the new value; absent if the key is removed
 */
public record ConfigurationChange(
        String key, @Nullable String from, @Nullable String to) {

    private static final String HIDDEN = "***";

    /** The differences by key; of secrets only the fact that they differ is reported, never the value. */
    public static List<ConfigurationChange> between(StoredConfiguration before, StoredConfiguration after) {
        List<ConfigurationChange> changes = new ArrayList<>();
        OptionCatalogue known = after.catalogue();
        compare(before.options().values(), after.options().values())
                .forEach((key) -> changes.add(new ConfigurationChange(
                        key,
                        shown(known, key, before.options().values().get(key)),
                        shown(known, key, after.options().values().get(key)))));
        compare(before.secrets(), after.secrets())
                .forEach(key -> changes.add(new ConfigurationChange(
                        key,
                        before.secrets().containsKey(key) ? HIDDEN : null,
                        after.secrets().containsKey(key) ? HIDDEN : null)));
        changes.sort(Comparator.comparing(ConfigurationChange::key));
        if (!before.jvmArgumentList().equals(after.jvmArgumentList())) {
            changes.add(new ConfigurationChange(
                    ConfigurationStore.JVM_OPTIONS,
                    String.join(" ", before.jvmArgumentList()),
                    String.join(" ", after.jvmArgumentList())));
        }
        return changes;
    }

    /** Whether it takes effect only after a restart of the node, as all options of adapters do. */
    public boolean needsRestart() {
        return OptionCatalogue.builtIn().find(key).map(Option::needsRestart).orElse(true);
    }

    /** The displayable form of a value; the value of a key that holds a secret by mistake is masked, too. */
    public static @Nullable String shown(OptionCatalogue known, String key, @Nullable String value) {
        boolean isSecret = known.secret(key).isPresent()
                || known.find(key).map(Option::secret).orElse(SpringKeys.isSecret(key));
        return value == null || !isSecret ? value : HIDDEN;
    }

    private static <V> TreeSet<String> compare(Map<String, V> before, Map<String, V> after) {
        TreeSet<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        keys.removeIf(key -> Objects.equals(before.get(key), after.get(key)));
        return keys;
    }
}
