package dev.ose.cli;

import dev.ose.client.CorsApi;
import dev.ose.client.CorsPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ose cors}. */
final class CorsCommands {

    private CorsCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "cors",
                "Which pages may use S3 in browsers whatever the rules of buckets say.",
                new Show(terminal),
                new Set(terminal));
    }

    @Command(name = "show", description = "Show the mode and the origins.")
    private static final class Show extends AdminCommand {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(CorsApi.getCorsPolicy());
        }
    }

    /** The modes of the admin API. */
    private enum Mode {
        BUCKET_RULES,
        ANY_ORIGIN,
        LISTED_ORIGINS
    }

    @Command(name = "set", description = "Set the mode and the origins; in force on all nodes within seconds.")
    private static final class Set extends AdminCommand {

        @Option(
                names = "--mode",
                required = true,
                paramLabel = "MODE",
                description = "One of ${COMPLETION-CANDIDATES}.")
        private @Nullable Mode mode;

        @Option(
                names = "--origin",
                paramLabel = "ORIGIN",
                description = "With LISTED_ORIGINS: such as https://app.example.com; may be repeated.")
        private List<String> origins = List.of();

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            CorsPolicy policy = CorsPolicy.of().withMode(String.valueOf(mode)).withOrigins(origins);
            return showOne(CorsApi.putCorsPolicy(policy));
        }
    }
}
