package dev.ose.keeper;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.control.Command;
import dev.ose.control.CommandHandler;
import dev.ose.control.ConfigurationCommand;
import dev.ose.control.ControlCode;
import dev.ose.control.ControlException;
import dev.ose.control.ControlServer;
import dev.ose.control.Event;
import dev.ose.control.NodeCommand;
import dev.ose.control.PeerRule;
import dev.ose.control.ServiceCommand;
import dev.ose.keeper.configuration.ConfigurationCommands;
import dev.ose.keeper.configuration.ConfigurationStore;
import dev.ose.keeper.configuration.NodeTasks;
import dev.ose.keeper.probe.EndpointCheck;
import dev.ose.keeper.probe.HealthProbe;
import dev.ose.keeper.probe.KeyPairFile;
import dev.ose.keeper.probe.LocalHttp;
import dev.ose.keeper.probe.S3Probe;
import dev.ose.keeper.process.ChildLauncher;
import dev.ose.keeper.process.CrashReports;
import dev.ose.keeper.process.NodeLauncher;
import dev.ose.keeper.process.UnitLauncher;
import dev.ose.keeper.supervision.Installation;
import dev.ose.keeper.supervision.KeeperLoop;
import dev.ose.keeper.supervision.NodeProcesses;
import dev.ose.keeper.supervision.SupervisionJournal;
import dev.ose.keeper.support.LogFiles;
import dev.ose.keeper.support.OperatorCommands;
import dev.ose.keeper.support.SupportBundle;
import dev.ose.keeper.systemd.Notifier;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The keeper's program. Logs changes of state to standard error. Exit codes: 0 ended by a signal, 1 could not start, 2
 * wrong arguments.
 */
public final class Keeper {

    private static final int COULD_NOT_START = 1;
    private static final int WRONG_ARGUMENTS = 2;
    private static final int MAX_FRAMES = 12;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** Covers the longest drain notice and grace period that make sense, with a margin. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(4);

    private final KeeperArguments arguments;
    private final KeeperArguments.Directories directories;
    private final SupervisionJournal journal;
    private final Clock clock = Clock.systemUTC();
    private final KeyPairFile probeKeys;

    private Keeper(KeeperArguments arguments, SupervisionJournal journal) {
        this.arguments = arguments;
        this.directories = arguments.directories();
        this.journal = journal;
        this.probeKeys = new KeyPairFile(directories.state().resolve("probe.keys"));
    }

