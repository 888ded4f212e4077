package dev.ose.cli;

import dev.ose.client.PlatformApi;
import dev.ose.client.PlatformCapacity;
import dev.ose.client.PlatformTestResult;
import dev.ose.client.PlatformTestRow;
import dev.ose.client.PlatformView;
import dev.ose.client.ProbeView;
import dev.ose.config.AdapterView;
import dev.ose.config.Configuration;
import dev.ose.config.PlatformOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    /** The platform that is enabled. */
    static final String ATTACHED = Configuration.MAIN_PLATFORM;

    private PlatformsCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "platforms",
                "The storage platforms that this version knows, and those that are used.",
                new ListAll(terminal),
                new Enable(terminal),
                new Disable(terminal),
                new FurtherPlatformCommands.Add(terminal),
                new FurtherPlatformCommands.Remove(terminal),
                new Show(terminal),
                new Test(terminal));
    }

    @Command(name = "test", description = "Test from the node whether a platform can be used; exits with 1 if not.")
    private static final class Test extends AdminCommand {

        @Parameters(arity = "0..1", paramLabel = "NAME", description = "One that was added; the enabled one if absent.")
        private String name = Configuration.MAIN_PLATFORM;

        Test(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            PlatformTestResult result = ask(PlatformApi.testPlatform(name));
            show(result.json(), json -> new Columns<PlatformTestRow>()
                    .with("STEP", PlatformTestRow::name)
                    .with("VERDICT", PlatformTestRow::verdict)
                    .with("MS", PlatformTestRow::millis)
                    .with("FOUND", PlatformTestRow::detail)
                    .with("REMEDY", PlatformTestRow::remedy)
                    .table(result.rows()));
            return result.usable() ? ExitCode.DONE : ExitCode.FAILED;
        }
    }

    /** The name of a supported platform, by the keeper's answer about adapters. */
    static String known(String name, JsonNode answer) {
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

    @Command(name = "list", description = "Show the platforms, which one is enabled, and those that were added.")
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
                platform.put("kind", name);
                platform.put("enabled", name.equals(enabled));
                platform.put("configured", adapter.insideNode() || isSet(listing, "oss." + name + "."));
                platforms.add(platform);
            }
            for (String name : FurtherPlatformCommands.names(listing)) {
                String kind = OptionCommands.find(listing, PlatformOptions.keyOf(name, PlatformOptions.KIND.key()))
                        .path("value")
                        .asString("");
                platforms.add(Map.of("name", name, "kind", kind, "enabled", true, "configured", true));
            }
            show(Json.tree(platforms), PlatformsCommands::table);
            InstalledAdapters.refused(adapters).forEach(line -> say("ose: " + line));
            return ExitCode.DONE;
        }
    }

    private static Table table(JsonNode platforms) {
        Table table = new Table("PLATFORM", "ENABLED", "CONFIGURED");
        for (JsonNode platform : platforms) {
            String name = platform.path("name").asString();
            String kind = platform.path("kind").asString();
            table.row(
                    name.equals(kind) ? name : name + " (" + kind + ')',
                    platform.path("enabled").asBoolean() ? "[ Y ]" : "[ N ]",
                    platform.path("configured").asBoolean() ? "[ Y ]" : "[ N ]");
        }
        return table;
    }

    @Command(
            name = "enable",
            description = "Keep object bytes on this platform from the next start on, instead of the one before.")
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
                "If the node uses it, also its capacity, its capabilities and the results of their probes."
            })
    private static final class Show extends AdminCommand {

        @Parameters(paramLabel = "PLATFORM", description = "One of ose platforms list.")
        private String name = "";

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode listing = ask("options.list");
            boolean isFurther = FurtherPlatformCommands.names(listing).contains(name);
            String wanted = isFurther ? name : known(name, ask(InstalledAdapters.VERB));
            JsonNode options = isFurther
                    ? OptionCommands.chosen(listing, false, PlatformOptions.keyOf(name, "oss."))
                    : OptionCommands.chosen(listing, true, "oss." + wanted + ".");
            PlatformView platform = attached(wanted, isFurther);
            String settings = OptionCommands.table(options).toString();
            if (platform == null) {
                show(Json.object("options", options), json -> settings);
            } else {
                show(
                        Json.object("options", options, "platform", platform.json()),
                        json -> settings + "\n\n" + forPeople(platform));
            }
            return ExitCode.DONE;
        }

        /** The platform as reported by the node; null if no node runs, or it does not have it. */
        private @Nullable PlatformView attached(String wanted, boolean isFurther) {
            try {
                PlatformView platform = ask(PlatformApi.getPlatform(isFurther ? wanted : ATTACHED));
                return isFurther || platform.kind().equals(wanted) ? platform : null;
            } catch (CommandFailure e) {
                say("ose: What the platform can do is not known: " + e.getMessage());
                return null;
            }
        }

        private static String forPeople(PlatformView platform) {
            ProbeView probe = platform.probe();
            List<String> lines = new ArrayList<>(List.of(
                    platform.s3Endpoint() + ", version " + platform.version() + ", tried: " + Table.text(probe.state())
                            + ' ' + Table.text(probe.finishedAt()),
                    capacity(platform.capacity()),
                    capabilities(platform).toString()));
            if (probe.problem() != null) {
                lines.add(probe.problem());
            }
            return String.join("\n", lines);
        }

        /** The figures with their age and certainty, as the node read them. */
        private static String capacity(PlatformCapacity capacity) {
            String problem = capacity.problem();
            String failure = problem == null ? "" : ", the last attempt failed: " + problem;
            if (capacity.totalBytes() == null) {
                String reason = capacity.readAt() == null ? ", not read yet" : ", the platform reports none";
                return "capacity: unknown" + (failure.isEmpty() ? reason : failure);
            }
            String stale = capacity.state().equals("STALE") ? "stale, " : "";
            return "capacity: " + Table.text(capacity.usedBytes()) + " of " + Table.text(capacity.totalBytes())
                    + " bytes used, " + Table.text(capacity.availableBytes()) + " available, " + stale + "read "
                    + Table.text(capacity.readAt()) + failure;
        }

        /** All capabilities and probed features of the platform, by name. */
        private static Table capabilities(PlatformView platform) {
            Set<String> used = new TreeSet<>(platform.capabilities());
            Map<String, String> results = platform.probe().results();
            Set<String> all = new TreeSet<>(used);
            all.addAll(results.keySet());
            Table table = new Table("CAPABILITY", "USED", "FOUND");
            for (String capability : all) {
                table.row(
                        capability,
                        used.contains(capability) ? "[ Y ]" : "[ N ]",
                        results.getOrDefault(capability, ""));
            }
            return table;
        }
    }
}
