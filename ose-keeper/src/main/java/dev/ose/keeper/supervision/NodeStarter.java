package dev.ose.keeper.supervision;

import dev.ose.config.NodeOptions;
import dev.ose.control.LaunchTicket;
import dev.ose.keeper.process.NodeLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts a node with what the configuration says now. Not thread-safe. */
final class NodeStarter {

    /** What every node is started with; the operator's arguments follow and win. */
    private static final List<String> JVM = List.of(
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+ExitOnOutOfMemoryError");

    private final NodeLauncher launcher;
    private final Settings.Source source;
    private final Installation installation;
    private final LastKnownGoodJvmOptions good;
    private final SecureRandom random;
    private @Nullable Settings startedWith;

    /**
     * Where things are.
     *
     * @param runDirectory which keeper and node share
     * @param stateDirectory what the keeper remembers
     * @param serverJar the node's program
     * @param aotCache what Java has learned about starting the node; used only if it is there
     * @param crashReports what the JVM is to call its crash reports
     */
    record Installation(
            Path runDirectory,
            Path stateDirectory,
            Path serverJar,
            @Nullable Path aotCache,
            String crashReports) {}

    NodeStarter(NodeLauncher launcher, Settings.Source source, Installation installation, SecureRandom random) {
        this.launcher = launcher;
        this.source = source;
        this.installation = installation;
        this.good = new LastKnownGoodJvmOptions(installation.stateDirectory().resolve("jvm.options.good"), source);
        this.random = random;
    }

    /** What was started, and what the operator should know about it; empty if nothing. */
    record Started(LaunchTicket launch, String complaint) {}

    /** Blocks while a JVM tries new arguments. */
    Started start() throws Settings.UnusableException, IOException {
        Settings settings = source.read();
        LastKnownGoodJvmOptions.Choice jvm = good.choose(settings.jvmArguments());
        LaunchTicket launch = LaunchTicket.fresh(random);
        launch.write(installation.runDirectory());
        launcher.start(launch, arguments(settings, jvm.arguments()));
        startedWith = settings;
        return new Started(launch, jvm.complaint());
    }

    /** Whether a node would be started otherwise than the one that runs; nobody knows of one that was adopted. */
    boolean isOutOfDate() throws Settings.UnusableException {
        Settings settings = source.read();
        return !settings.equals(startedWith);
    }

    private List<String> arguments(Settings settings, List<String> jvmArguments) {
        List<String> all = new ArrayList<>(JVM);
        all.add("-XX:ErrorFile=" + installation.crashReports());
        // Not among the operator's arguments, which replace one another: every start is to be fast.
        if (installation.aotCache() != null && Files.exists(installation.aotCache())) {
            all.add("-XX:AOTCache=" + installation.aotCache());
        }
        all.addAll(jvmArguments);
        all.add("-jar");
        all.add(installation.serverJar().toString());
        all.addAll(settings.nodeArguments());
        all.add("--" + NodeOptions.KEEPER_DIRECTORY.key() + "=" + installation.runDirectory());
        return all;
    }
}
