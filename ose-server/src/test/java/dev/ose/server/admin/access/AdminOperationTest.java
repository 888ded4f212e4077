package dev.ose.server.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AdminOperationTest {

    @Test
    void noTwoOperationsShareARequest() {
        assertThat(Arrays.stream(AdminOperation.values()).map(AdminOperation::route))
                .doesNotHaveDuplicates();
    }

    @Test
    void onlyHealthMetricsNoticesAndSignInsNeedNoLogin() {
        assertThat(AdminOperation.values())
                .filteredOn(it -> it.roles().contains(AdminRole.ANONYMOUS))
                .containsExactly(
                        AdminOperation.SHOW_LIVENESS,
                        AdminOperation.SHOW_READINESS,
                        AdminOperation.SHOW_METRICS,
                        AdminOperation.SIGN_IN,
                        AdminOperation.LIST_SIGN_IN_PROVIDERS,
                        AdminOperation.BEGIN_PROVIDER_SIGN_IN,
                        AdminOperation.END_PROVIDER_SIGN_IN,
                        AdminOperation.END_ADMINISTRATOR_SIGN_IN,
                        AdminOperation.RECEIVE_NOTIFICATIONS);
    }

    @Test
    void whatIsAboutNoTenantIsForProvidersUnlessItTellsOnlyAboutTheCallerOrTheService() {
        assertThat(AdminOperation.values())
                .filteredOn(it -> it.route().path().startsWith("/api/v1/admin/")
                        && !it.route().path().contains("{tenant}")
                        && it.roles().contains(AdminRole.TENANT_ADMIN))
                .allMatch(it -> it.route().path().startsWith("/api/v1/admin/me"));
    }

    @Test
    void titleIsTheNameInCamelCase() {
        assertThat(AdminOperation.CREATE_TENANT.title()).isEqualTo("CreateTenant");
    }
}
