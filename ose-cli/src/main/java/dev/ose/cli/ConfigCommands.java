package dev.ose.cli;

import dev.ose.adapter.Secret;
import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code ose config}. */
final class ConfigCommands {

    private static final int MAX_BYTES = 2 << 20;

    private ConfigCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "config",
                "Show, check and copy the whole configuration.",
                OptionCommands.show(terminal, "Show all options that are set, secrets hidden.", false, ""),
                new Validate(terminal),
                new Export(terminal),
                new Import(terminal));
    }

    static byte[] read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw CommandFailure.file(
                        "The file " + file + " is larger than 2 MiB.", "Check that it is the right one.");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw CommandFailure.file("The file " + file + " cannot be read.", "Check its path and permissions.");
        }
    }

    @Command(
            name = "validate",
            description = {
                "Check everything that a node needs to serve: certificates, clock, database, disk, ports, platform.",
                "Changes nothing. Exits with 1 if a required check fails."
            })
    private static final class Validate extends Findings {

        Validate(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showFindings(ask("validate"));
        }
    }

    @Command(
            name = "export",
            description = {
                "Write the whole configuration, with secrets and the nodes' key file, to one encrypted file.",
                "File and password together disclose every secret of the installation."
            })
    private static final class Export extends BaseCommand {

        private static final int MIN_LENGTH = 12;

        @Option(
                names = "--file",
                required = true,
                paramLabel = "FILE",
                description = "The file to create; it must not exist.")
        private Path file = Path.of("");

        @Option(names = "--force", description = "Accept a password of less than 12 characters.")
        private boolean force;

        @Mixin
        private SecretInput secret = new SecretInput();

        Export(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Secret password = secret.readNew(terminal(), "Password");
            if (!force && password.<Integer>use(bytes -> bytes.length) < MIN_LENGTH) {
                throw CommandFailure.incomplete(
                        "The password has less than " + MIN_LENGTH + " characters.",
                        "Choose a longer one: passwords can be tried on a copy of the file without limit. Or add"
                                + " --force.");
            }
            JsonNode answer = ask("export", Map.of(), Map.of("password", password), false);
            write(Base64.getDecoder().decode(answer.path("file").asString()));
            boolean keyring = answer.path("keyring").asBoolean();
            show(
                    Json.object("file", file.toString(), "files", answer.path("files"), "keyring", keyring),
                    it -> "Exported to " + file);
            if (!keyring) {
                terminal()
                        .err()
                        .println("ose: The export has no key file yet, and nodes of one database need the same."
                                + " Start this node once, then export again.");
            }
            return ExitCode.DONE;
        }

        private void write(byte[] sealed) {
            // Root may export into another user's directory, where that user could place a symbolic link: the file is
            // created exclusively here, and written through the descriptor that created it.
            try (FileChannel channel =
                    PrivateFiles.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                fill(channel, sealed);
            } catch (FileAlreadyExistsException e) {
                throw CommandFailure.file(
                        "There is a file " + file + " already.", "Choose another name, or remove it.");
            } catch (IOException e) {
                throw CommandFailure.file(
                        "The file " + file + " cannot be written.",
                        "Check its path, its permissions, and that the disk has room.");
            }
        }

        /** Deletes an incomplete export, which could not be opened. */
        private void fill(FileChannel channel, byte[] sealed) throws IOException {
            try {
                PrivateFiles.write(channel, sealed);
                channel.force(true);
            } catch (IOException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        }
    }

    @Command(
            name = "import",
            description = {
                "Replace the configuration of this host by an export, atomically.",
                "With --dry-run it shows the differences, without values of secrets."
            })
    private static final class Import extends ConfigChangeCommand {

        @Option(names = "--file", required = true, paramLabel = "FILE", description = "What ose config export wrote.")
        private Path file = Path.of("");

        @Mixin
        private SecretInput secret = new SecretInput();

        Import(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            byte[] sealed = read(file);
            Secret password = secret.read(terminal(), "Password");
            JsonNode answer = ask(
                    "import",
                    Map.of("file", Base64.getEncoder().encodeToString(sealed)),
                    Map.of("password", password),
                    isDryRun());
            showChange(answer);
            Set<String> files = new TreeSet<>();
            answer.path("files").forEach(name -> files.add(name.asString()));
            if (!files.isEmpty()) {
                say("Files that " + (isDryRun() ? "would be" : "were") + " replaced: "
                        + String.join(", ", List.copyOf(files)));
            }
            return ExitCode.DONE;
        }
    }
}