    /** Runs until the process receives SIGTERM or SIGINT. */
    public static void main(String[] words) {
        KeeperArguments arguments;
        try {
            arguments = KeeperArguments.parse(List.of(words));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + KeeperArguments.USAGE);
            System.exit(WRONG_ARGUMENTS);
            return;
        }
        // The HTTP client logs through SLF4J, which would otherwise warn in the journal that it has no provider.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        SupervisionJournal journal =
                new SupervisionJournal(System.err, System.getenv("JOURNAL_STREAM") != null, Clock.systemUTC());
        System.exit(new Keeper(arguments, journal).run());
    }

    private int run() {
        try {
            prepare();
            Optional<KeeperLock> lock = KeeperLock.take(List.of(directories.run(), directories.state()));
            if (lock.isEmpty()) {
                journal.error("OSE-3101: Another keeper uses " + directories.run() + " or " + directories.state()
                        + ". Stop that one first; one host has one keeper.");
                return COULD_NOT_START;
            }
            try {
                keep();
            } finally {
                lock.get().close();
            }
            return 0;
        } catch (IOException e) {
            journal.error("OSE-3102: The keeper cannot use its directories: " + e.getMessage() + ". Make "
                    + directories.run() + " and " + directories.state() + " writable for user "
                    + System.getProperty("user.name") + ".");
        } catch (ControlException e) {
            journal.error(e.refusal().code() + ": " + e.refusal().sentence() + " "
                    + e.refusal().remedy());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return COULD_NOT_START;
    }

    private void prepare() throws IOException {
        // Members of the group pass through to the socket, and PostgreSQL, with an account of its own, to its data.
        PrivateFiles.makePassage(directories.run());
        PrivateFiles.makePassage(directories.state());
        PrivateFiles.makeDirectory(crashDirectory());
        PrivateFiles.makeDirectory(logDirectory());
    }

    private Path crashDirectory() {
        return directories.state().resolve("crash");
    }

    private Path logDirectory() {
        return directories.state().resolve("log");
    }

    private void keep() throws ControlException, IOException, InterruptedException {
        Notifier notifier = Notifier.of(System.getenv());
        CrashReports crashReports = new CrashReports(directories.state().resolve("crashes"), crashDirectory(), clock);
        KeeperLoop loop = loop(notifier, crashReports);
        Commands commands = commands(new ServiceActions(loop, crashReports, directories.run()));
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> waitForEnd(end, over), "stop"));
        try {
            serve(loop, commands, end);
        } finally {
            // Also after an error: the shutdown hook waits for this, and the JVM for the hook.
            over.countDown();
        }
    }

    private void serve(KeeperLoop loop, Commands commands, CountDownLatch end)
            throws ControlException, IOException, InterruptedException {
        ControlServer control = ControlServer.open(arguments.socket(), PeerRule.standard(), commands, this::report);
        try {
            journal.info("The keeper listens on " + arguments.socket() + ".");
            loop.start((thread, bug) -> {
                report(bug);
                // A keeper that supervises nothing must not look alive. The restarted keeper adopts the node.
                Runtime.getRuntime().halt(COULD_NOT_START);
            });
            end.await();
            loop.end();
        } finally {
            control.close();
        }
    }

    /** Logs an internal error of the keeper with its origin. */
    private void report(Throwable bug) {
        String where = Arrays.stream(bug.getStackTrace())
                .limit(MAX_FRAMES)
                .map(frame -> " at " + frame)
                .collect(Collectors.joining());
        journal.error("OSE-3999: Internal error of the keeper: " + bug + where + ".");
    }

    /** Delays the JVM's exit until the shutdown is complete. */
    private static void waitForEnd(CountDownLatch end, CountDownLatch over) {
        end.countDown();
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private KeeperLoop loop(Notifier notifier, CrashReports crashReports) {
        StoredSettings settings = settings();
        NodeLauncher launcher = arguments.underSystemd()
                ? new UnitLauncher(directories.run(), clock)
                : new ChildLauncher(
                        arguments.program().java(), directories.run(), logDirectory(), arguments.leavesNode());
        S3Probe s3 = new S3Probe(probeKeys, settings::region, settings::isBehindBalancers, clock);
        return new KeeperLoop(
                new KeeperLoop.Needs(
                        new NodeProcesses(launcher, crashReports, directories.run(), STOP_LIMIT),
                        new Installation(
                                directories.state(),
                                arguments.program().serverJar(),
                                arguments.program().aotCache()),
                        settings,
                        new HealthProbe(TIMEOUT, s3, settings::probesS3),
                        LocalHttp.client(),
                        journal,
                        clock,
                        new SecureRandom()),
                notifier);
    }

    private StoredSettings settings() {
        return new StoredSettings(
                new ConfigurationStore(directories.config()),
                directories.run(),
                dataDirectory(),
                arguments.program().java());
    }

    private Commands commands(ServiceActions services) {
        ConfigurationStore store = new ConfigurationStore(directories.config());
        Path binaries = Objects.requireNonNull(arguments.program().java().getParent(), "java is in bin");
        NodeTasks tasks = new NodeTasks(
                store,
                directories.run(),
                dataDirectory(),
                arguments.program().java(),
                arguments.program().serverJar());
        ConfigurationCommands configuration = ConfigurationCommands.of(
                store,
                tasks,
                Objects.requireNonNull(binaries.getParent(), "java is in bin"),
                clock,
                new SecureRandom(),
                new EndpointCheck(probeKeys, settings()::region, clock));
        SupportBundle support = new SupportBundle(
                store,
                new Commands(services, configuration::handle),
                new LogFiles(
                        List.of(logDirectory(), Path.of("/var/log/ose")),
                        arguments.underSystemd() ? List.of("ose-keeper", "ose-server") : List.of()),
                directories.state().resolve("support"),
                clock);
        return new Commands(services, new OperatorCommands(configuration, support)::handle);
    }

    private Path dataDirectory() {
        return directories.state().resolve("node");
    }

    /** Carries out commands about the configuration. */
    @FunctionalInterface
    private interface OfConfiguration {
        Event.Outcome handle(ConfigurationCommand command, Consumer<Event.Progress> progress);
    }

    /** Routes each command to its handler. */
    private record Commands(ServiceActions services, OfConfiguration configuration) implements CommandHandler {

        @Override
        public Event.Outcome handle(Command command, Consumer<Event.Progress> progress) {
            try {
                return switch (command) {
                    case ServiceCommand it -> services.handle(it, progress);
                    case NodeCommand it -> services.pass(it);
                    case ConfigurationCommand it -> configuration.handle(it, progress);
                };
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return ControlCode.OUTCOME_UNKNOWN.refusal(
                        "The keeper ends.", "Look at ose service status when it runs again.");
            }
        }
    }
}
