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

/** What the configuration directory says a node is started with. */
final class StoredSettings implements Settings.Source {

    private static final String SECRETS = "secrets";

    private final ConfigurationStore store;
    private final Path runDirectory;
    private final Path dataDirectory;
    private final Path java;

    /**
     * @param dataDirectory the node's, where the configuration names none
     * @param java the node's
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

    /** The region by which requests to the node are signed. */
    String region() {
        try {
            return configuration().get(S3Options.REGION);
        } catch (ConfigurationException e) {
            // The node runs with an older configuration; its answer to a wrong region is an answer, too.
            return S3Options.REGION.defaultText() == null ? "us-east-1" : S3Options.REGION.defaultText();
        }
    }

    /** Whether the keeper is to send S3 requests of its own; not while nobody can read what the operator wants. */
    boolean probesS3() {
        try {
            return configuration().get(NodeOptions.KEEPER_S3_PROBE);
        } catch (ConfigurationException e) {
            return false;
        }
    }

    /** Whether balancers may tell the node by the PROXY protocol who its clients are. */
    boolean isBehindBalancers() {
        try {
            return configuration().find(S3Options.PROXY_PROTOCOL).isPresent();
        } catch (ConfigurationException e) {
            return true;
        }
    }

    private Configuration configuration() {
        return store.read().check(runDirectory.toAbsolutePath().resolve(SECRETS));
    }

    private static Settings.UnusableException unusable(ConfigurationException e) {
        ConfigurationProblem first = e.problems().getFirst();
        return new Settings.UnusableException(first.code(), first.happened() + " " + first.remedy());
    }
}
