package dev.ose.keeper.supervision;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.control.LaunchReport;
import dev.ose.control.LaunchTicket;
import dev.ose.control.NodeCommand;
import dev.ose.keeper.probe.HealthProbe;
import dev.ose.keeper.probe.NodeClient;
import dev.ose.keeper.process.ArgumentFile;
import dev.ose.keeper.supervision.NodeStatus.Phase;
import dev.ose.keeper.systemd.Notifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The thread that supervises the node; all other threads communicate with the supervisor through it. It also sends
 * systemd's watchdog messages, so that the watchdog monitors this thread.
 */
public final class KeeperLoop {

    private static final Duration TICK = Duration.ofMillis(200);
    private static final Duration EXTENSION = Duration.ofSeconds(60);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(2);
    private static final Duration ASK_LIMIT = Duration.ofSeconds(5);
    private static final int MAX_TASKS = 1_000;

    /** Exists while the operator wants the node stopped; a reboot deletes it with the run directory. */
    private static final String STOPPED = "server.stopped";

    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>(MAX_TASKS);
    private final StatusBoard board;
    private final Supervisor supervisor;
    private final Needs needs;
    private final NodeProcesses processes;
    private final NodeStarter starter;
    private final Notifier notifier;
    private final SystemdNotifier systemdNotifier;
    private final Thread thread;
    private volatile boolean isOver;

    /** Dependencies. */
    public record Needs(
            NodeProcesses processes,
            Installation installation,
            Settings.Source settings,
            HealthProbe probe,
            OutboundHttp http,
            SupervisionJournal journal,
            Clock clock,
            SecureRandom random) {}

    public KeeperLoop(Needs needs, Notifier notifier) {
        this.needs = needs;
        this.processes = needs.processes();
        this.notifier = notifier;
        this.systemdNotifier = new SystemdNotifier(notifier, needs.clock());
        this.board = new StatusBoard(new NodeStatus(
                0,
                Phase.STOPPED,
                "The keeper starts.",
                null,
                null,
                null,
                needs.clock().instant(),
                0));
        this.starter = new NodeStarter(needs.processes(), needs.settings(), needs.installation(), needs.random());
        this.supervisor = new Supervisor(
                new Supervisor.Parts(needs.processes(), starter, new Watcher(), needs.journal(), board, needs.clock()));
        this.thread = Thread.ofPlatform().name("keeper").unstarted(this::run);
    }

    /**
     * Adopts the running node, or starts one unless the operator has stopped it.
     *
     * @param onBug called on the loop's thread if it ends by an internal error; the node is then unsupervised
     */
    public void start(Thread.UncaughtExceptionHandler onBug) {
        thread.setUncaughtExceptionHandler(onBug);
        thread.start();
    }

    private void run() {
        if (Files.exists(processes.runDirectory().resolve(STOPPED))) {
            needs.journal().info("The node stays stopped: ose service start starts it.");
        } else {
            supervisor.begin();
        }
        while (!isOver) {
            try {
                systemdNotifier.report(board.shown());
                @Nullable Runnable task = tasks.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
                if (task != null) {
                    task.run();
                }
                supervisor.step();
            } catch (InterruptedException e) {
                return;
            }
        }
        supervisor.leave();
    }

    private final class Watcher implements NodeMonitors {

        @Override
        public NodeWatch begin(LaunchReport.Endpoints endpoints, LaunchTicket launch) {
            NodeClient client = new NodeClient(needs.http(), endpoints, launch.login());
            return NodeWatch.start(
                    client,
                    needs.probe(),
                    POLL_INTERVAL,
                    ArgumentFile.directLimitBytes(processes.runDirectory()),
                    new NodeWatch.Listener(
                            health -> tasks.offer(() -> supervisor.onHealth(launch, health)),
                            pressure -> tasks.offer(() -> supervisor.onMemory(pressure))));
        }

