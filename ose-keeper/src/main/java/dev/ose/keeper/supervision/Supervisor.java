package dev.ose.keeper.supervision;

import dev.ose.control.Launch;
import dev.ose.control.NodeReport;
import dev.ose.keeper.probe.Health;
import dev.ose.keeper.probe.MemoryWatch;
import dev.ose.keeper.process.Ending;
import dev.ose.keeper.process.LastWords;
import dev.ose.keeper.process.Launcher;
import dev.ose.keeper.process.NodeProcess;
import dev.ose.keeper.process.Tool;
import dev.ose.keeper.supervision.NodeStatus.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The life of one node as a machine of states. Each method is called on the keeper's loop only; {@link #step} moves it on by what
 * happened since.
 */
final class Supervisor {

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration UNREPORTED_LIMIT = Duration.ofSeconds(20);
    private static final Duration DATABASE_WAIT = Duration.ofSeconds(5);
    private static final Duration ENDING_PATIENCE = Duration.ofSeconds(2);
    private static final int SILENCES = 3;
    private static final int KEPT_LINES = 500;

    private final Parts parts;
    private final RestartPolicy policy = new RestartPolicy();
    private Phase phase = Phase.STOPPED;
    private boolean isWanted;
    private @Nullable Launch launch;
    private @Nullable NodeProcess process;
    private @Nullable NodeWatch watch;
    private Instant since;
    private Instant deadline;
    private @Nullable Instant gone;
    private boolean isTerminated;
    private boolean isAdopted;
    private int restarts;
    private int silences;
    private @Nullable Diagnosis verdict;
    private String notice = "";
    private Optional<String> threads = Optional.empty();
    private Health health = new Health.Well();
    private long serial;

    /**
     * What it works with.
     *
     * @param stopLimit how long a node may take to end before it is killed
     * @param java the node's
     */
    record Parts(
            Launcher launcher,
            NodeStarter starter,
            Watching watching,
            LastWords lastWords,
            Journal journal,
            StatusBoard board,
            Clock clock,
            Path runDirectory,
            Path java,
            Duration stopLimit) {}

    /** Looks at nodes. */
    interface Watching {

        /** Begins to watch a node; what is seen comes back to the loop. */
        NodeWatch begin(NodeReport.Endpoints endpoints, Launch launch);

        /** Whether the node answers, and does not know the login of its launch. Blocks for seconds at most. */
        boolean isRefused(NodeReport.Endpoints endpoints, Launch launch);
    }

    Supervisor(Parts parts) {
        this.parts = parts;
        this.since = parts.clock().instant();
        this.deadline = since;
    }

    // ------------------------------------------------------------------------------------------------ what is wanted

    /** Runs a node from now on: the one that is there, or a new one. */
    void begin() {
        isWanted = true;
        if (!adopt()) {
            start();
        }
    }

    /** The operator wants a node: at once, whatever the brake says. */
    void want() {
        isWanted = true;
        policy.lift();
        if (phase == Phase.STOPPED || phase == Phase.WAITING || phase == Phase.HELD) {
            start();
        }
    }

    /** The operator wants none. */
    void wantNone() {
        isWanted = false;
        stop("The node is told to end.");
    }

    /** The operator wants another one. */
    void wantAnother() {
        isWanted = true;
        policy.lift();
        if (phase == Phase.STARTING || phase == Phase.SERVING) {
            stop("The node is told to end, to be started again.");
        } else if (phase != Phase.STOPPING) {
            start();
        }
    }

    private void stop(String sentence) {
        switch (phase) {
            case STARTING, SERVING -> {
                endWatch();
                isTerminated = false;
                deadline = parts.clock().instant().plus(parts.stopLimit());
                enter(Phase.STOPPING, sentence, null);
                parts.launcher().cancel();
                step();
            }
            case WAITING, HELD -> enter(Phase.STOPPED, "The node is stopped.", null);
            case STOPPING, STOPPED -> {
                // It is on its way or there.
            }
        }
    }

    // ------------------------------------------------------------------------------------------------ what happens

    /** Moves on. Blocks for seconds at most, and while a JVM tries new arguments. */
    void step() {
        switch (phase) {
            case STARTING -> followStart();
            case SERVING -> {
                if (isGone()) {
                    endedByItself();
                }
            }
            case STOPPING -> followStop();
            case WAITING -> {
                if (!parts.clock().instant().isBefore(deadline)) {
                    start();
                }
            }
            case STOPPED, HELD -> {
                // Until somebody wants something.
            }
        }
    }

