package dev.ose.cli;

import dev.ose.adapter.Secret;
import dev.ose.config.CephOptions;
import dev.ose.config.ManagedSecret;
import dev.ose.config.OsisOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code ose ceph}, {@code ose osis}: the connections to one platform, named as in the reference product: admin and s3.
 */
final class PlatformCommands {

    private PlatformCommands() {}

    /**
     * One connection of a platform.
     *
     * @param url the option of its URL
     * @param region the option of its region
     * @param user the option of its login; absent without a login
     * @param secret the login's secret
     */
    private record Side(
            String platform,
            String name,
            String url,
            String region,
            @Nullable String user,
            @Nullable ManagedSecret secret) {

        List<String> keys() {
            List<String> keys = new ArrayList<>(List.of(url));
            if (user != null) {
                keys.add(user);
            }
            if (secret != null) {
                keys.add(secret.key());
                keys.add(secret.file().key());
            }
            return keys;
        }
    }

    static CommandLine ceph(Terminal terminal) {
        Side admin = new Side(
                "ceph",
                "admin",
                CephOptions.ADMIN_ENDPOINT.key(),
                CephOptions.REGION.key(),
                CephOptions.ACCESS_KEY.key(),
                ManagedSecret.CEPH_SECRET_KEY);
        Side s3 = new Side("ceph", "s3", CephOptions.S3_ENDPOINT.key(), CephOptions.REGION.key(), null, null);
        return platform("ceph", "A Ceph object gateway as the platform.", terminal, admin, s3);
    }

    static CommandLine osis(Terminal terminal) {
        Side admin = new Side(
                "osis",
                "admin",
                OsisOptions.ENDPOINT.key(),
                OsisOptions.REGION.key(),
                OsisOptions.USER.key(),
                ManagedSecret.OSIS_SECRET);
        Side s3 = new Side("osis", "s3", OsisOptions.S3_ENDPOINT.key(), OsisOptions.REGION.key(), null, null);
        return platform("osis", "A platform with an OSIS service.", terminal, admin, s3);
    }

    private static CommandLine platform(String name, String description, Terminal terminal, Side admin, Side s3) {
        Supplier<CommandLine> iam = () -> UnsupportedCommand.line(
                "iam",
                "Not needed: nodes answer IAM requests themselves.",
                terminal,
                "The IAM endpoint of the platform is not used: nodes answer IAM requests themselves.",
                "Leave this command out; see docs/guide/iam.md.");
        return Group.of(
                name,
                description,
                side("Address and login of its administration.", terminal, admin),
                side("Address of its S3 service, if it differs from the administration.", terminal, s3),
                iam,
                new ConsoleCommand(terminal, name));
    }

    private static Supplier<CommandLine> side(String description, Terminal terminal, Side side) {
        Supplier<CommandLine> set = () -> {
            CommandLine line =
                    new CommandLine(side.user() == null ? new SetUrl(terminal, side) : new SetLogin(terminal, side));
            Group.acceptUnused(line, "--name", true);
            Group.acceptUnused(line, "--force", false);
            return line;
        };
        return () -> Group.of(
                side.name(),
                description,
                set,
                OptionCommands.show(
                        terminal, "Show its settings, secrets hidden.", true, "oss." + side.platform() + "."),
                new Unset(terminal, side));
    }

    @Command(name = "set", description = "Set its address and login.")
    private static final class SetLogin extends ConfigChangeCommand {

        private final Side side;

        @Option(names = "--url", required = true, paramLabel = "URL", description = "Its URL.")
        private String url = "";

        @Option(
                names = "--user",
                required = true,
                paramLabel = "NAME",
                description = "The user, or the access key, to log in with.")
        private String user = "";

        @Option(names = "--region", paramLabel = "REGION", description = "Region that requests to it are signed for.")
        private @Nullable String region;

        @Mixin
        private SecretInput secret = new SecretInput();

        SetLogin(Terminal terminal, Side side) {
            super(terminal);
            this.side = side;
        }

        @Override
        ExitCode perform() {
            ManagedSecret kept = java.util.Objects.requireNonNull(side.secret(), "a side with a login has a secret");
            Secret value = secret.read(terminal(), "Secret");
            Map<String, String> set = new TreeMap<>();
            set.put(side.url(), url);
            set.put(java.util.Objects.requireNonNull(side.user(), "a side with a login has a user"), user);
            if (region != null) {
                set.put(side.region(), region);
            }
            set.put("oss.platform", side.platform());
            return change(set, Map.of(kept.key(), value), List.of(kept.file().key()));
        }
    }

    @Command(name = "set", description = "Set its address.")
    private static final class SetUrl extends ConfigChangeCommand {

        private final Side side;

        @Parameters(arity = "0..1", paramLabel = "URL", description = "Its URL.")
        private @Nullable String url;

        @Option(names = "--url", paramLabel = "URL", description = "The same.")
        private @Nullable String named;

        @Option(names = "--region", paramLabel = "REGION", description = "Region that requests to it are signed for.")
        private @Nullable String region;

        SetUrl(Terminal terminal, Side side) {
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
            if (region != null) {
                set.put(side.region(), region);
            }
            return set(set);
        }
    }

    @Command(
            name = "unset",
            description = "Remove the settings; an enabled platform that is unreachable prevents the next start.")
    private static final class Unset extends ConfigChangeCommand {

        private final Side side;

        Unset(Terminal terminal, Side side) {
            super(terminal);
            this.side = side;
        }

        @Override
        ExitCode perform() {
            return unset(side.keys());
        }
    }
}
