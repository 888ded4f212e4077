package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.adapter.file.PrivateFiles;
import dev.ose.config.ConfigurationException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration directory, {@code /etc/ose} on a host. A change is written beside the present files, forced to
 * disk, committed by one rename, and then moved into place: after a crash at any point either the old or the new
 * configuration is complete, and {@link #read} finishes moving the new one. Thread-safe within a process; the caller
 * ensures that only one keeper uses a directory.
 */
public final class ConfigurationStore {

    public static final String OPTIONS = "ose.properties";
    public static final String SECRETS = "secrets.properties";
    public static final String JVM_OPTIONS = "jvm.options";

    private static final String DRAFT = ".change.new";
    private static final String ACCEPTED = ".change";
    private static final long MAX_FILE_BYTES = 1 << 20;

    private final Path directory;

    /** @param directory must exist and belong to the keeper's user */
    public ConfigurationStore(Path directory) {
        this.directory = directory.toAbsolutePath();
    }

    public Path directory() {
        return directory;
    }

    /**
     * Reads all files. A missing file counts as empty.
     *
     * @throws ConfigurationException if it cannot be read, or others than the owner have access to the secrets
     */
    public synchronized StoredConfiguration read() {
        try {
            putInPlace();
            refuseOpenSecrets();
            Map<String, Secret> secrets = new TreeMap<>();
            properties(SECRETS).values().forEach((key, value) -> secrets.put(key, Secret.of(value)));
            return new StoredConfiguration(properties(OPTIONS), secrets, text(JVM_OPTIONS));
        } catch (IOException e) {
            throw ConfigurationErrors.of(
                    ConfigurationErrors.UNREADABLE,
                    "The configuration in " + directory + " cannot be read: " + reason(e) + ".",
                    directory.toString(),
                    "Check its path, that user " + System.getProperty("user.name") + " owns it, and its permissions.");
        }
    }

    /**
     * Replaces the configuration by {@code next} atomically. Unchanged files are not written. Blocks until the change
     * is on the disk.
     *
     * @throws ConfigurationException if it cannot be written; the former configuration then stays
     */
    public void write(StoredConfiguration next) {
        write(next, Map.of());
    }

    /** The same, with attached files that are committed by the same rename. */
    public synchronized void write(StoredConfiguration next, Map<AttachedFile, Secret> files) {
        StoredConfiguration present = read();
        Map<String, Secret> changed = new LinkedHashMap<>();
        files.forEach((file, contents) -> changed.put(file.fileName(), contents));
        if (!next.options().equals(present.options())) {
            changed.put(OPTIONS, Secret.of(next.options().text()));
        }
        if (!next.secrets().equals(present.secrets())) {
            changed.put(SECRETS, secretsText(next.secrets()));
        }
        if (!next.jvmArguments().equals(present.jvmArguments())) {
            changed.put(JVM_OPTIONS, Secret.of(next.jvmArguments()));
        }
        if (changed.isEmpty()) {
            return;
        }
        try {
            declare(changed);
            putInPlace();
        } catch (IOException e) {
            throw ConfigurationErrors.of(
                    ConfigurationErrors.UNWRITABLE,
                    "The configuration in " + directory + " cannot be written: " + reason(e) + ".",
                    directory.toString(),
                    "Check that the disk has room and that user " + System.getProperty("user.name") + " owns "
                            + directory + ".");
        }
    }

    /** Writes the changed files into a directory of their own; its last rename commits the change. */
    private void declare(Map<String, Secret> changed) throws IOException {
        Path draft = directory.resolve(DRAFT);
        clear(draft);
        Files.createDirectory(draft, PosixFilePermissions.asFileAttribute(DurableFile.OWNER_DIRECTORY));
        try {
            for (Map.Entry<String, Secret> file : changed.entrySet()) {
                boolean isOpen = file.getKey().equals(OPTIONS) || file.getKey().equals(JVM_OPTIONS);
                DurableFile.create(
                        draft.resolve(file.getKey()),
                        file.getValue(),
                        isOpen ? DurableFile.OWNER_AND_GROUP : DurableFile.OWNER_ONLY);
            }
            PrivateFiles.sync(draft);
            Files.move(draft, directory.resolve(ACCEPTED), StandardCopyOption.ATOMIC_MOVE);
            PrivateFiles.sync(directory);
        } catch (IOException e) {
            clear(draft);
            throw e;
        }
    }

    /** Moves the files of a committed change into place; idempotent, so that it can be repeated after a crash. */
    private void putInPlace() throws IOException {
        Path accepted = directory.resolve(ACCEPTED);
        if (!Files.isDirectory(accepted)) {
            return;
        }
        for (Path file : files(accepted)) {
            Files.move(file, directory.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
        PrivateFiles.sync(directory);
        clear(accepted);
    }

    private static void clear(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            for (Path file : files(folder)) {
                Files.delete(file);
            }
            Files.delete(folder);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private void refuseOpenSecrets() throws IOException {
        Path file = directory.resolve(SECRETS);
        if (Files.notExists(file)) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        if (!DurableFile.OWNER_ONLY.containsAll(permissions)) {
            throw ConfigurationErrors.of(
                    ConfigurationErrors.OPEN_TO_OTHERS,
                    "The file " + file + " holds secrets and is open to others than its owner ("
                            + PosixFilePermissions.toString(permissions) + ").",
                    file.toString(),
                    "Run: chmod 600 " + file + ", and replace the secrets in it if others have this host's shell.");
        }
    }

    private PropertiesText properties(String name) throws IOException {
        try {
            return PropertiesText.parse(text(name));
        } catch (IllegalArgumentException e) {
            throw new IOException(name + " is no properties file: " + e.getMessage(), e);
        }
    }

    private String text(String name) throws IOException {
        Path file = directory.resolve(name);
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                throw new IOException(name + " is larger than 1 MiB");
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException(name + " is no text in UTF-8", e);
        } catch (NoSuchFileException e) {
            if (Files.isDirectory(directory)) {
                return "";
            }
            throw e;
        }
    }

    private static Secret secretsText(Map<String, Secret> secrets) {
        PropertiesText text = PropertiesText.EMPTY;
        for (Map.Entry<String, Secret> kept : new TreeMap<>(secrets).entrySet()) {
            String value = kept.getValue().use(bytes -> new String(bytes, StandardCharsets.UTF_8));
            text = text.with(kept.getKey(), value);
        }
        return Secret.of(text.text());
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException missing) {
            return "there is no " + missing.getFile();
        }
        @Nullable String message = e.getMessage();
        return e instanceof AccessDeniedException denied
                ? "no permission for " + denied.getFile()
                : message == null ? e.toString() : message;
    }
}
