package dev.ose.cli;

import dev.ose.adapter.Secret;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** A command that changes the configuration. */
abstract class ConfigChangeCommand extends BaseCommand {

    @Mixin
    private DryRun dryRun = new DryRun();

    ConfigChangeCommand(Terminal terminal) {
        super(terminal);
    }

    final boolean isDryRun() {
        return dryRun.isAskedFor();
    }

    /** Sets and removes options and stored secrets atomically, and prints the changes. */
    final ExitCode change(Map<String, String> set, Map<String, Secret> secrets, Collection<String> unset) {
        Map<String, String> arguments = new TreeMap<>();
        unset.forEach(key -> arguments.put("unset:" + key, ""));
        set.forEach((key, value) -> arguments.put("set:" + key, value));
        return showChange(ask("options.change", arguments, secrets, isDryRun()));
    }

    final ExitCode set(Map<String, String> set) {
        return change(set, Map.of(), List.of());
    }

    final ExitCode unset(Collection<String> keys) {
        return change(Map.of(), Map.of(), keys);
    }

    /** Prints the result of a change. */
    final ExitCode showChange(JsonNode answer) {
        show(
                answer,
                it -> it.path("changes").isEmpty()
                        ? "unchanged"
                        : new Table("KEY", "FROM", "TO").rows(it.path("changes"), "key", "from", "to"));
        for (JsonNode warning : answer.path("warnings")) {
            terminal().err().println("ose: warning: " + warning.asString());
        }
        if (isDryRun()) {
            say(DryRun.SAID);
        } else if (answer.path("restart").asBoolean() && !answer.path("changes").isEmpty()) {
            say("Takes effect after: ose service restart");
        }
        return ExitCode.DONE;
    }
}
