package dev.ose.cli;

import dev.ose.client.PlatformApi;
import dev.ose.client.ReconciliationFinding;
import dev.ose.client.ReconciliationPart;
import dev.ose.client.ReconciliationReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ose reconciliation}. */
final class ReconciliationCommands {

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
            return showOne(PlatformApi.showReconciliation());
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
            List<ReconciliationFinding> findings = new ArrayList<>();
            long checked = 0;
            @Nullable String after = null;
            do {
                ReconciliationReport page = ask(PlatformApi.reconcile(ReconciliationPart.of()
                        .withRepair(isRepairing)
                        .withAfter(after)
                        .withLimit(PAGE)));
                findings.addAll(page.findings());
                checked += page.checked();
                after = page.next();
            } while (after != null);
            showAll(
                    findings,
                    new Columns<ReconciliationFinding>()
                            .with("TENANT", ReconciliationFinding::tenant)
                            .with("USER", ReconciliationFinding::user)
                            .with("DIFFERENCE", ReconciliationFinding::drift)
                            .with("REPAIRED", ReconciliationFinding::repaired));
            say("Users compared: " + checked + ".");
            boolean isLeft = findings.stream().anyMatch(it -> !it.repaired());
            return isLeft ? ExitCode.FAILED : ExitCode.DONE;
        }
    }
}
