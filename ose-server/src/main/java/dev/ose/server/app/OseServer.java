package dev.ose.server.app;

import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationException;
import dev.ose.config.ConfigurationLoader;
import dev.ose.config.NodeOptions;
import dev.ose.server.app.boot.PlatformSource;
import dev.ose.server.app.boot.Platforms;
import dev.ose.server.app.boot.StartFailures;
import dev.ose.server.runtime.lifecycle.NodeState;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.server.runtime.telemetry.StderrRotation;
import java.util.List;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's program. Prints one line of JSON to stdout when it is ready; everything else, including the log, goes to
 * stderr. Exit codes: 0 stopped by a signal, 1 could not start, 2 invalid configuration.
 */
public final class OseServer {

    private static final int COULD_NOT_START = 1;
    private static final int WRONG_CONFIGURATION = 2;

    private static final Logger LOG = LoggerFactory.getLogger(OseServer.class);

    private OseServer() {}

    /** Runs until the process receives SIGTERM or SIGINT. */
    public static void main(String[] arguments) {
        run(arguments, Platforms::start);
    }

    /** The same with a platform other than that of the options, such as an adapter under development. */
    public static void run(String[] arguments, PlatformSource platform) {
        run(arguments, platform, OseServer::exitIfRehearsed);
    }

    private static void exitIfRehearsed(Configuration configuration, Node.Endpoints endpoints) {
        if (configuration.get(NodeOptions.EXIT_WHEN_READY)) {
            System.exit(0);
        }
    }

    /** @param whenReady called once the node serves requests; the program fails as a start does if it throws */
    static void run(String[] arguments, PlatformSource platform, BiConsumer<Configuration, Node.Endpoints> whenReady) {
        refuseRenegotiation();
        NodeState state = new NodeState();
        Parts parts = new Parts();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(state, parts), "stop"));
        try {
            Configuration configuration = ConfigurationLoader.load(List.of(arguments), System.getenv());
            long largestLog = configuration.get(NodeOptions.LOG_BYTES);
            if (largestLog > 0) {
                parts.add("log rotation", StderrRotation.start(largestLog));
            }
            configuration.warnings().forEach(warning -> LOG.warn("{}", warning.line()));
            whenReady.accept(configuration, Node.start(configuration, platform, state, parts));
        } catch (ConfigurationException e) {
            System.err.println(e.getMessage());
            System.exit(WRONG_CONFIGURATION);
        } catch (RuntimeException | LinkageError e) {
            // A failure after a stop signal is a consequence of it.
            if (!state.isStopping()) {
                System.err.println(StartFailures.explain(e).getMessage());
            }
            System.exit(COULD_NOT_START);
        }
    }

    /**
     * Otherwise a client of TLS 1.2 could have the node compute handshakes on one connection without limit, at little
     * cost of its own. Java reads the property once, so it is set before any use of TLS.
     */
    private static void refuseRenegotiation() {
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }

    private static void stop(NodeState state, Parts parts) {
        state.becomeStopping();
        parts.close();
    }
}
