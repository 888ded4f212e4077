package dev.ose.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** {@code ose reconciliation}. */
final class ReconciliationCommands {

    private static final String PATH = "/api/v1/admin/reconciliation";

    private ReconciliationCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "reconciliation",
                "Comparison of OSE's users with those of the platforms.",
                new Show(terminal),
                new Run(terminal));
    }

    @Command(name = "show", description = "Show how the last comparison by schedule went.")
    private static final class Show extends AdminCommand {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(PATH));
        }
    }

    @Command(
            name = "run",
            description = "Compare all users with the platforms now and show the differences. Exits with 1 if"
                    + " differences are left.")
    private static final class Run extends AdminCommand {

        /** Small enough for the platform to answer all of it within the request's time limit. */
        private static final int PAGE = 20;

        @Option(names = "--repair", description = "Repair the differences that can be (default: only show them).")
        private boolean isRepairing;

        Run(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            ArrayNode findings = (ArrayNode) Json.tree(new Object[0]);
            long checked = 0;
            @Nullable String after = null;
            do {
                Map<String, @Nullable Object> part = new LinkedHashMap<>();
                part.put("repair", isRepairing);
                part.put("after", after);
                part.put("limit", PAGE);
                JsonNode page = post(PATH, part);
                page.path("findings").forEach(findings::add);
                checked += page.path("checked").asLong();
                after = page.path("next").asString(null);
            } while (after != null);
            show(findings, it -> new Table("TENANT", "USER", "DIFFERENCE", "REPAIRED")
                    .rows(it, "tenant", "user", "drift", "repaired"));
            say("Users compared: " + checked + ".");
            boolean isLeft =
                    findings.valueStream().anyMatch(it -> !it.path("repaired").asBoolean());
            return isLeft ? ExitCode.FAILED : ExitCode.DONE;
        }
    }
}
