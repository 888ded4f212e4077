package dev.ose.server.app.config;

import dev.ose.config.AuditOptions;
import dev.ose.config.Configuration;
import dev.ose.server.audit.AuditLog;
import dev.ose.server.audit.AuditRetention;
import dev.ose.server.audit.AuditTables;
import dev.ose.server.audit.GroupCommitTrail;
import dev.ose.server.audit.jdbc.JdbcAuditLog;
import dev.ose.server.audit.jdbc.JdbcAuditTables;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.Database;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;

/** The audit log: recording, reading, retention. */
@ControlPlane
class AuditConfiguration {

    @Bean
    AuditTables auditTables(Database database, DataDirectory directory) {
        return new JdbcAuditTables(database, directory.identity(), List.of());
    }

    @Bean
    GroupCommitTrail auditTrail(AuditTables tables, Clock clock, SecureRandom random) {
        return GroupCommitTrail.start(tables, clock, random);
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
