package dev.ose.keeper.supervision;

import dev.ose.control.LaunchTicket;
import dev.ose.control.NodeReport;
import dev.ose.keeper.probe.Health;
import dev.ose.keeper.probe.MemoryWatch;
import dev.ose.keeper.process.CrashReports;
import dev.ose.keeper.process.NodeLauncher;
import dev.ose.keeper.process.NodeProcess;
import dev.ose.keeper.supervision.NodeStatus.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The life of one node as a machine of states. Each method is called on the keeper's loop only; {@link #step} moves it on by what
 * happened since.
 */
final class Supervisor {

    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private final Parts parts;
    private final RestartPlanner nextStart = new RestartPlanner();
    private final StatusPublisher teller;
    private final PostMortem postMortem;
    private final CurrentNode node;
    private final NodeStop stop;
    private final NodeHealth health = new NodeHealth();
    private boolean isWanted;
    private @Nullable NodeWatch watch;
    private Instant deadline;
    private boolean isAdopted;

    /**
     * What it works with.
     *
     * @param stopLimit how long a node may take to end before it is killed
     */
    record Parts(
            NodeLauncher launcher,
            NodeStarter starter,
            NodeMonitors watching,
            CrashReports crashReports,
            SupervisionJournal journal,
            StatusBoard board,
            Clock clock,
            Path runDirectory,
            Duration stopLimit) {}