    /** A look at the node. */
    void onHealth(Launch looked, Health seen) {
        if (phase != Phase.SERVING
                || verdict != null
                || launch == null
                || !looked.name().equals(launch.name())) {
            return;
        }
        silences = seen instanceof Health.Silent ? silences + 1 : 0;
        if (silences >= SILENCES && process != null) {
            verdict = new Diagnosis(
                    Diagnosis.Kind.CRASH, Diagnosis.SILENT, "The node did not answer three times and was killed.");
            threads = Tool.jcmd(parts.java(), process.identity().pid(), "Thread.print");
            process.kill();
            return;
        }
        boolean isNews = !(seen instanceof Health.Silent) && !seen.equals(health);
        if (isNews) {
            health = seen;
            tellServing();
        }
    }

    /** Memory became short, or suffices again. */
    void onMemory(MemoryWatch.Pressure pressure) {
        if (phase == Phase.SERVING) {
            notice = pressure == MemoryWatch.Pressure.NONE ? "" : " " + pressure.sentence();
            tellServing();
        }
    }

    private void tellServing() {
        String sentence =
                switch (health) {
                    case Health.Well it -> "The node serves.";
                    case Health.Degraded it -> "The node serves, but: " + it.sentence();
                    case Health.Silent it -> it.sentence();
                };
        boolean isWell = health instanceof Health.Well && notice.isEmpty();
        enter(Phase.SERVING, sentence + notice, isWell ? null : "OSE-3204");
    }

    private void followStart() {
        Optional<NodeReport> report = report();
        if (process == null) {
            process = parts.launcher()
                    .process()
                    .filter(it -> launch != null && it.launch().equals(launch.name()))
                    .or(() -> report.map(it -> new NodeProcess(it.launch(), it.process())))
                    .orElse(null);
        }
        NodeReport.@Nullable Endpoints endpoints =
                report.map(NodeReport::endpoints).orElse(null);
        if (process == null ? parts.launcher().ending().isPresent() : isGone()) {
            endedByItself();
        } else if (endpoints != null && launch != null) {
            serve(endpoints, launch);
        } else if (parts.clock().instant().isAfter(deadline)) {
            late();
        }
    }

    private void serve(NodeReport.Endpoints endpoints, Launch started) {
        health = new Health.Well();
        silences = 0;
        tellServing();
        watch = parts.watching().begin(endpoints, started);
    }

    private void late() {
        if (process == null && isAdopted) {
            // The launch of an earlier keeper came to nothing.
            parts.launcher().cancel();
            start();
        } else if (process == null) {
            parts.launcher().cancel();
            verdict = new Diagnosis(
                    Diagnosis.Kind.CRASH,
                    Diagnosis.LATE,
                    "The node did not come up. Under systemd, look at systemctl status ose-server.path ose-server.service.");
            endedByItself();
        } else {
            verdict = new Diagnosis(
                    Diagnosis.Kind.CRASH,
                    Diagnosis.LATE,
                    "The node did not serve within " + START_LIMIT.toMinutes() + " minutes and was killed.");
            threads = Tool.jcmd(parts.java(), process.identity().pid(), "Thread.print");
            process.kill();
            deadline = parts.clock().instant().plus(parts.stopLimit());
        }
    }

    private boolean isGone() {
        return process != null && !process.isAlive();
    }

    private void followStop() {
        if (process == null) {
            process = report().map(it -> new NodeProcess(it.launch(), it.process()))
                    .or(() -> parts.launcher().process())
                    .orElse(null);
        }
        if (process != null && process.isAlive()) {
            if (!isTerminated) {
                isTerminated = true;
                process.terminate();
            } else if (parts.clock().instant().isAfter(deadline)) {
                parts.journal().warning("The node did not end in time and is killed.");
                process.kill();
            }
            return;
        }
        // One that was asked for and is not there yet may still come, unless the launcher knows better.
        if (process == null
                && parts.launcher().ending().isEmpty()
                && parts.clock().instant().isBefore(since.plus(UNREPORTED_LIMIT))) {
            return;
        }
        process = null;
        if (isWanted) {
            start();
        } else {
            enter(Phase.STOPPED, "The node is stopped.", null);
        }
    }

    // ------------------------------------------------------------------------------------------------ start and end

    private void start() {
        process = null;
        gone = null;
        verdict = null;
        threads = Optional.empty();
        notice = "";
        isAdopted = false;
        try {
            NodeStarter.Started started = parts.starter().start();
            launch = started.launch();
            deadline = parts.clock().instant().plus(START_LIMIT);
            notice = started.complaint().isEmpty() ? "" : " " + started.complaint();
            enter(Phase.STARTING, "The node starts." + notice, notice.isEmpty() ? null : "OSE-3205");
        } catch (Settings.UnusableException e) {
            enter(Phase.HELD, e.sentence(), e.code());
        } catch (IOException e) {
            retry(new Diagnosis(
                    Diagnosis.Kind.CRASH, Diagnosis.CRASHED, "The node cannot be started: " + e.getMessage() + "."));
        }
    }

