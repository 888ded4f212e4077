package dev.ose.server.app;

import dev.ose.server.admin.AdminErrors;
import dev.ose.server.admin.AdminServices;
import dev.ose.server.admin.AdoptionController;
import dev.ose.server.admin.BucketController;
import dev.ose.server.admin.CallerController;
import dev.ose.server.admin.CredentialController;
import dev.ose.server.admin.IdentityProviderController;
import dev.ose.server.admin.LabelController;
import dev.ose.server.admin.LoginController;
import dev.ose.server.admin.MeteringController;
import dev.ose.server.admin.MetricsController;
import dev.ose.server.admin.NotificationController;
import dev.ose.server.admin.Passwords;
import dev.ose.server.admin.PlatformController;
import dev.ose.server.admin.QuotaController;
import dev.ose.server.admin.ReconciliationController;
import dev.ose.server.admin.SearchController;
import dev.ose.server.admin.SyncController;
import dev.ose.server.admin.TenantController;
import dev.ose.server.admin.UniqueFields;
import dev.ose.server.admin.UsageController;
import dev.ose.server.admin.UserController;
import dev.ose.server.admin.WebhookController;
import dev.ose.server.runtime.telemetry.Metrics;
import java.time.Clock;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The admin API and what it stands on. */
@Configuration(proxyBeanMethods = false)
@Import({WebConfiguration.class, SecurityConfiguration.class, OpenApiConfiguration.class})
class NodeConfiguration {

    @Bean
    TenantController tenantController(Supplier<AdminServices> services) {
        return new TenantController(services);
    }

    @Bean
    UserController userController(Supplier<AdminServices> services) {
        return new UserController(services);
    }

    @Bean
    CredentialController credentialController(Supplier<AdminServices> services) {
        return new CredentialController(services);
    }

    @Bean
    AdoptionController adoptionController(Supplier<AdminServices> services) {
        return new AdoptionController(services);
    }

    @Bean
    UsageController usageController(Supplier<AdminServices> services) {
        return new UsageController(services);
    }

    @Bean
    IdentityProviderController identityProviderController(Supplier<AdminServices> services) {
        return new IdentityProviderController(services);
    }

    @Bean
    QuotaController quotaController(Supplier<AdminServices> services) {
        return new QuotaController(services);
    }

    @Bean
    BucketController bucketController(Supplier<AdminServices> services) {
        return new BucketController(services);
    }

    @Bean
    LabelController labelController(Supplier<AdminServices> services) {
        return new LabelController(services);
    }

    @Bean
    SyncController syncController(Supplier<AdminServices> services) {
        return new SyncController(services);
    }

    @Bean
    WebhookController webhookController(Supplier<AdminServices> services) {
        return new WebhookController(services);
    }

    @Bean
    LoginController loginController(Supplier<AdminServices> services, Passwords passwords) {
        return new LoginController(services, passwords);
    }

    @Bean
    CallerController callerController(Supplier<AdminServices> services) {
        return new CallerController(services);
    }

    @Bean
    ReconciliationController reconciliationController(Supplier<AdminServices> services) {
        return new ReconciliationController(services);
    }

    @Bean
    PlatformController platformController(Supplier<AdminServices> services) {
        return new PlatformController(services);
    }

    @Bean
    NotificationController noticeController(Supplier<AdminServices> services) {
        return new NotificationController(services);
    }

    @Bean
    MeteringController meteringController(Supplier<AdminServices> services, Clock clock) {
        return new MeteringController(services, clock);
    }

    @Bean
    SearchController searchController(Supplier<AdminServices> services) {
        return new SearchController(services);
    }

    @Bean
    MetricsController metricsController(Metrics metrics) {
        return new MetricsController(metrics);
    }

    @Bean
    UniqueFields uniqueFields() {
        return new UniqueFields();
    }

    @Bean
    AdminErrors adminErrors() {
        return new AdminErrors(bug -> LoggerFactory.getLogger(AdminErrors.class)
                .error("the admin API met an exception that nobody foresaw", bug));
    }
}
