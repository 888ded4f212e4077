package dev.ose.server.app.config;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.S3Options;
import dev.ose.server.app.dataplane.RunningNode;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.app.options.ListenerCertificates;
import dev.ose.server.database.Database;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.jdbc.LogKeeper;
import dev.ose.server.node.NodeReporter;
import dev.ose.server.node.NodeReports;
import dev.ose.server.node.jdbc.JdbcNodeReports;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.NodeState;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;

/** What a node reports about itself, and the order to drain. */
@ControlPlane
class ReportConfiguration {

    private static final String ANY = "0.0.0.0";
    private static final String ANY_V6 = "::";

    private final Configuration configuration;
    private final String host = hostName();

    ReportConfiguration(Configuration configuration) {
        this.configuration = configuration;
    }

    @Bean
    NodeReports nodeReports(Database database) {
        return new JdbcNodeReports(database);
    }

    @Bean
    RunningNode runningNode(
            NodeState state,
            ClientWorker worker,
            S3Listeners listeners,
            ServletWebServerApplicationContext admin,
            GroupCommitLedger ledger,
            OptionalWork logKeeper) {
        ListenerCertificates certificates = ListenerCertificates.follow(configuration, admin.getBean(SslBundles.class));
        return new RunningNode(
                host,
                state,
                worker,
                () -> new RunningNode.Addresses(s3(listeners), admin(admin)),
                () -> new RunningNode.Writes(
                        ledger.statistics().journalBytes(),
                        logKeeper.work() instanceof LogKeeper keeper ? keeper.lag() : null),
                certificates::end);
    }

    @Bean
    NodeReporter nodeReporter(Jobs jobs, NodeReports reports, DataDirectory directory, RunningNode node, Clock clock) {
        NodeReporter.Identity identity = new NodeReporter.Identity(directory.identity(), LedgerConfiguration.version());
        return NodeReporter.start(jobs, reports, identity, node, clock);
    }

    private String s3(S3Listeners listeners) {
        boolean isSecure = listeners.securePort() >= 0;
        int port = isSecure ? listeners.securePort() : listeners.port();
        return address(isSecure, configuration.get(S3Options.ADDRESS), port);
    }

    private String admin(ServletWebServerApplicationContext context) {
        var server = context.getWebServer();
        return address(
                configuration.find(AdminOptions.TLS_CERTIFICATE).isPresent(),
                configuration.get(AdminOptions.ADDRESS),
                server == null ? -1 : server.getPort());
    }

    /** A listener on all addresses is shown with the host's name, which other machines may know. */
    private String address(boolean isSecure, String bound, int port) {
        if (port < 0) {
            return "";
        }
        String shown = (bound.equals(ANY) || bound.equals(ANY_V6)) && !host.isEmpty() ? host : bound;
        return (isSecure ? "https://" : "http://") + (shown.contains(":") ? '[' + shown + ']' : shown) + ':' + port;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }
}
