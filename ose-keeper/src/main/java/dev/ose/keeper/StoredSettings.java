package dev.ose.keeper;

import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationException;
import dev.ose.config.ConfigurationProblem;
import dev.ose.config.NodeOptions;
import dev.ose.config.S3Options;
import dev.ose.keeper.configuration.ConfigurationStore;
import dev.ose.keeper.configuration.JvmArguments;
import dev.ose.keeper.configuration.NodeArguments;
import dev.ose.keeper.configuration.StoredConfiguration;
import dev.ose.keeper.supervision.Settings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the node's settings from the configuration directory. */
final class StoredSettings implements Settings.Source {

    private static final String SECRETS = "secrets";

    private final ConfigurationStore store;
    private final Path runDirectory;
    private final Path dataDirectory;
    private final Path java;
    private volatile @Nullable Validated validated;

    /** A configuration and what it was read from. */
    private record Validated(StoredConfiguration stored, Configuration configuration) {}

    /**
     * @param dataDirectory the node's data directory if the configuration names none
     * @param java the node's Java
     */
    StoredSettings(ConfigurationStore store, Path runDirectory, Path dataDirectory, Path java) {
        this.store = store;
        this.runDirectory = runDirectory;
        this.dataDirectory = dataDirectory;
        this.java = java;
    }

    @Override
    public Settings read() throws Settings.UnusableException {
        try {
            StoredConfiguration stored = store.read();
            return new Settings(stored.jvmArgumentList(), NodeArguments.prepare(store, runDirectory, dataDirectory));
        } catch (ConfigurationException e) {
            throw unusable(e);
        }
    }

    @Override
    public void tryJvm(List<String> jvmArguments) throws Settings.UnusableException {
        try {
            JvmArguments.check(java, jvmArguments);
        } catch (ConfigurationException e) {
            throw unusable(e);
        }
    }

    /** The region with which requests to the node are signed. */
    String region() {
        try {
            return configuration().get(S3Options.REGION);
        } catch (ConfigurationException e) {
            // The node runs with an older configuration; its response to a wrong region still proves that it responds.
            return S3Options.REGION.defaultText() == null ? "us-east-1" : S3Options.REGION.defaultText();
        }
    }

    /** Whether the keeper sends S3 probes of its own; false if the configuration cannot be read. */
    boolean probesS3() {
        try {
            return configuration().get(NodeOptions.KEEPER_S3_PROBE);
        } catch (ConfigurationException e) {
            return false;
        }
    }

    /** Whether load balancers may pass client addresses to the node in the PROXY protocol. */
    boolean isBehindBalancers() {
        try {
            return configuration().find(S3Options.PROXY_PROTOCOL).isPresent();
        } catch (ConfigurationException e) {
            return true;
        }
    }

    /** Validated once: the probes ask every two seconds, and each validation loads the installed adapters again. */
    private Configuration configuration() {
        StoredConfiguration stored = store.read();
        @Nullable Validated last = validated;
        if (last != null && last.stored().equals(stored)) {
            return last.configuration();
        }
        Configuration configuration = stored.check(runDirectory.toAbsolutePath().resolve(SECRETS));
        validated = new Validated(stored, configuration);
        return configuration;
    }

    private static Settings.UnusableException unusable(ConfigurationException e) {
        ConfigurationProblem first = e.problems().getFirst();
        return new Settings.UnusableException(first.code(), first.happened() + " " + first.remedy());
    }
}