        @Override
        public boolean isRefused(LaunchReport.Endpoints endpoints, LaunchTicket launch) {
            try {
                return new NodeClient(needs.http(), endpoints, launch.login())
                                .send(new NodeCommand("GET", "/api/v1/admin/tenants?limit=1", null), ASK_LIMIT)
                                .status()
                        == 401;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    // ---------------------------------------------------------------------------------------- for other threads

    /** The present status. */
    public NodeStatus status() {
        return board.shown();
    }

    /** Blocks until a status matches or the time is over; returns the newest. */
    public NodeStatus await(Predicate<NodeStatus> wanted, Duration atMost) throws InterruptedException {
        return board.await(wanted, atMost);
    }

    /** Orders a running node. Blocks until the order is registered; returns the status before it. */
    public NodeStatus want() throws InterruptedException {
        return onLoop(() -> {
            mark(false);
            supervisor.want();
        });
    }

    /** Orders a stopped node; otherwise as {@link #want()}. */
    public NodeStatus wantNone() throws InterruptedException {
        return onLoop(() -> {
            mark(true);
            supervisor.wantNone();
        });
    }

    /**
     * Orders a restart; otherwise as {@link #want()}. A serving node is kept if a new one could not start.
     *
     * @throws Settings.UnusableException if no node would start with the present configuration
     */
    public NodeStatus wantAnother() throws InterruptedException, Settings.UnusableException {
        // Only the loop reads settings: reading rewrites the files of secrets, which a starting node may be reading.
        return ask(() -> {
            NodeStatus before = board.shown();
            if (before.phase() == Phase.SERVING) {
                needs.settings().read();
            }
            mark(false);
            supervisor.wantAnother();
            return before;
        });
    }

    /** Whether a restarted node would have other settings than the running one. Reported to systemd as a reload. */
    public boolean isOutOfDate() throws InterruptedException, Settings.UnusableException {
        return ask(() -> {
            notifier.reloading();
            try {
                return starter.isOutOfDate();
            } finally {
                notifier.ready(board.shown().sentence());
            }
        });
    }

    /** A query that may find the settings unusable. */
    @FunctionalInterface
    private interface Question<T> {
        T answer() throws Settings.UnusableException;
    }

    private <T> T ask(Question<T> question) throws InterruptedException, Settings.UnusableException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        onLoop(() -> {
            try {
                answer.complete(question.answer());
            } catch (Settings.UnusableException e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Settings.UnusableException cause) {
                throw cause;
            }
            throw new IllegalStateException("the keeper's loop failed", e.getCause());
        }
    }

    /** A client of the node; empty while it does not serve. */
    public Optional<NodeClient> node() throws InterruptedException {
        CompletableFuture<Optional<LaunchTicket>> launch = new CompletableFuture<>();
        onLoop(() -> launch.complete(supervisor.launch()));
        LaunchReport.@Nullable Endpoints endpoints = board.shown().endpoints();
        return endpoints == null
                ? Optional.empty()
                : launch.join().map(it -> new NodeClient(needs.http(), endpoints, it.login()));
    }

    private NodeStatus onLoop(Runnable task) throws InterruptedException {
        CompletableFuture<NodeStatus> before = new CompletableFuture<>();
        tasks.put(() -> {
            NodeStatus shown = board.shown();
            try {
                task.run();
                before.complete(shown);
            } catch (RuntimeException | Error e) {
                // The calling thread reports the error; the loop continues.
                before.completeExceptionally(e);
            }
        });
        try {
            return before.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the keeper's loop failed", e.getCause());
        }
    }

    private void mark(boolean isStopped) {
        Path file = processes.runDirectory().resolve(STOPPED);
        try {
            if (isStopped) {
                PrivateFiles.replace(file, "");
            } else {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            needs.journal()
                    .warning("That the node is " + (isStopped ? "stopped" : "wanted") + " cannot be recorded in " + file
                            + ": a restarted keeper will not know it.");
        }
    }

    /** Ends the loop and, unless nodes outlive their keeper here, the node. Blocks until both have ended. */
    public void end() throws InterruptedException {
        notifier.stopping(
                processes.launcher().outlivesKeeper()
                        ? "The keeper ends, the node keeps running."
                        : "The node is being stopped.");
        if (!processes.launcher().outlivesKeeper() && thread.isAlive()) {
            onLoop(supervisor::wantNone);
            board.await(
                    status -> status.phase() == Phase.STOPPED,
                    processes.stopLimit().plus(EXTENSION));
        }
        isOver = true;
        thread.join(EXTENSION);
    }
}
