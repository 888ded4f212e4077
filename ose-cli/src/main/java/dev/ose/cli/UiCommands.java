package dev.ose.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code ose ui}: the plug-in in Cloud Director's portal. */
final class UiCommands {

    private static final int PIECE_BYTES = 2 << 20;

    private UiCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "ui",
                "The plug-in for Cloud Director's portal; see ose director.",
                Group.takingForce(() -> new Install(terminal)),
                new Show(terminal),
                new Publish(terminal),
                new Uninstall(terminal));
    }

    @Command(
            name = "install",
            description = {
                "Register the plug-in in Cloud Director, in place of its other versions.",
                "It knows the admin API by oss.admin.public-url: install it again after a change of that.",
                "A failed upload is rolled back."
            })
    private static final class Install extends BaseCommand {

        @Option(
                names = "--file",
                paramLabel = "FILE",
                description = "The plug-in, a zip with manifest.json (default: the one that this release brings).")
        private @Nullable Path file;

        @Option(
                names = "--publish",
                paramLabel = "TENANTS",
                description = "all, none, or names of organisations with commas between"
                        + " (default: as the version before, otherwise all).")
        private @Nullable String publish;

        @Mixin
        private DryRun dryRun = new DryRun();

        Install(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Map<String, String> arguments = new TreeMap<>();
            if (file != null) {
                handOver(file);
                arguments.put("staged", "");
            }
            if (publish != null) {
                arguments.put("publish", publish);
            }
            JsonNode answer = ask("ui.install", arguments, Map.of(), dryRun.isAskedFor());
            show(answer, it -> new Table("NAME", "VENDOR", "VERSION", "STATUS", "PUBLISHED", "REPLACES")
                    .row(
                            it.path("installed").path("name").asString(),
                            it.path("installed").path("vendor").asString(),
                            it.path("installed").path("version").asString(),
                            it.path("installed").path("status").asString(),
                            it.path("published").asBoolean() ? "[ Y ]" : "[ N ]",
                            versions(it.path("removed"))));
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            return ExitCode.DONE;
        }

        /** In pieces: the keeper limits the size of a command and may lack permission to read the caller's files. */
        private void handOver(Path from) {
            try (InputStream stream = Files.newInputStream(from)) {
                long position = 0;
                byte[] piece;
                do {
                    piece = stream.readNBytes(PIECE_BYTES);
                    ask(
                            "ui.stage",
                            Map.of(
                                    "position",
                                    Long.toString(position),
                                    "piece",
                                    Base64.getEncoder().encodeToString(piece)),
                            Map.of(),
                            false);
                    position += piece.length;
                } while (piece.length == PIECE_BYTES);
            } catch (IOException e) {
                throw CommandFailure.file("The file " + from + " cannot be read.", "Check its path and permissions.");
            }
        }
    }

    @Command(name = "show", description = "Show the plug-ins that Cloud Director has.")
    private static final class Show extends BaseCommand {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(ask("ui.show"), it -> new Table("NAME", "VENDOR", "VERSION", "STATUS", "ENABLED", "ID")
                    .rows(it, "name", "vendor", "version", "status", "enabled", "id"));
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "publish",
            description = {
                "Set the organisations of Cloud Director whose users see the plug-in, in all its versions.",
                "Without names it is the one that this release brings."
            })
    private static final class Publish extends BaseCommand {

        @Option(
                names = "--to",
                required = true,
                paramLabel = "TENANTS",
                description = "all, none, or names of organisations with commas between.")
        private String to = "";

        @Mixin
        private PluginName plugin = new PluginName();

        @Mixin
        private DryRun dryRun = new DryRun();

        Publish(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Map<String, String> arguments = plugin.arguments();
            arguments.put("to", to);
            show(ask("ui.publish", arguments, Map.of(), dryRun.isAskedFor()), it -> versionsOrNone(it));
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            return ExitCode.DONE;
        }
    }

    /** A plug-in as Cloud Director names it; without names the release's own. */
    private static final class PluginName {

        @Option(names = "--name", paramLabel = "NAME", description = "As ose ui show has it; needs --vendor.")
        private @Nullable String name;

        @Option(names = "--vendor", paramLabel = "VENDOR", description = "As ose ui show has it; needs --name.")
        private @Nullable String vendor;

        Map<String, String> arguments() {
            Map<String, String> arguments = new TreeMap<>();
            if (name != null && vendor != null) {
                arguments.put("name", name);
                arguments.put("vendor", vendor);
            } else if (name != null || vendor != null) {
                throw CommandFailure.incomplete(
                        "One of --name and --vendor is missing.", "Give both, as ose ui show has them.");
            }
            return arguments;
        }
    }

    private static Object versionsOrNone(JsonNode plugins) {
        return plugins.isEmpty()
                ? "Cloud Director has no such plug-in."
                : new Table("NAME", "VENDOR", "VERSION").rows(plugins, "name", "vendor", "version");
    }

    @Command(
            name = "uninstall",
            description = {
                "Remove the plug-in from Cloud Director, in all its versions.",
                "Without names it is the one that this release brings."
            })
    private static final class Uninstall extends BaseCommand {

        @Mixin
        private PluginName plugin = new PluginName();

        @Mixin
        private DryRun dryRun = new DryRun();

        Uninstall(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode answer = ask("ui.uninstall", plugin.arguments(), Map.of(), dryRun.isAskedFor());
            show(answer, it -> versionsOrNone(it.path("removed")));
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            return ExitCode.DONE;
        }
    }

    private static String versions(JsonNode plugins) {
        StringBuilder versions = new StringBuilder();
        for (JsonNode plugin : plugins) {
            versions.append(versions.isEmpty() ? "" : ", ")
                    .append(plugin.path("version").asString());
        }
        return versions.toString();
    }
}
