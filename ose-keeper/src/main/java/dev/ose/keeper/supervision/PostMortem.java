package dev.ose.keeper.supervision;

import dev.ose.control.NodeDiagnostics;
import dev.ose.control.ServiceCommand;
import dev.ose.keeper.process.CrashReports;
import dev.ose.keeper.process.Ending;
import dev.ose.keeper.process.NodeLauncher;
import dev.ose.keeper.process.NodeProcess;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Examines why a node ended unexpectedly, and collects its crash report. Not thread-safe. */
final class PostMortem {

    /**
     * How long to wait for the launcher's report of the ending: long, because a later report would be taken for the end
     * of the next node.
     */
    private static final Duration ENDING_TIMEOUT = Duration.ofSeconds(30);

    /** Runs on the keeper's loop, so it must stay below systemd's watchdog interval. */
    private static final Duration THREADS_TIMEOUT = Duration.ofSeconds(8);

    private static final int KEPT_LINES = 500;

    private final NodeLauncher launcher;
    private final CrashReports crashReports;
    private final Path runDirectory;
    private final Clock clock;
    private @Nullable Instant gone;
    private @Nullable Diagnosis verdict;
    private Optional<String> threads = Optional.empty();

    /** @param runDirectory where nodes accept diagnostic requests about their JVM */
    PostMortem(NodeLauncher launcher, CrashReports crashReports, Path runDirectory, Clock clock) {
        this.launcher = launcher;
        this.crashReports = crashReports;
        this.runDirectory = runDirectory;
        this.clock = clock;
    }

    /** Resets the state for another node. */
    void beginAnew() {
        gone = null;
        verdict = null;
        threads = Optional.empty();
    }

    /** Whether the keeper has given up the node. */
    boolean isCondemned() {
        return verdict != null;
    }

    /** Gives up a node that never became a process. */
    void condemn(String code, String sentence) {
        verdict = new Diagnosis(Diagnosis.Kind.CRASH, code, sentence);
    }

    /** Gives up a node: takes a thread dump, then kills it. Blocks for seconds. */
    void kill(NodeProcess process, String code, String sentence) {
        condemn(code, sentence);
        threads = NodeDiagnostics.ask(runDirectory, ServiceCommand.Action.THREAD_DUMP, THREADS_TIMEOUT);
        process.kill();
    }

    /**
     * Empty as long as the launcher may still report how the node ended; then the diagnosis, and its crash report is
     * stored.
     */
    Optional<Diagnosis> examine(@Nullable NodeProcess process) {
        Instant now = clock.instant();
        if (gone == null) {
            gone = now;
        }
        Optional<Ending> ending = launcher.ending();
        if (ending.isEmpty() && launcher.reportsEnding() && now.isBefore(gone.plus(ENDING_TIMEOUT))) {
            return Optional.empty();
        }
        Supplier<List<String>> lines = launcher.lastLines(KEPT_LINES);
        Ending seen = ending.orElse(Ending.UNSEEN);
        Diagnosis diagnosis = verdict == null ? Diagnosis.of(seen, lines) : verdict;
        if (diagnosis.kind() == Diagnosis.Kind.CRASH) {
            crashReports.keep(new CrashReports.Left(
                    process == null ? 0 : process.identity().pid(),
                    List.of(diagnosis.code() + ": " + diagnosis.sentence(), "The node " + seen.words() + "."),
                    lines,
                    threads));
        }
        return Optional.of(diagnosis);
    }
}
