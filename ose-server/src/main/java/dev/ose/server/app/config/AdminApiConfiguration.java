package dev.ose.server.app.config;

import dev.ose.server.admin.ApiBrowserController;
import dev.ose.server.admin.CallerController;
import dev.ose.server.admin.HealthController;
import dev.ose.server.admin.MetricsController;
import dev.ose.server.admin.NodeController;
import dev.ose.server.admin.accounting.BillController;
import dev.ose.server.admin.accounting.MeteringController;
import dev.ose.server.admin.accounting.QuotaAlertController;
import dev.ose.server.admin.accounting.QuotaController;
import dev.ose.server.admin.accounting.RatePlanController;
import dev.ose.server.admin.accounting.UsageController;
import dev.ose.server.admin.accounting.UsageHistoryController;
import dev.ose.server.admin.audit.AuditController;
import dev.ose.server.admin.bucket.AccessController;
import dev.ose.server.admin.bucket.BucketController;
import dev.ose.server.admin.bucket.BucketNameController;
import dev.ose.server.admin.bucket.CorsController;
import dev.ose.server.admin.catalog.LabelController;
import dev.ose.server.admin.catalog.SearchController;
import dev.ose.server.admin.core.CoreController;
import dev.ose.server.admin.core.CoreCredentialController;
import dev.ose.server.admin.credential.CredentialController;
import dev.ose.server.admin.credential.IdentityProviderController;
import dev.ose.server.admin.credential.RoleController;
import dev.ose.server.admin.credential.TenantCredentialController;
import dev.ose.server.admin.credential.UserPolicyController;
import dev.ose.server.admin.director.ActivationController;
import dev.ose.server.admin.director.OrganisationController;
import dev.ose.server.admin.event.WebhookController;
import dev.ose.server.admin.job.JobController;
import dev.ose.server.admin.job.JobListController;
import dev.ose.server.admin.login.LoginController;
import dev.ose.server.admin.platform.PlatformController;
import dev.ose.server.admin.platform.PlatformTestController;
import dev.ose.server.admin.platform.ReconciliationController;
import dev.ose.server.admin.sync.NotificationController;
import dev.ose.server.admin.sync.SyncController;
import dev.ose.server.admin.tenant.AdoptionController;
import dev.ose.server.admin.tenant.PurgeController;
import dev.ose.server.admin.tenant.TenantController;
import dev.ose.server.admin.tenant.TenantPlatformController;
import dev.ose.server.admin.tenant.UserController;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.bind.annotation.RestController;

/** The admin API: its controllers. A controller gets the services that its constructor names. */
@ControlPlane
@Import({
    AdoptionController.class,
    AuditController.class,
    AccessController.class,
    BucketController.class,
    ApiBrowserController.class,
    BucketNameController.class,
    CorsController.class,
    CallerController.class,
    CoreController.class,
    CoreCredentialController.class,
    CredentialController.class,
    TenantCredentialController.class,
    RoleController.class,
    UserPolicyController.class,
    HealthController.class,
    IdentityProviderController.class,
    JobController.class,
    JobListController.class,
    LabelController.class,
    LoginController.class,
    MeteringController.class,
    MetricsController.class,
    NodeController.class,
    NotificationController.class,
    ActivationController.class,
    OrganisationController.class,
    PlatformController.class,
    PlatformTestController.class,
    QuotaAlertController.class,
    QuotaController.class,
    ReconciliationController.class,
    SearchController.class,
    SyncController.class,
    PurgeController.class,
    TenantController.class,
    TenantPlatformController.class,
    UsageController.class,
    UsageHistoryController.class,
    RatePlanController.class,
    BillController.class,
    UserController.class,
    WebhookController.class
})
class AdminApiConfiguration {

    /** Controllers stand on database and platform, but {@code @Import} takes no {@code @Lazy} from this class. */
    @Bean
    static BeanFactoryPostProcessor lateControllers() {
        return factory -> {
            for (String name : factory.getBeanNamesForAnnotation(RestController.class)) {
                if (factory.findAnnotationOnBean(name, Lazy.class) == null) {
                    factory.getBeanDefinition(name).setLazyInit(true);
                }
            }
        };
    }
}
