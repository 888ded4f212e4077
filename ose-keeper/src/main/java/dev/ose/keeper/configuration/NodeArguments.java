package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.adapter.file.PrivateFiles;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationException;
import dev.ose.config.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prepares the stored configuration for a node that is about to start. */
public final class NodeArguments {

    private NodeArguments() {}

    /**
     * Writes the stored secrets into files of their own and returns the arguments that point the node to everything. No
     * argument holds a secret.
     *
     * @param dataDirectory the node's data directory if the configuration names none
     * @param run a directory of the keeper that does not survive a reboot, such as {@code /run/ose}
     * @throws ConfigurationException if a node would not start with it, or the files cannot be written
     */
    public static List<String> prepare(ConfigurationStore store, Path run, Path dataDirectory) {
        StoredConfiguration stored = store.read();
        Path folder = run.toAbsolutePath().resolve("secrets");
        Configuration configuration = stored.check(folder);
        List<String> arguments = new ArrayList<>();
        // A node rejects a path that does not exist.
        if (Files.exists(store.directory().resolve(ConfigurationStore.OPTIONS))) {
            arguments.add("--config=" + store.directory().resolve(ConfigurationStore.OPTIONS));
        }
        try {
            PrivateFiles.makeDirectory(folder);
            for (Map.Entry<String, Secret> secret : new TreeMap<>(stored.secrets()).entrySet()) {
                Path file = folder.resolve(secret.getKey());
                write(file, secret.getValue());
                configuration
                        .catalogue()
                        .secret(secret.getKey())
                        .ifPresent(kept -> arguments.add("--" + kept.file().key() + "=" + file));
            }
        } catch (IOException e) {
            throw ConfigurationErrors.of(
                    ConfigurationErrors.UNWRITABLE,
                    "The secrets cannot be handed to the node in " + folder + ": " + e.getMessage() + ".",
                    folder.toString(),
                    "Check that it has room and belongs to user " + System.getProperty("user.name") + ".");
        }
        if (!configuration.isSet(NodeOptions.DATA_DIRECTORY)) {
            arguments.add("--" + NodeOptions.DATA_DIRECTORY.key() + "=" + dataDirectory);
        }
        return arguments;
    }

    /** By rename, because a node that is being replaced may still read the former file. */
    private static void write(Path file, Secret secret) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(draft);
        DurableFile.create(draft, secret, DurableFile.OWNER_ONLY);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
