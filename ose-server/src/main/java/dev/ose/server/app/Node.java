package dev.ose.server.app;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.config.S3Options;
import dev.ose.control.LaunchReport;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.app.boot.FoundationStart;
import dev.ose.server.app.boot.KeeperLink;
import dev.ose.server.app.boot.PlatformSource;
import dev.ose.server.app.boot.ReadinessFile;
import dev.ose.server.app.config.NodeContext;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.app.options.FreePorts;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.NodeState;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.server.runtime.lifecycle.Pulse;
import dev.ose.server.runtime.telemetry.OperatorLog;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the parts of a node in order; they stop in reverse order. */
final class Node {

    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Configuration configuration;
    private final PlatformSource platform;
    private final NodeState state;
    private final Parts parts;

    private Node(Configuration configuration, PlatformSource platform, NodeState state, Parts parts) {
        this.configuration = configuration;
        this.platform = platform;
        this.state = state;
        this.parts = parts;
    }

    /** Blocks until the node serves requests; throws the reason if it cannot. */
    static Endpoints start(Configuration configuration, PlatformSource platform, NodeState state, Parts parts) {
        return new Node(configuration, platform, state, parts).start();
    }

    private Endpoints start() {
        long began = System.nanoTime();
        Pulse pulse = new Pulse(System::nanoTime);
        KeeperLink keeper = KeeperLink.open(configuration, pulse);
        DataDirectory directory =
                parts.add("data directory", DataDirectory.open(configuration.get(NodeOptions.DATA_DIRECTORY)));
        FreePorts.require(configuration);
        Clock clock = Clock.systemUTC();
        OperatorLog events = new OperatorLog();
        FoundationStart foundation = parts.add(
                "database and platform",
                FoundationStart.begin(new FoundationStart.Needs(configuration, platform, directory, events, clock)));
        NodeContext context = NodeContext.open(
                configuration,
                Map.of(
                        "configuration", configuration,
                        "nodeState", state,
                        "pulse", pulse,
                        "keeperLink", keeper,
                        "clock", clock,
                        "passwords", new Passwords(),
                        "dataDirectory", directory,
                        "operatorEvents", events,
                        "foundation", foundation));
        parts.add("beans", () -> {
            foundation.abort();
            context.close();
        });
        // Here and not in a bean, so that its failure is not wrapped.
        foundation.get();
        context.startAll();
        Endpoints endpoints = new Endpoints(
                url(
                        "http",
                        configuration.get(S3Options.ADDRESS),
                        context.bean(S3Listeners.class).port()),
                url(
                        configuration.find(AdminOptions.TLS_CERTIFICATE).isPresent() ? "https" : "http",
                        configuration.get(AdminOptions.ADDRESS),
                        context.adminPort()),
                ProcessHandle.current().pid());
        state.becomeReady();
        keeper.serves(new LaunchReport.Endpoints(endpoints.s3(), endpoints.admin()));
        parts.add("announcement", endpoints.announce(directory));
        LOG.atInfo()
                .addKeyValue("millis", (System.nanoTime() - began) / NANOS_PER_MILLI)
                .log("the node is ready");
        return endpoints;
    }

    private static String url(String scheme, String address, int port) {
        String reachable =
                switch (address) {
                    case "0.0.0.0" -> "127.0.0.1";
                    case "::" -> "[::1]";
                    default -> address.contains(":") ? "[" + address + "]" : address;
                };
        return scheme + "://" + reachable + ":" + port;
    }

    /** Addresses of the listeners on this machine. */
    record Endpoints(String s3, String admin, long pid) {

        private static final String FILE = "node.json";

        /** Announces the node to scripts, on stdout and in a file that is deleted when the node stops. */
        AutoCloseable announce(DataDirectory directory) {
            Map<String, Object> announced = new LinkedHashMap<>();
            announced.put("s3Endpoint", s3);
            announced.put("adminEndpoint", admin);
            announced.put("pid", pid);
            return ReadinessFile.make(directory, FILE, announced);
        }
    }
}
