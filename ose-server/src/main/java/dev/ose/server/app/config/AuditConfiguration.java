package dev.ose.server.app.config;

import dev.ose.config.AuditOptions;
import dev.ose.config.Configuration;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.app.options.SecretFiles;
import dev.ose.server.audit.AuditForwarder;
import dev.ose.server.audit.AuditLog;
import dev.ose.server.audit.AuditOutbox;
import dev.ose.server.audit.AuditReceiver;
import dev.ose.server.audit.AuditRetention;
import dev.ose.server.audit.AuditTables;
import dev.ose.server.audit.GroupCommitTrail;
import dev.ose.server.audit.jdbc.JdbcAuditLog;
import dev.ose.server.audit.jdbc.JdbcAuditOutbox;
import dev.ose.server.audit.jdbc.JdbcAuditTables;
import dev.ose.server.audit.syslog.SyslogReceiver;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.Database;
import dev.ose.server.event.webhook.AuditWebhook;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.springframework.context.annotation.Bean;

/** The audit log: recording, reading, retention, forwarding. */
@ControlPlane
class AuditConfiguration {

    @Bean
    JdbcAuditTables auditTables(Database database, DataDirectory directory, AuditReceivers receivers) {
        return new JdbcAuditTables(
                database,
                directory.identity(),
                receivers.all().stream().map(each -> each.kind().name()).toList());
    }

    /** Those that options name. */
    record AuditReceivers(List<AuditReceiver> all) {}

    @Bean
    AuditReceivers auditReceivers(Configuration configuration, Clock clock) {
        List<AuditReceiver> receivers = new ArrayList<>();
        configuration
                .find(AuditOptions.SYSLOG)
                .map(server -> new SyslogReceiver(server, SSLSocketFactory.getDefault()))
                .ifPresent(receivers::add);
        configuration
                .find(AuditOptions.WEBHOOK)
                .map(target -> AuditWebhook.open(
                        target,
                        SecretFiles.firstLine(
                                AuditOptions.WEBHOOK_SECRET_FILE,
                                configuration
                                        .find(AuditOptions.WEBHOOK_SECRET_FILE)
                                        .orElseThrow()),
                        ConfiguredRoutes.of(configuration),
                        clock))
                .ifPresent(receivers::add);
        return new AuditReceivers(List.copyOf(receivers));
    }

    @Bean
    GroupCommitTrail auditTrail(AuditTables tables, Clock clock, SecureRandom random) {
        return GroupCommitTrail.start(tables, clock, random);
    }

    @Bean
    OptionalWork auditForwarding(
            Jobs jobs, AdvisoryLocks locks, AuditReceivers receivers, Database database, Clock clock) {
        AuditOutbox outbox = new JdbcAuditOutbox(database);
        List<Job> forwarders = receivers.all().stream()
                .map(receiver -> AuditForwarder.start(jobs, locks, receiver, outbox, clock))
                .toList();
        return new OptionalWork(() -> {
            forwarders.forEach(Job::close);
            for (AuditReceiver receiver : receivers.all()) {
                receiver.close();
            }
        });
    }

    @Bean
    AuditLog auditLog(Database database) {
        return new JdbcAuditLog(database);
    }

    @Bean
    MeterBinder auditMetrics(GroupCommitTrail trail) {
        return registry -> {
            FunctionCounter.builder("ose.audit.recorded", trail, GroupCommitTrail::recorded)
                    .register(registry);
            FunctionCounter.builder("ose.audit.refused", trail, GroupCommitTrail::refused)
                    .register(registry);
        };
    }

    @Bean
    OptionalWork auditRetention(
            Configuration configuration, Jobs jobs, AuditTables tables, AdvisoryLocks locks, Clock clock) {
        int days = configuration.get(AuditOptions.RETENTION_DAYS);
        return days > 0
                ? new OptionalWork(AuditRetention.start(jobs, tables, locks, Duration.ofDays(days), clock))
                : OptionalWork.NONE;
    }
}
