package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationException;
import dev.ose.config.ConfigurationLoader;
import dev.ose.config.ManagedSecret;
import dev.ose.config.OptionCatalogue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Contents of the configuration directory.
 *
 * @param options {@code ose.properties}
 * @param secrets {@code secrets.properties}, by the keys of {@link ManagedSecret}
 * @param jvmArguments {@code jvm.options}: one JVM argument of the node per line, and comments
 */
public record StoredConfiguration(PropertiesText options, Map<String, Secret> secrets, String jvmArguments) {

    /** The configuration of a host that is not set up. */
    public static final StoredConfiguration EMPTY = new StoredConfiguration(PropertiesText.EMPTY, Map.of(), "");

    public StoredConfiguration {
        secrets = Map.copyOf(secrets);
    }

    public StoredConfiguration withOptions(PropertiesText next) {
        return new StoredConfiguration(next, secrets, jvmArguments);
    }

    public StoredConfiguration withSecrets(Map<String, Secret> next) {
        return new StoredConfiguration(options, next, jvmArguments);
    }

    public StoredConfiguration withJvmArguments(String next) {
        return new StoredConfiguration(options, secrets, next);
    }

    /** The arguments alone, without comments and blank lines. */
    public List<String> jvmArgumentList() {
        return JvmArguments.list(jvmArguments);
    }

    /** The options that there are here, those of installed adapters among them. Blocks to read the adapters. */
    public OptionCatalogue catalogue() {
        return ConfigurationLoader.catalogue(options.values());
    }

    /**
     * The configuration as a node will read it, with the secrets in {@code secretFiles}.
     *
     * @throws ConfigurationException if a node would not start with it
     */
    public Configuration check(Path secretFiles) {
        Map<String, String> values = new TreeMap<>(options.values());
        OptionCatalogue catalogue = catalogue();
        for (String key : secrets.keySet()) {
            ManagedSecret kept = catalogue.secret(key).orElseThrow(() -> absent(key, catalogue));
            if (values.put(kept.file().key(), secretFiles.resolve(key).toString()) != null) {
                throw ConfigurationErrors.of(
                        ConfigurationErrors.SECRET_TWICE,
                        kept.key() + " and " + kept.file().key() + " are both set.",
                        kept.key(),
                        "Keep one of them: ose args unset -k " + kept.file().key());
            }
        }
        return ConfigurationLoader.check(values, ConfigurationStore.OPTIONS);
    }

    /** A secret may be that of an adapter that is refused, and is then not to be removed. */
    private static ConfigurationException absent(String key, OptionCatalogue catalogue) {
        if (!catalogue.adapters().problems().isEmpty()) {
            return new ConfigurationException(catalogue.adapters().problems());
        }
        return ConfigurationErrors.of(
                ConfigurationErrors.NOT_A_SECRET,
                "There is no secret " + key + " (set in " + ConfigurationStore.SECRETS + ").",
                key,
                "Remove it; the secrets are "
                        + catalogue.secrets().stream().map(ManagedSecret::key).toList() + ".");
    }
}
