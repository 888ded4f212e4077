package dev.ose.server.app;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.config.S3Options;
import dev.ose.control.NodeReport;
import dev.ose.server.admin.Passwords;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.NodeState;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.server.runtime.lifecycle.Pulse;
import dev.ose.server.runtime.telemetry.Metrics;
import dev.ose.server.runtime.telemetry.OperatorLog;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** Starts the parts of a node in their order; they stop in the reverse one. */
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

    /** Blocks until the node serves requests; throws what keeps it from doing so. */
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
        Metrics metrics = parts.add("metrics", new Metrics());
        Passwords passwords = new Passwords();
        SecureRandom random = new SecureRandom();
        Clock clock = Clock.systemUTC();
        Jobs jobs = new Jobs(metrics, new OperatorLog(), clock);
        DomainFactory domain = DomainFactory.begin(
                new DomainFactory.Needs(configuration, platform, directory, parts, jobs, passwords, random, clock));
        S3Mount mount = new S3Mount();
        Map<String, Object> beans = Map.of(
                "s3Mount", mount,
                "configuration", configuration,
                "nodeState", state,
                "pulse", pulse,
                "metrics", metrics,
                "passwords", passwords,
                "random", random,
                "clock", clock,
                "adminServices", domain,
                "keeperLink", keeper);
        ServletWebServerApplicationContext context =
                parts.add("admin listener", AdminContext.run(configuration, beans));
        DataPlane s3 = DataPlane.start(configuration, domain.await(), metrics, context, parts, mount);
        s3.beatIn(pulse);
        Endpoints endpoints = new Endpoints(
                url("http", configuration.get(S3Options.ADDRESS), s3.port()),
                url(
                        configuration.find(AdminOptions.TLS_CERTIFICATE).isPresent() ? "https" : "http",
                        configuration.get(AdminOptions.ADDRESS),
                        Objects.requireNonNull(context.getWebServer()).getPort()),
                ProcessHandle.current().pid());
        state.becomeReady();
        keeper.serves(new NodeReport.Endpoints(endpoints.s3(), endpoints.admin()));
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

    /** Where the parts can be reached from this machine. */
    record Endpoints(String s3, String admin, long pid) {

        private static final String FILE = "node.json";

        /** Tells scripts, on the standard output and in a file that goes when the node goes. */
        AutoCloseable announce(DataDirectory directory) {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("s3Endpoint", s3);
            told.put("adminEndpoint", admin);
            told.put("pid", pid);
            return Announcement.make(directory, FILE, told);
        }
    }
}
