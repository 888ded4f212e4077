package dev.ose.server.app.boot;

import dev.ose.adapter.Secret;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.control.ControlException;
import dev.ose.control.LaunchReport;
import dev.ose.control.LaunchTicket;
import dev.ose.control.NodeDiagnostics;
import dev.ose.control.ProcessIdentity;
import dev.ose.server.runtime.lifecycle.Pulse;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The link between a node and the keeper that started it: the node reads the keeper's login and reports its process,
 * later its addresses. Without a keeper it reports nothing and has no login.
 */
public final class KeeperLink {

    private static final Logger LOG = LoggerFactory.getLogger(KeeperLink.class);

    private final @Nullable Path directory;
    private final @Nullable LaunchTicket launch;

    private KeeperLink(@Nullable Path directory, @Nullable LaunchTicket launch) {
        this.directory = directory;
        this.launch = launch;
    }

    /**
     * Reports this process to the keeper, if there is one.
     *
     * @param pulse the node's liveness, which the keeper may query
     */
    public static KeeperLink open(Configuration configuration, Pulse pulse) {
        Optional<Path> directory = configuration.find(NodeOptions.KEEPER_DIRECTORY);
        if (directory.isEmpty()) {
            return new KeeperLink(null, null);
        }
        LaunchTicket launch = read(directory.get());
        KeeperLink link = new KeeperLink(directory.get(), launch);
        answerQuestions(directory.get(), pulse);
        link.report(null);
        return link;
    }

    /** The node also serves without this, but then a hang is not diagnosed. */
    private static void answerQuestions(Path directory, Pulse pulse) {
        try {
            NodeDiagnostics.open(
                    directory, pulse::stillness, bug -> LOG.error("a question about this JVM met a bug", bug));
        } catch (ControlException e) {
            LOG.warn("the keeper cannot ask about this JVM: {}", e.refusal().sentence());
        }
    }

    private static LaunchTicket read(Path directory) {
        try {
            return LaunchTicket.read(directory).orElseThrow(() -> new IOException("there is no file of a launch"));
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    /** The keeper's login. */
    public Optional<Secret> login() {
        return Optional.ofNullable(launch).map(LaunchTicket::login);
    }

    /** Reports the node's addresses to the keeper. */
    public void serves(LaunchReport.Endpoints endpoints) {
        report(endpoints);
    }

    private void report(LaunchReport.@Nullable Endpoints endpoints) {
        if (directory == null || launch == null) {
            return;
        }
        try {
            new LaunchReport(launch.name(), ProcessIdentity.own(), endpoints).write(directory);
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    private static StartException unusable(Path directory, IOException e) {
        return new StartException(
                Code.FILE,
                "The keeper's directory " + directory + " (" + NodeOptions.KEEPER_DIRECTORY.key()
                        + ") cannot be used: " + e.getMessage() + ". Only a keeper sets this option; check that user "
                        + System.getProperty("user.name") + " may read and write there.",
                e);
    }
}
