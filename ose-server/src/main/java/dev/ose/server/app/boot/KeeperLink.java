package dev.ose.server.app.boot;

import dev.ose.adapter.Secret;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.control.ControlException;
import dev.ose.control.LaunchTicket;
import dev.ose.control.NodeDiagnostics;
import dev.ose.control.NodeReport;
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
 * Through which a node and the keeper that started it know one another: the node learns the keeper's login and tells
 * which process it is, then where it serves. The link of a node without a keeper reports nothing and knows no login.
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
     * Tells the keeper of this process at once, if there is a keeper.
     *
     * @param pulse what the keeper is told when it asks whether this node hangs
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

    /** A node serves without, too; only when it hangs nobody will know why. */
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

    /** What the keeper shows to log in. */
    public Optional<Secret> login() {
        return Optional.ofNullable(launch).map(LaunchTicket::login);
    }

    /** Tells the keeper where the node serves. */
    public void serves(NodeReport.Endpoints endpoints) {
        report(endpoints);
    }

    private void report(NodeReport.@Nullable Endpoints endpoints) {
        if (directory == null || launch == null) {
            return;
        }
        try {
            new NodeReport(launch.name(), ProcessIdentity.own(), endpoints).write(directory);
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
