package dev.ose.cli;

import dev.ose.config.AdapterView;
import dev.ose.config.PlatformOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose platforms}: the storage platforms. */
final class PlatformsCommands {

    /** The platform that the node runs on. */
    static final String ATTACHED = "/api/v1/admin/platforms/main";

    private PlatformsCommands() {}

    static CommandLine group(Terminal terminal) {
        Supplier<CommandLine> add = () -> UnsupportedCommand.line(
                "add",
                "Not part of this version: use a platform beside the one that is enabled.",
                terminal,
                "This version uses one platform at a time.",
                "Enable the one to use: ose platforms enable PLATFORM.");
        return Group.of(
                "platforms",
                "The storage platforms that this version knows.",
                new ListAll(terminal),
                new Enable(terminal),
                new Disable(terminal),
                new Show(terminal),
                new Test(terminal),
                add);
    }

    @Command(
            name = "test",
            description = "Test from the node whether the attached platform can be used; exits with 1 if not.")
    private static final class Test extends AdminCommand {

        Test(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode result = post(ATTACHED + "/test", null);
            show(result, it -> new Table("STEP", "VERDICT", "MS", "FOUND", "REMEDY")
                    .rows(it.path("rows"), "name", "verdict", "millis", "detail", "remedy"));
            return result.path("usable").asBoolean() ? ExitCode.DONE : ExitCode.FAILED;
        }
    }

    /** The name of a supported platform, by the keeper's answer about adapters. */
    private static String known(String name, JsonNode answer) {
        String wanted = name.toLowerCase(Locale.ROOT);
        List<String> names =
                InstalledAdapters.read(answer).stream().map(AdapterView::kind).toList();
        if (!names.contains(wanted)) {
            String remedy = "The platforms are " + String.join(", ", names) + ", and those of adapters in "
                    + answer.path("directory").asString() + ".";
            throw CommandFailure.absent(
                    "This version has no platform " + name + ".",
                    Stream.concat(Stream.of(remedy), InstalledAdapters.refused(answer).stream())
                            .collect(Collectors.joining(" ")));
        }
        return wanted;
    }

