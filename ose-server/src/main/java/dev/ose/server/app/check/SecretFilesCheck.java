package dev.ose.server.app.check;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.ManagedSecret;
import dev.ose.config.NodeOptions;
import dev.ose.config.Option;
import dev.ose.config.S3Options;
import dev.ose.control.Finding;
import dev.ose.keyring.Keyring;
import dev.ose.keyring.KeyringException;
import dev.ose.server.app.options.SecretFiles;
import dev.ose.server.runtime.lifecycle.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Checks that files with secrets are readable by the node and by no other account. Files that others can read are
 * reported, but not refused: in containers the orchestrator sets their mode.
 */
public final class SecretFilesCheck {

    private static final String NAME = "Secret files";
    private static final String KEY_FILE = "Key file";

    private final Configuration configuration;

    public SecretFilesCheck(Configuration configuration) {
        this.configuration = configuration;
    }

    /** Skips files that are neither configured nor present. Blocks on the disk. */
    public void run(Consumer<Finding> report) {
        keyFile(report);
        secretFiles(report);
    }

    private void secretFiles(Consumer<Finding> report) {
        List<Finding> amiss = new ArrayList<>();
        List<Path> looked = new ArrayList<>();
        configuration.catalogue().secrets().stream()
                .map(ManagedSecret::file)
                .forEach(option -> configuration.find(option).ifPresent(file -> {
                    looked.add(file);
                    readable(option, file, amiss);
                }));
        // Readability of private keys is part of the certificate's check.
        Stream.of(S3Options.TLS_PRIVATE_KEY, AdminOptions.TLS_PRIVATE_KEY)
                .forEach(option -> configuration.find(option).ifPresent(looked::add));
        looked.stream().distinct().filter(Files::isRegularFile).forEach(file -> closed(file, amiss));
        amiss.forEach(report);
        if (amiss.isEmpty() && !looked.isEmpty()) {
            report.accept(Finding.valid(NAME, looked.size() + " of them, closed to others"));
        }
    }

    /** Opened like in a node, but never created. */
    private void keyFile(Consumer<Finding> report) {
        Optional<Path> named = configuration.find(NodeOptions.KEYRING_FILE);
        Path file = named.orElseGet(
                () -> configuration.get(NodeOptions.DATA_DIRECTORY).resolve("keyring.json"));
        if (Files.notExists(file)) {
            named.ifPresent(it -> report.accept(Finding.warning(
                    KEY_FILE,
                    it
                            + " is not there; the node would create a new one, which decrypts nothing that"
                            + " others have stored",
                    "Fine for the first node of a database. For others: ose config export there, ose"
                            + " config import here.")));
            return;
        }
        try {
            Keyring.open(file);
            report.accept(Finding.valid(KEY_FILE, file + " can be used"));
        } catch (KeyringException e) {
            report.accept(Finding.failed(
                    KEY_FILE,
                    String.valueOf(e.getMessage()),
                    "Never replace it by a new one while its database is in use."));
        }
    }

    private static void readable(Option<Path> option, Path file, List<Finding> amiss) {
        try {
            SecretFiles.firstLine(option, file);
        } catch (StartException e) {
            amiss.add(Finding.failed(
                    NAME,
                    String.valueOf(e.getMessage()),
                    "Or let the keeper store the secret: it accepts it with the command that sets the login."));
        }
    }

    private static void closed(Path file, List<Finding> amiss) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.contains(PosixFilePermission.OTHERS_READ)
                    || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
                amiss.add(Finding.warning(
                        NAME,
                        file + " is open to every user of this host (" + PosixFilePermissions.toString(permissions)
                                + ")",
                        "Run: chmod 600 " + file + ", and replace the secret if others have this host's shell."));
            }
        } catch (IOException e) {
            amiss.add(Finding.failed(NAME, file + " cannot be looked at: " + e.getMessage(), "Check its path."));
        }
    }
}
