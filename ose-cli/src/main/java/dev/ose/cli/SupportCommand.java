package dev.ose.cli;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code ose support}. */
@Command
final class SupportCommand extends BaseCommand {

    @Option(names = "--start", paramLabel = "DAY", description = "First day of the logs, in UTC (default: a week ago).")
    private @Nullable LocalDate start;

    @Option(names = "--end", paramLabel = "DAY", description = "Last day of the logs, in UTC (default: today).")
    private @Nullable LocalDate end;

    private final Clock clock;

    SupportCommand(Terminal terminal, Clock clock) {
        super(terminal);
        this.clock = clock;
    }

    @Override
    ExitCode perform() {
        LocalDate last = end == null ? LocalDate.now(clock) : end;
        LocalDate first = start == null ? last.minusWeeks(1) : start;
        if (first.isAfter(last)) {
            throw CommandFailure.incomplete("The first day is after the last.", "Exchange --start and --end.");
        }
        JsonNode answer =
                ask("support.collect", Map.of("from", first.toString(), "to", last.toString()), Map.of(), false);
        show(answer, it -> it.path("file").asString());
        return ExitCode.DONE;
    }
}