    /** The node that runs already, or is about to tell that it does; pid, start and launch must agree. */
    private boolean adopt() {
        try {
            Optional<Launch> known = Launch.read(parts.runDirectory());
            if (known.isEmpty()) {
                return false;
            }
            launch = known.get();
            Optional<NodeReport> report = report();
            boolean isOver = report.map(it -> !it.process().isAlive())
                    .orElseGet(() -> parts.launcher().ending().isPresent());
            if (isOver) {
                return false;
            }
            if (report.isPresent() && isStranger(report.get(), known.get())) {
                enter(
                        Phase.HELD,
                        "Process " + report.get().process().pid()
                                + " says that it is the node and refuses the keeper's login."
                                + " End it, then: ose service start.",
                        "OSE-3206");
                return true;
            }
            isAdopted = true;
            process =
                    report.map(it -> new NodeProcess(it.launch(), it.process())).orElse(null);
            deadline = parts.clock().instant().plus(report.isPresent() ? START_LIMIT : UNREPORTED_LIMIT);
            enter(Phase.STARTING, "Looks after the node that runs.", null);
            step();
            return true;
        } catch (IOException e) {
            parts.journal().warning("What an earlier keeper left cannot be read: " + e.getMessage() + ".");
            return false;
        }
    }

    private boolean isStranger(NodeReport report, Launch known) {
        return report.endpoints() != null && parts.watching().isRefused(report.endpoints(), known);
    }

    private Optional<NodeReport> report() {
        try {
            return NodeReport.read(parts.runDirectory())
                    .filter(it -> launch != null && it.launch().equals(launch.name()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void endedByItself() {
        Instant now = parts.clock().instant();
        if (gone == null) {
            gone = now;
        }
        Optional<Ending> ending = parts.launcher().ending();
        if (ending.isEmpty() && now.isBefore(gone.plus(ENDING_PATIENCE))) {
            return;
        }
        endWatch();
        policy.served(phase == Phase.SERVING ? Duration.between(since, now) : Duration.ZERO);
        List<String> lines = parts.launcher().lastLines(KEPT_LINES);
        Ending seen = ending.orElse(Ending.UNSEEN);
        Diagnosis diagnosis = verdict == null ? Diagnosis.of(seen, lines) : verdict;
        if (diagnosis.kind() == Diagnosis.Kind.CRASH) {
            parts.lastWords()
                    .keep(
                            process == null ? 0 : process.identity().pid(),
                            List.of(diagnosis.code() + ": " + diagnosis.sentence(), "The node " + seen.words() + "."),
                            lines,
                            threads);
        }
        process = null;
        retry(diagnosis);
    }

    private void retry(Diagnosis diagnosis) {
        Instant now = parts.clock().instant();
        switch (diagnosis.kind()) {
            case CONFIGURATION -> enter(Phase.HELD, diagnosis.sentence(), diagnosis.code());
            case DATABASE -> {
                deadline = now.plus(DATABASE_WAIT);
                enter(Phase.WAITING, "Waits for the database. " + diagnosis.sentence(), diagnosis.code());
            }
            case CRASH -> {
                restarts++;
                Duration delay = policy.crashed(now);
                deadline = now.plus(delay);
                String when = policy.isBraked()
                        ? " It crashes in a loop and is started every 5 minutes only; ose service start starts it now."
                        : " It is started again in " + delay.toMillis() / 1000.0 + " s.";
                enter(Phase.WAITING, diagnosis.sentence() + when, diagnosis.code());
            }
        }
    }

    private void endWatch() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    private void enter(Phase next, String sentence, @Nullable String code) {
        NodeStatus shown = parts.board().shown();
        if (next != phase) {
            since = parts.clock().instant();
        }
        phase = next;
        serial++;
        NodeReport.@Nullable Endpoints endpoints =
                next == Phase.SERVING ? report().map(NodeReport::endpoints).orElse(null) : null;
        parts.board()
                .show(new NodeStatus(
                        serial,
                        next,
                        sentence,
                        code,
                        process == null ? null : process.identity().pid(),
                        endpoints,
                        since,
                        restarts));
        if (shown.phase() != next || !shown.sentence().equals(sentence)) {
            log(next, (code == null ? "" : code + ": ") + sentence);
        }
    }

    private void log(Phase next, String sentence) {
        switch (next) {
            case HELD -> parts.journal().error(sentence);
            case WAITING -> parts.journal().warning(sentence);
            case STARTING, SERVING, STOPPING, STOPPED -> parts.journal().info(sentence);
        }
    }

    /** What runs or is about to. */
    Optional<NodeProcess> process() {
        return Optional.ofNullable(process);
    }

    /** By which the node knows its keeper. */
    Optional<Launch> launch() {
        return Optional.ofNullable(launch);
    }

    Phase phase() {
        return phase;
    }

    /** Looks away from the node, which goes on. */
    void leave() {
        endWatch();
    }
}
