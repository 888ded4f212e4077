package dev.ose.server.app.config;

import dev.ose.config.AccessLogOptions;
import dev.ose.config.Configuration;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.logging.AccessLogs;
import dev.ose.server.bucket.logging.LogUpload;
import dev.ose.server.bucket.logging.LogWriter;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.platform.client.S3LogUpload;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.User;
import dev.ose.server.transfer.BlockingTransport;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;

/** The access logs of buckets, and their delivery. */
@ControlPlane
class AccessLogConfiguration {

    private final BucketDirectory buckets;
    private final Clock clock;

    AccessLogConfiguration(BucketDirectory buckets, Clock clock) {
        this.buckets = buckets;
        this.clock = clock;
    }

    @Bean
    LogUpload logUpload(PlatformRegistry platforms, BlockingTransport transport) {
        return new S3LogUpload(platforms, transport, clock);
    }

    @Bean
    LogWriter logWriter(
            BucketOwners owners,
            Provisioning users,
            QuotaService quotas,
            ObjectLedger ledger,
            LogUpload upload,
            SecureRandom random) {
        LogWriter.Ids ids = (tenant, user) -> users.findUser(tenant, user).map(User::canonicalId);
        return new LogWriter(buckets, owners, ids, quotas, ledger, upload, clock, random);
    }

    @Bean
    AccessLogs accessLogs(Configuration configuration, Jobs jobs, LogWriter writer) {
        AccessLogs.Settings settings = new AccessLogs.Settings(
                configuration.get(AccessLogOptions.PERIOD),
                configuration.get(AccessLogOptions.OBJECT_BYTES),
                configuration.get(AccessLogOptions.BUFFER_BYTES));
        return AccessLogs.start(jobs, buckets, writer, settings, clock);
    }
}
