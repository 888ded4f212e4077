package dev.ose.cli;

import dev.ose.adapter.Secret;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ose cert}. */
final class CertificateCommands {

    private CertificateCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "cert",
                "The certificates of the node's listeners.",
                Group.takingForce(() -> new Import(terminal)),
                new Generate(terminal),
                new Show(terminal));
    }

    @Command(
            name = "import",
            description = {
                "Take a private key and its certificates from a PKCS#12 file, for the S3 and the admin listener.",
                "A running node serves a replaced certificate within seconds; for the first one it must be restarted."
            })
    private static final class Import extends ConfigChangeCommand {

        @Option(names = "--path", required = true, paramLabel = "FILE", description = "The PKCS#12 file.")
        private Path path = Path.of("");

        @Mixin
        private SecretInput secret = new SecretInput();

        Import(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Secret file = Secret.of(Base64.getEncoder().encode(ConfigCommands.read(path)));
            Secret password = secret.read(terminal(), "Password of the file");
            return showChange(
                    ask("certificate.import", Map.of(), Map.of("file", file, "password", password), isDryRun()));
        }
    }

    @Command(name = "generate", description = "Create a self-signed certificate, to begin with.")
    private static final class Generate extends ConfigChangeCommand {

        @Option(
                names = "--name",
                required = true,
                split = ",",
                paramLabel = "NAME",
                description = "Host names and addresses it is valid for, such as s3.example.com,*.s3.example.com.")
        private List<String> names = List.of();

        @Option(names = "--days", paramLabel = "N", description = "Days of validity (default: ${DEFAULT-VALUE}).")
        private int days = 365;

        Generate(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showChange(ask(
                    "certificate.generate",
                    Map.of("names", String.join(",", names), "days", Integer.toString(days)),
                    Map.of(),
                    isDryRun()));
        }
    }

    @Command(name = "show", description = "Show the certificates of the listeners.")
    private static final class Show extends BaseCommand {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(ask("certificate.show"), it -> new Table(
                            "LISTENER", "NAMES", "ISSUER", "GOOD UNTIL", "FILE", "PROBLEM")
                    .rows(it, "listener", "names", "issuer", "notAfter", "file", "problem"));
            return ExitCode.DONE;
        }
    }
}
