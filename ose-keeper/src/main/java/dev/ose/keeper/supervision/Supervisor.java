package dev.ose.keeper.supervision;

import dev.ose.control.LaunchReport;
import dev.ose.control.LaunchTicket;
import dev.ose.keeper.probe.Health;
import dev.ose.keeper.probe.MemoryWatch;
import dev.ose.keeper.process.NodeProcess;
import dev.ose.keeper.supervision.NodeStatus.Phase;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * State machine of one node's life. Each method is called on the keeper's loop only; {@link #step} advances it by the
 * events since.
 */
final class Supervisor {

    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private final Parts parts;
    private final NodeProcesses processes;
    private final RestartPlanner nextStart = new RestartPlanner();
    private final StatusPublisher publisher;
    private final PostMortem postMortem;
    private final CurrentNode node;
    private final NodeStop stop;
    private final NodeHealth health = new NodeHealth();
    private boolean isWanted;
    private @Nullable NodeWatch watch;
    private Instant deadline;
    private boolean isAdopted;

    /** Dependencies. */
    record Parts(
            NodeProcesses processes,
            NodeStarter starter,
            NodeMonitors watching,
            SupervisionJournal journal,
            StatusBoard board,
            Clock clock) {}

    Supervisor(Parts parts) {
        NodeProcesses processes = parts.processes();
        this.parts = parts;
        this.processes = processes;
        this.node = new CurrentNode(processes.launcher(), processes.runDirectory());
        this.stop = new NodeStop(processes.launcher(), node, parts.journal(), parts.clock(), processes.stopLimit());
        this.publisher = new StatusPublisher(parts.board(), parts.journal(), parts.clock());
        this.postMortem =
                new PostMortem(processes.launcher(), processes.crashReports(), processes.runDirectory(), parts.clock());
        this.deadline = publisher.since();
    }

    // ------------------------------------------------------------------------------------------------ what is wanted

    /** Ensures a running node: adopts the present one, or starts a new one. */
    void begin() {
        isWanted = true;
        if (!adopt()) {
            start();
        }
    }

    /** The operator wants a running node: immediately, ignoring the crash-loop back-off. */
    void want() {
        isWanted = true;
        nextStart.forgetCrashes();
        if (phase() == Phase.STOPPED || phase() == Phase.WAITING || phase() == Phase.HELD) {
            start();
        }
    }

    /** The operator wants a stopped node. */
    void wantNone() {
        isWanted = false;
        stop("The node is being stopped.");
    }

    /** The operator wants a restart. */
    void wantAnother() {
        isWanted = true;
        nextStart.forgetCrashes();
        if (phase() == Phase.STARTING || phase() == Phase.SERVING) {
            stop("The node is being stopped for a restart.");
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
                // Already stopping or stopped.
            }
        }
    }

    // ------------------------------------------------------------------------------------------------ what happens

    /** Advances. Blocks for seconds at most, and while a JVM tries new arguments. */
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
                // Until the operator acts.
            }
        }
    }

    /** A health reading of the node. */
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
            reportServing();
        }
    }

    /** Blocks for seconds at most. Returns whether the status of a spared node changed. */
    private boolean endOrSpare(NodeProcess process, Health.Silent seen) {
        if (SilentNode.isBusy(seen, processes.runDirectory())) {
            return health.look(SilentNode.busy(seen));
        }
        postMortem.kill(process, Diagnosis.SILENT, "The node did not answer three times and was killed.");
        return false;
    }

    /** Memory pressure changed. */
    void onMemory(MemoryWatch.Pressure pressure) {
        if (phase() == Phase.SERVING) {
            health.memory(pressure);
            reportServing();
        }
    }

    private void reportServing() {
        enter(Phase.SERVING, health.sentence(), health.isWell() ? null : NodeHealth.WORSE_THAN_IT_SHOULD_BE);
    }

    private void followStart() {
        node.look();
        LaunchReport.@Nullable Endpoints endpoints = node.endpoints();
        @Nullable LaunchTicket launch = node.launch();
        if (node.isGone()) {
            endedByItself();
        } else if (endpoints != null && launch != null) {
            serve(endpoints, launch);
        } else if (parts.clock().instant().isAfter(deadline)) {
            late(node.process());
        }
    }

    private void serve(LaunchReport.Endpoints endpoints, LaunchTicket started) {
        health.beginAnew();
        reportServing();
        watch = parts.watching().begin(endpoints, started);
    }

    private void late(@Nullable NodeProcess process) {
        if (process == null && isAdopted) {
            // The launch of an earlier keeper failed.
            processes.launcher().cancel();
            start();
        } else if (process == null) {
            processes.launcher().cancel();
            postMortem.condemn(
                    Diagnosis.LATE,
                    "The node did not come up. Under systemd, check systemctl status ose-server.path"
                            + " ose-server.service.");
            endedByItself();
        } else {
            postMortem.kill(
                    process,
                    Diagnosis.LATE,
                    "The node did not serve within " + START_LIMIT.toMinutes() + " minutes and was killed.");
            deadline = parts.clock().instant().plus(processes.stopLimit());
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

    /** Adopts a node that runs already, or is about to report that it does. */
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
        enter(Phase.STARTING, "Adopted the running node.", null);
        step();
    }

    private void endedByItself() {
        postMortem.examine(node.process()).ifPresent(diagnosis -> {
            Duration served = phase() == Phase.SERVING
                    ? Duration.between(publisher.since(), parts.clock().instant())
                    : Duration.ZERO;
            endWatch();
            node.forgetProcess();
            retry(diagnosis, served);
            step();
        });
    }

    private void retry(Diagnosis diagnosis, Duration served) {
        if (diagnosis.kind() == Diagnosis.Kind.CRASH) {
            publisher.countRestart();
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
        publisher.enter(next, sentence, code, node.process(), next == Phase.SERVING ? node.endpoints() : null);
    }

    /** The launch whose login authenticates the keeper to the node. */
    Optional<LaunchTicket> launch() {
        return Optional.ofNullable(node.launch());
    }

    private Phase phase() {
        return publisher.phase();
    }

    /** Stops supervision; the node keeps running. */
    void leave() {
        endWatch();
    }
}
