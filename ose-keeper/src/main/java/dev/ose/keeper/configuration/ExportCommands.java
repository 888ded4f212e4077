package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.config.Configuration;
import dev.ose.config.ManagedSecret;
import dev.ose.config.NodeOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Moves the whole configuration to another host: options, secrets, JVM arguments, and the files that they name. */
final class ExportCommands {

    static final String UNREADABLE_FILE = "OSE-1315";
    static final String OTHER_KEYRING = "OSE-1316";

    private final ConfigurationStore store;
    private final OptionActions options;
    private final Path dataDirectory;
    private final Clock clock;
    private final SecureRandom random;

    ExportCommands(
            ConfigurationStore store, OptionActions options, Path dataDirectory, Clock clock, SecureRandom random) {
        this.store = store;
        this.options = options;
        this.dataDirectory = dataDirectory;
        this.clock = clock;
        this.random = random;
    }

    /**
     * A sealed export.
     *
     * @param file in Base64
     * @param files included beside the options
     */
    record Exported(String file, List<String> files, boolean keyring) {}

    /** The changes of an import, made or planned. */
    record Imported(
            List<ConfigurationChange> changes,
            List<String> files,
            boolean dryRun,
            boolean restart,
            String exportedAt,
            List<String> warnings) {}

    Exported export(Secret password) {
        StoredConfiguration stored = store.read();
        Configuration configuration = stored.check(store.directory());
        Map<AttachedFile, Secret> files = new EnumMap<>(AttachedFile.class);
        PropertiesText portable = stored.options();
        for (AttachedFile attached : AttachedFile.values()) {
            Path path = configuration.find(attached.option()).orElse(null);
            if (path == null && attached == AttachedFile.KEYRING) {
                // The node keeps it there by default; absent if it was never started.
                Path data = configuration.isSet(NodeOptions.DATA_DIRECTORY)
                        ? configuration.get(NodeOptions.DATA_DIRECTORY)
                        : dataDirectory;
                Path own = data.resolve(attached.fileName());
                path = Files.exists(own) ? own : null;
            }
            if (path != null) {
                files.put(attached, contents(path));
                portable = portable.without(attached.option().key());
            }
        }
        Map<String, Secret> secrets = new TreeMap<>(stored.secrets());
        for (ManagedSecret kept : configuration.catalogue().secrets()) {
            if (!secrets.containsKey(kept.key())) {
                configuration.find(kept.file()).ifPresent(path -> secrets.put(kept.key(), firstLine(contents(path))));
            }
            portable = portable.without(kept.file().key());
        }
        byte[] contents = new Portable(
                        clock.instant().toString(), stored.withOptions(portable).withSecrets(secrets), files)
                .write();
        try {
            byte[] sealed = SealedExport.seal(contents, password, random);
            return new Exported(
                    Base64.getEncoder().encodeToString(sealed), names(files), files.containsKey(AttachedFile.KEYRING));
        } finally {
            Arrays.fill(contents, (byte) 0);
        }
    }

    Imported importFile(byte[] sealed, Secret password, boolean dryRun) {
        byte[] contents = SealedExport.open(sealed, password);
        Portable portable;
        try {
            portable = Portable.read(contents);
        } finally {
            Arrays.fill(contents, (byte) 0);
        }
        StoredConfiguration before = store.read();
        PropertiesText next = portable.configuration().options();
        for (AttachedFile attached : portable.files().keySet()) {
            Path place = store.directory().resolve(attached.fileName());
            refuseOtherKeyring(attached, place, portable);
            next = next.with(attached.option().key(), place.toString());
        }
        StoredConfiguration after = portable.configuration().withOptions(next);
        // The import carries the other file's comments; if no value differs, the present file stays as it is.
        if (after.options().values().equals(before.options().values())) {
            after = after.withOptions(before.options());
        }
        OptionActions.Outcome outcome = options.apply(before, after, changed(portable), dryRun);
        return new Imported(
                outcome.changes(),
                names(changed(portable)),
                dryRun,
                outcome.restart() || !portable.files().isEmpty(),
                portable.exportedAt(),
                outcome.warnings());
    }

    /** Secrets encrypted with a lost key file are lost, so a key file is never replaced by another. */
    private void refuseOtherKeyring(AttachedFile attached, Path place, Portable portable) {
        if (attached == AttachedFile.KEYRING
                && Files.exists(place)
                && !Optional.of(contents(place))
                        .equals(Optional.ofNullable(portable.files().get(attached)))) {
            throw ConfigurationErrors.of(
                    OTHER_KEYRING,
                    "This host has another key file, " + place + ", than the export.",
                    place.toString(),
                    "If no database needs it any more, keep a copy of it elsewhere, remove it, and import again.");
        }
    }

    private Map<AttachedFile, Secret> changed(Portable portable) {
        Map<AttachedFile, Secret> changed = new EnumMap<>(AttachedFile.class);
        portable.files().forEach((attached, contents) -> {
            Path place = store.directory().resolve(attached.fileName());
            if (Files.notExists(place) || !contents(place).equals(contents)) {
                changed.put(attached, contents);
            }
        });
        return changed;
    }

    private static List<String> names(Map<AttachedFile, Secret> files) {
        return files.keySet().stream().map(AttachedFile::fileName).toList();
    }

    private static Secret contents(Path path) {
        try {
            byte[] bytes = Files.readAllBytes(path);
            try {
                return Secret.of(bytes);
            } finally {
                Arrays.fill(bytes, (byte) 0);
            }
        } catch (IOException e) {
            throw ConfigurationErrors.of(
                    UNREADABLE_FILE,
                    "The file " + path + ", which the configuration names, cannot be read"
                            + (e instanceof NoSuchFileException ? ": it is not there." : "."),
                    path.toString(),
                    "Check its path and that user " + System.getProperty("user.name") + " may read it.");
        }
    }

    private static Secret firstLine(Secret file) {
        return file.use(bytes -> {
            try (Stream<String> lines = new String(bytes, StandardCharsets.UTF_8).lines()) {
                return Secret.of(lines.findFirst().orElse(""));
            }
        });
    }
}
