package dev.ose.cli;

import dev.ose.adapter.Secret;
import dev.ose.config.AdapterView;
import dev.ose.config.OptionCatalogue;
import dev.ose.config.PlatformOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose KIND}: the connections to one platform, named as in the reference product: admin and s3. */
final class PlatformCommands {

    private PlatformCommands() {}

    /** The commands of the platforms that come with this release. */
    static List<CommandLine> builtIn(Terminal terminal) {
        return AdapterView.of(OptionCatalogue.builtIn()).stream()
                .filter(view -> view.commands() != null)
                .map(view -> of(view, terminal))
                .toList();
    }

    /** The commands of a platform that has some. */
    static CommandLine of(AdapterView view, Terminal terminal) {
        AdapterView.Commands commands = Objects.requireNonNull(view.commands(), "a platform that is set by commands");
        Supplier<CommandLine> iam = () -> UnsupportedCommand.line(
                "iam",
                "Not needed: nodes answer IAM requests themselves.",
                terminal,
                "The IAM endpoint of the platform is not used: nodes answer IAM requests themselves.",
                "Leave this command out; see docs/guide/iam.md.");
        return Group.of(
                view.kind(),
                commands.description(),
                side("admin", "Address and login of its administration.", terminal, view, commands.admin()),
                side(
                        "s3",
                        "Address of its S3 service, if it differs from the administration.",
                        terminal,
                        view,
                        commands.s3()),
                iam,
                new ConsoleCommand(terminal, view.kind()));
    }

    private static Supplier<CommandLine> side(
            String name, String description, Terminal terminal, AdapterView view, AdapterView.Side side) {
        return () -> Group.of(
                name,
                description,
                set(terminal, view.kind(), side),
                OptionCommands.show(terminal, "Show its settings, secrets hidden.", true, "oss." + view.kind() + "."),
                new Unset(terminal, side));
    }

    private static Supplier<CommandLine> set(Terminal terminal, String platform, AdapterView.Side side) {
        return () -> {
            CommandLine line = new CommandLine(
                    side.secret().isPresent() ? new SetLogin(terminal, platform, side) : new SetUrl(terminal, side));
            if (side.user() == null) {
                leaveOut(line, "--user");
            }
            if (side.region() == null) {
                leaveOut(line, "--region");
            }
            Group.acceptUnused(line, "--name", true);
            Group.acceptUnused(line, "--force", false);
            return line;
        };
    }

    /** Commands of a platform have no options for features that it lacks. */
    private static void leaveOut(CommandLine line, String option) {
        Optional.ofNullable(line.getCommandSpec().findOption(option)).ifPresent(line.getCommandSpec()::remove);
    }

    private static void put(Map<String, String> set, @Nullable String key, @Nullable String value) {
        if (key != null && value != null) {
            set.put(key, value);
        }
    }

    @Command(name = "set", description = "Set its address and login.")
    private static final class SetLogin extends ConfigChangeCommand {

        private final String platform;
        private final AdapterView.Side side;

        @Option(names = "--url", required = true, paramLabel = "URL", description = "Its URL.")
        private String url = "";

        @Option(
                names = "--user",
                required = true,
                paramLabel = "NAME",
                description = "The user, or the access key, to log in with.")
        private @Nullable String user;

        @Option(names = "--region", paramLabel = "REGION", description = "Region that requests to it are signed for.")
        private @Nullable String region;

        @Mixin
        private SecretInput secret = new SecretInput();

        SetLogin(Terminal terminal, String platform, AdapterView.Side side) {
            super(terminal);
            this.platform = platform;
            this.side = side;
        }

        @Override
        ExitCode perform() {
            Secret value = secret.read(terminal(), "Secret");
            Map<String, String> set = new TreeMap<>(Map.of(side.url(), url, PlatformOptions.KIND.key(), platform));
            put(set, side.user(), user);
            put(set, side.region(), region);
            return change(
                    set,
                    Map.of(side.secret().orElseThrow(), value),
                    side.secretFile() == null ? List.of() : List.of(side.secretFile()));
        }
    }

    @Command(name = "set", description = "Set its address.")
    private static final class SetUrl extends ConfigChangeCommand {

        private final AdapterView.Side side;

        @Parameters(arity = "0..1", paramLabel = "URL", description = "Its URL.")
        private @Nullable String url;

        @Option(names = "--url", paramLabel = "URL", description = "The same.")
        private @Nullable String named;

        @Option(names = "--region", paramLabel = "REGION", description = "Region that requests to it are signed for.")
        private @Nullable String region;

        SetUrl(Terminal terminal, AdapterView.Side side) {
            super(terminal);
            this.side = side;
        }

        @Override
        ExitCode perform() {
            String address = url == null ? named : url;
            if (address == null) {
                throw CommandFailure.incomplete("No URL was given.", "Give one, such as https://s3.example.com.");
            }
            Map<String, String> set = new TreeMap<>(Map.of(side.url(), address));
            put(set, side.region(), region);
            return set(set);
        }
    }

    @Command(
            name = "unset",
            description = "Remove the settings; an enabled platform that is unreachable prevents the next start.")
    private static final class Unset extends ConfigChangeCommand {

        private final AdapterView.Side side;

        Unset(Terminal terminal, AdapterView.Side side) {
            super(terminal);
            this.side = side;
        }

        @Override
        ExitCode perform() {
            List<String> keys = new ArrayList<>(List.of(side.url()));
            Stream.ofNullable(side.user()).forEach(keys::add);
            side.secret().ifPresent(keys::add);
            Stream.ofNullable(side.secretFile()).forEach(keys::add);
            return unset(keys);
        }
    }
}