    Supervisor(Parts parts) {
        this.parts = parts;
        this.node = new CurrentNode(parts.launcher(), parts.runDirectory());
        this.stop = new NodeStop(parts.launcher(), node, parts.journal(), parts.clock(), parts.stopLimit());
        this.teller = new StatusPublisher(parts.board(), parts.journal(), parts.clock());
        this.postMortem = new PostMortem(parts.launcher(), parts.crashReports(), parts.runDirectory(), parts.clock());
        this.deadline = teller.since();
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
        nextStart.forgetCrashes();
        if (phase() == Phase.STOPPED || phase() == Phase.WAITING || phase() == Phase.HELD) {
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
        nextStart.forgetCrashes();
        if (phase() == Phase.STARTING || phase() == Phase.SERVING) {
            stop("The node is told to end, to be started again.");
        } else if (phase() != Phase.STOPPING) {
            start();
        }
    }

    private void stop(String sentence) {
        switch (phase()) {
            case STARTING, SERVING -> {
                endWatch();
                stop.begin();
                enter(Phase.STOPPING, sentence, null);
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
        switch (phase()) {
            case STARTING -> followStart();
            case SERVING -> {
                if (node.isGone()) {
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
    void onHealth(LaunchTicket looked, Health seen) {
        if (phase() != Phase.SERVING || postMortem.isCondemned() || !node.isOf(looked)) {
            return;
        }
        boolean isNews = health.look(seen);
        @Nullable NodeProcess process = node.process();
        if (health.isSilent() && process != null && seen instanceof Health.Silent silent) {
            isNews = endOrSpare(process, silent);
        }
        if (isNews) {
            tellServing();
        }
    }

    /** Blocks for seconds at most. Returns whether there is news of a node that is spared. */
    private boolean endOrSpare(NodeProcess process, Health.Silent seen) {
        if (SilentNode.isBusy(seen, parts.runDirectory())) {
            return health.look(SilentNode.busy(seen));
        }
        postMortem.kill(process, Diagnosis.SILENT, "The node did not answer three times and was killed.");
        return false;
    }

    /** Memory became short, or suffices again. */
    void onMemory(MemoryWatch.Pressure pressure) {
        if (phase() == Phase.SERVING) {
            health.memory(pressure);
            tellServing();
        }
    }

    private void tellServing() {
        enter(Phase.SERVING, health.sentence(), health.isWell() ? null : NodeHealth.WORSE_THAN_IT_SHOULD_BE);
    }

    private void followStart() {
        node.look();
        NodeReport.@Nullable Endpoints endpoints = node.endpoints();
        @Nullable LaunchTicket launch = node.launch();
        if (node.isGone()) {
            endedByItself();
        } else if (endpoints != null && launch != null) {
            serve(endpoints, launch);
        } else if (parts.clock().instant().isAfter(deadline)) {
            late(node.process());
        }
    }

    private void serve(NodeReport.Endpoints endpoints, LaunchTicket started) {
        health.beginAnew();
        tellServing();
        watch = parts.watching().begin(endpoints, started);
    }

    private void late(@Nullable NodeProcess process) {
        if (process == null && isAdopted) {
            // The launch of an earlier keeper came to nothing.
            parts.launcher().cancel();
            start();
        } else if (process == null) {
            parts.launcher().cancel();
            postMortem.condemn(
                    Diagnosis.LATE,
                    "The node did not come up. Under systemd, look at systemctl status ose-server.path ose-server.service.");
            endedByItself();
        } else {
            postMortem.kill(
                    process,
                    Diagnosis.LATE,
                    "The node did not serve within " + START_LIMIT.toMinutes() + " minutes and was killed.");
            deadline = parts.clock().instant().plus(parts.stopLimit());
        }
    }

    private void followStop() {
        if (!stop.isOver()) {
            return;
        }
        node.forgetProcess();
        if (isWanted) {
            start();
        } else {
            enter(Phase.STOPPED, "The node is stopped.", null);
        }
    }

    // ------------------------------------------------------------------------------------------------ start and end

    private void start() {
        node.forgetProcess();
        postMortem.beginAnew();
        health.notice("");
        isAdopted = false;
        try {
            NodeStarter.Started started = parts.starter().start();
            node.become(started.launch());
            deadline = parts.clock().instant().plus(START_LIMIT);
            health.notice(started.complaint());
            enter(
                    Phase.STARTING,
                    "The node starts." + health.notice(),
                    started.complaint().isEmpty() ? null : "OSE-3205");
        } catch (Settings.UnusableException e) {
            enter(Phase.HELD, e.sentence(), e.code());
        } catch (IOException e) {
            retry(
                    new Diagnosis(
                            Diagnosis.Kind.CRASH,
                            Diagnosis.CRASHED,
                            "The node cannot be started: " + e.getMessage() + "."),
                    Duration.ZERO);
        }
    }

    /** Takes over the node that runs already, or is about to tell that it does. */
    private boolean adopt() {
        try {
            Optional<Adoption.Found> found = new Adoption(node, parts.watching()).look();
            found.ifPresent(this::lookAfter);
            return found.isPresent();
        } catch (IOException e) {
            parts.journal().warning("What an earlier keeper left cannot be read: " + e.getMessage() + ".");
            return false;
        }
    }

    private void lookAfter(Adoption.Found found) {
        if (found.stranger().isPresent()) {
            enter(
                    Phase.HELD,
                    "Process " + found.stranger().getAsLong()
                            + " says that it is the node and refuses the keeper's login."
                            + " End it, then: ose service start.",
                    "OSE-3206");
            return;
        }
        node.look();
        isAdopted = true;
        deadline = parts.clock().instant().plus(found.hasReported() ? START_LIMIT : CurrentNode.UNREPORTED_LIMIT);
        enter(Phase.STARTING, "Looks after the node that runs.", null);
        step();
    }

    private void endedByItself() {
        postMortem.examine(node.process()).ifPresent(diagnosis -> {
            Duration served = phase() == Phase.SERVING
                    ? Duration.between(teller.since(), parts.clock().instant())
                    : Duration.ZERO;
            endWatch();
            node.forgetProcess();
            retry(diagnosis, served);
            step();
        });
    }

    private void retry(Diagnosis diagnosis, Duration served) {
        if (diagnosis.kind() == Diagnosis.Kind.CRASH) {
            teller.countRestart();
        }
        RestartPlanner.Plan plan =
                nextStart.after(diagnosis, served, parts.clock().instant());
        deadline = plan.at();
        enter(plan.phase(), plan.sentence(), diagnosis.code());
    }

    private void endWatch() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    private void enter(Phase next, String sentence, @Nullable String code) {
        teller.enter(next, sentence, code, node.process(), next == Phase.SERVING ? node.endpoints() : null);
    }

    /** By which the node knows its keeper. */
    Optional<LaunchTicket> launch() {
        return Optional.ofNullable(node.launch());
    }

    private Phase phase() {
        return teller.phase();
    }

    /** Looks away from the node, which goes on. */
    void leave() {
        endWatch();
    }
}
