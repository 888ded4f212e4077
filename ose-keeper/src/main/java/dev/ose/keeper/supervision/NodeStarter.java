package dev.ose.keeper.supervision;

import dev.ose.config.NodeOptions;
import dev.ose.control.LaunchTicket;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts a node with the present configuration. Not thread-safe. */
final class NodeStarter {

    /** JVM arguments of every node; the operator's arguments follow and win. */
    private static final List<String> JVM = List.of(
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+ExitOnOutOfMemoryError");

    private final NodeProcesses processes;
    private final Settings.Source source;
    private final Installation installation;
    private final LastKnownGoodJvmOptions good;
    private final SecureRandom random;
    private @Nullable Settings startedWith;

    NodeStarter(NodeProcesses processes, Settings.Source source, Installation installation, SecureRandom random) {
        this.processes = processes;
        this.source = source;
        this.installation = installation;
        this.good = new LastKnownGoodJvmOptions(installation.stateDirectory().resolve("jvm.options.good"), source);
        this.random = random;
    }

    /** The launch, and a complaint for the operator; empty if there is none. */
    record Started(LaunchTicket launch, String complaint) {}

    /** Blocks while a JVM tries new arguments. */
    Started start() throws Settings.UnusableException, IOException {
        Settings settings = source.read();
        LastKnownGoodJvmOptions.Choice jvm = good.choose(settings.jvmArguments());
        LaunchTicket launch = LaunchTicket.fresh(random);
        launch.write(processes.runDirectory());
        processes.launcher().start(launch, arguments(settings, jvm.arguments()));
        startedWith = settings;
        return new Started(launch, jvm.complaint());
    }

    /** Whether a restarted node would have other settings; true for an adopted node, whose settings are unknown. */
    boolean isOutOfDate() throws Settings.UnusableException {
        Settings settings = source.read();
        return !settings.equals(startedWith);
    }

    private List<String> arguments(Settings settings, List<String> jvmArguments) {
        List<String> all = new ArrayList<>(JVM);
        all.add("-XX:ErrorFile=" + processes.crashReports().crashReportPattern());
        // Separate from the operator's arguments, which replace one another: every start should be fast.
        if (installation.aotCache() != null && Files.exists(installation.aotCache())) {
            all.add("-XX:AOTCache=" + installation.aotCache());
        }
        all.addAll(jvmArguments);
        all.add("-jar");
        all.add(installation.serverJar().toString());
        all.addAll(settings.nodeArguments());
        all.add("--" + NodeOptions.KEEPER_DIRECTORY.key() + "=" + processes.runDirectory());
        return all;
    }
}