    private static boolean isSet(JsonNode listing, String prefix) {
        for (JsonNode option : listing.path("options")) {
            if (option.path("set").asBoolean() && option.path("key").asString().startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    @Command(name = "list", description = "Show the platforms, and which one is enabled.")
    private static final class ListAll extends BaseCommand {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode listing = ask("options.list");
            String enabled = OptionCommands.find(listing, PlatformOptions.KIND.key())
                    .path("value")
                    .asString();
            List<Map<String, Object>> platforms = new ArrayList<>();
            JsonNode adapters = ask(InstalledAdapters.VERB);
            for (AdapterView adapter : InstalledAdapters.read(adapters)) {
                String name = adapter.kind();
                Map<String, Object> platform = new LinkedHashMap<>();
                platform.put("name", name);
                platform.put("enabled", name.equals(enabled));
                platform.put("configured", adapter.insideNode() || isSet(listing, "oss." + name + "."));
                platforms.add(platform);
            }
            show(Json.tree(platforms), PlatformsCommands::table);
            InstalledAdapters.refused(adapters).forEach(line -> say("ose: " + line));
            return ExitCode.DONE;
        }
    }

    private static Table table(JsonNode platforms) {
        Table table = new Table("PLATFORM", "ENABLED", "CONFIGURED");
        for (JsonNode platform : platforms) {
            table.row(
                    platform.path("name").asString(),
                    platform.path("enabled").asBoolean() ? "[ Y ]" : "[ N ]",
                    platform.path("configured").asBoolean() ? "[ Y ]" : "[ N ]");
        }
        return table;
    }

    @Command(
            name = "enable",
            description = "Keep object bytes on this platform from the next start on; one platform at a time.")
    private static final class Enable extends ConfigChangeCommand {

        @Parameters(paramLabel = "PLATFORM", description = "One of ose platforms list.")
        private String name = "";

        @Option(names = "--name", paramLabel = "NAME", hidden = true, description = "A display name; ignored.")
        private @Nullable String label;

        Enable(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (label != null) {
                say("ose: --name is ignored: the OSIS service reports its own name.");
            }
            return set(Map.of(PlatformOptions.KIND.key(), known(name, ask(InstalledAdapters.VERB))));
        }
    }

    @Command(name = "disable", description = "Return to the embedded platform; no data is moved or deleted.")
    private static final class Disable extends ConfigChangeCommand {

        @Parameters(paramLabel = "PLATFORM", description = "The one that is enabled.")
        private String name = "";

        Disable(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String wanted = known(name, ask(InstalledAdapters.VERB));
            String enabled = OptionCommands.find(ask("options.list"), PlatformOptions.KIND.key())
                    .path("value")
                    .asString();
            if (wanted.equals("embedded")) {
                throw CommandFailure.of(
                        ExitCode.REFUSED,
                        "OSE-3404",
                        "The embedded platform is the one that remains when no other is enabled.",
                        "Enable another one instead.");
            }
            return unset(wanted.equals(enabled) ? List.of(PlatformOptions.KIND.key()) : List.of());
        }
    }

    @Command(
            name = "show",
            description = {
                "Show the settings of one platform, secrets hidden.",
                "If the node runs on it, also its capacity, its capabilities and the results of their probes."
            })
    private static final class Show extends AdminCommand {

        @Parameters(paramLabel = "PLATFORM", description = "One of ose platforms list.")
        private String name = "";

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String wanted = known(name, ask(InstalledAdapters.VERB));
            JsonNode options = OptionCommands.chosen(ask("options.list"), true, "oss." + wanted + ".");
            JsonNode platform = attached(wanted);
            JsonNode answer = platform == null
                    ? Json.object("options", options)
                    : Json.object("options", options, "platform", platform);
            show(answer, Show::forPeople);
            return ExitCode.DONE;
        }

        /** The platform as reported by the node; null if no node runs, or it runs on another platform. */
        private @Nullable JsonNode attached(String wanted) {
            try {
                JsonNode platform = get(ATTACHED);
                return platform.path("kind").asString().equals(wanted) ? platform : null;
            } catch (CommandFailure e) {
                say("ose: What the platform can do is not known: " + e.getMessage());
                return null;
            }
        }

        private static String forPeople(JsonNode answer) {
            String settings = OptionCommands.table(answer.path("options")).toString();
            JsonNode platform = answer.path("platform");
            if (platform.isMissingNode()) {
                return settings;
            }
            JsonNode probe = platform.path("probe");
            List<String> lines = new ArrayList<>(List.of(
                    settings,
                    "",
                    platform.path("s3Endpoint").asString() + ", version "
                            + platform.path("version").asString() + ", tried: "
                            + probe.path("state").asString() + ' '
                            + Table.text(probe.path("finishedAt")),
                    capacity(platform.path("capacity")),
                    capabilities(platform, probe.path("results")).toString()));
            if (!probe.path("problem").asString("").isEmpty()) {
                lines.add(probe.path("problem").asString());
            }
            return String.join("\n", lines);
        }

        /** The figures with their age and certainty, as the node read them. */
        private static String capacity(JsonNode capacity) {
            String problem = capacity.path("problem").asString("");
            String failure = problem.isEmpty() ? "" : ", the last attempt failed: " + problem;
            if (!capacity.has("totalBytes")) {
                String reason = capacity.has("readAt") ? ", the platform reports none" : ", not read yet";
                return "capacity: unknown" + (failure.isEmpty() ? reason : failure);
            }
            String stale = capacity.path("state").asString().equals("STALE") ? "stale, " : "";
            return "capacity: " + Table.text(capacity.path("usedBytes")) + " of "
                    + Table.text(capacity.path("totalBytes")) + " bytes used, "
                    + Table.text(capacity.path("availableBytes")) + " available, " + stale + "read "
                    + Table.text(capacity.path("readAt")) + failure;
        }

        /** All capabilities and probed features of the platform, by name. */
        private static Table capabilities(JsonNode platform, JsonNode results) {
            Set<String> used = new TreeSet<>();
            platform.path("capabilities").forEach(capability -> used.add(capability.asString()));
            Set<String> all = new TreeSet<>(used);
            results.properties().forEach(result -> all.add(result.getKey()));
            Table table = new Table("CAPABILITY", "USED", "FOUND");
            for (String capability : all) {
                table.row(
                        capability,
                        used.contains(capability) ? "[ Y ]" : "[ N ]",
                        results.path(capability).asString(""));
            }
            return table;
        }
    }
}
