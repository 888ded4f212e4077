package dev.ose.cli;

import dev.ose.adapter.Secret;
import dev.ose.config.AdapterView;
import dev.ose.config.PlatformOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose platforms add} and {@code remove}: platforms beside that of {@code oss.platform}. */
final class FurtherPlatformCommands {

    private FurtherPlatformCommands() {}

    /** The names in a listing of options. */
    static List<String> names(JsonNode listing) {
        String names = OptionCommands.find(listing, PlatformOptions.FURTHER.key())
                .path("value")
                .asString("");
        return Stream.of(names.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    @Command(
            name = "add",
            description = {
                "Use a platform beside the one that is enabled, from the next start on.",
                "Add it on all nodes. New tenants are placed on it by ose tenant create --platform NAME."
            })
    static final class Add extends ConfigChangeCommand {

        @Parameters(paramLabel = "NAME", description = "Its name, which never changes.")
        private String name = "";

        @Option(names = "--kind", required = true, paramLabel = "KIND", description = "One of ose platforms list.")
        private String kind = "";

        @Option(names = "--url", paramLabel = "URL", description = "Address of its administration.")
        private @Nullable String url;

        @Option(
                names = "--user",
                paramLabel = "NAME",
                description = "The user, or the access key, to log in with there; its secret is asked for.")
        private @Nullable String user;

        @Option(names = "--region", paramLabel = "REGION", description = "Region that requests to it are signed for.")
        private @Nullable String region;

        @Option(
                names = "--s3-url",
                paramLabel = "URL",
                description = "Address of its S3 service, if it differs from the administration.")
        private @Nullable String s3;

        @Option(
                names = "--set",
                paramLabel = "OPTION=VALUE",
                description = "Another option of the kind, without oss.KIND. in front; repeatable.")
        private Map<String, String> more = new TreeMap<>();

        @Mixin
        private SecretInput secret = new SecretInput();

        Add(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode adapters = ask(InstalledAdapters.VERB);
            String known = PlatformsCommands.known(kind, adapters);
            List<String> names = new ArrayList<>(names(ask("options.list")));
            if (!names.contains(name)) {
                names.add(name);
            }
            UnaryOperator<String> ownKey = key -> PlatformOptions.keyOf(name, key);
            Map<String, String> set = new TreeMap<>(Map.of(
                    PlatformOptions.FURTHER.key(),
                    String.join(",", names),
                    ownKey.apply(PlatformOptions.KIND.key()),
                    known));
            Map<String, Secret> secrets = new TreeMap<>();
            more.forEach((option, value) -> set.put(ownKey.apply("oss." + known + '.' + option), value));
            InstalledAdapters.read(adapters).stream()
                    .filter(view -> view.kind().equals(known))
                    .findFirst()
                    .flatMap(view -> Optional.ofNullable(view.commands()))
                    .ifPresent(commands -> put(commands, ownKey, set, secrets));
            return change(set, secrets, List.of());
        }

        private void put(
                AdapterView.Commands commands,
                UnaryOperator<String> ownKey,
                Map<String, String> set,
                Map<String, Secret> secrets) {
            AdapterView.Side admin = commands.admin();
            put(set, ownKey, admin.url(), url);
            put(set, ownKey, admin.user(), user);
            put(set, ownKey, admin.region(), region);
            put(set, ownKey, commands.s3().region(), region);
            put(set, ownKey, commands.s3().url(), s3);
            if (user != null) {
                admin.secret().ifPresent(key -> secrets.put(ownKey.apply(key), secret.read(terminal(), "Secret")));
            }
        }

        private static void put(
                Map<String, String> set, UnaryOperator<String> ownKey, @Nullable String key, @Nullable String value) {
            if (key != null && value != null) {
                set.put(ownKey.apply(key), value);
            }
        }
    }

    @Command(
            name = "remove",
            description = {
                "Stop using a further platform from the next start on; no data is moved or deleted.",
                "Until it is added again by the same name, requests of tenants on it are answered ServiceUnavailable."
            })
    static final class Remove extends ConfigChangeCommand {

        @Parameters(paramLabel = "NAME", description = "One that was added.")
        private String name = "";

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode listing = ask("options.list");
            List<String> names = new ArrayList<>(names(listing));
            if (!names.remove(name)) {
                throw CommandFailure.absent(
                        "There is no further platform " + name + ".", "Those are listed by ose platforms list.");
            }
            List<String> unset = new ArrayList<>();
            OptionCommands.chosen(listing, false, PlatformOptions.keyOf(name, "oss."))
                    .forEach(option -> unset.add(option.path("key").asString()));
            Map<String, String> set = new TreeMap<>();
            if (names.isEmpty()) {
                unset.add(PlatformOptions.FURTHER.key());
            } else {
                set.put(PlatformOptions.FURTHER.key(), String.join(",", names));
            }
            return change(set, Map.of(), unset);
        }
    }
}
