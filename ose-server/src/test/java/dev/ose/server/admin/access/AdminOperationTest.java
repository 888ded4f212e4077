package dev.ose.server.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdminOperationTest {

    @Test
    void noTwoOperationsShareARequest() {
        assertThat(AdminOperations.all().stream().map(AdminOperation::route)).doesNotHaveDuplicates();
    }

    @Test
    void onlyHealthMetricsNoticesSignInsBrandingShareLinksAndTheProductNeedNoLogin() {
        assertThat(AdminOperations.all())
                .filteredOn(it -> it.roles().contains(AdminRole.ANONYMOUS))
                .containsExactly(
                        ServiceAdminOperation.SHOW_LIVENESS,
                        ServiceAdminOperation.SHOW_READINESS,
                        ServiceAdminOperation.SHOW_METRICS,
                        SessionOperation.SIGN_IN,
                        SessionOperation.LIST_SIGN_IN_PROVIDERS,
                        SessionOperation.BEGIN_PROVIDER_SIGN_IN,
                        SessionOperation.END_PROVIDER_SIGN_IN,
                        SessionOperation.END_ADMINISTRATOR_SIGN_IN,
                        PortalOperation.SHOW_BRANDING,
                        PortalOperation.SHOW_LOGO,
                        PlatformOperation.RECEIVE_NOTIFICATIONS,
                        LinkOperation.SHOW_SHARE_LINK_PAGE,
                        LinkOperation.REDEEM_SHARE_LINK,
                        CoreOperation.SHOW_PRODUCT);
    }

    @Test
    void whatIsAboutNoTenantIsForProvidersUnlessItTellsOnlyAboutTheCallerOrNamesOfBuckets() {
        assertThat(AdminOperations.all())
                .filteredOn(it -> it.route().path().startsWith("/api/v1/admin/")
                        && !it.route().path().contains("{tenant}")
                        && it.roles().contains(AdminRole.TENANT_ADMIN))
                .allMatch(it -> it.route().path().startsWith("/api/v1/admin/me")
                        || it == BucketAdminOperation.CHECK_BUCKET_NAME);
    }

    /** Its controller decides whether it may be done in the name of the owner, so the guard must not. */
    @Test
    void onlyBucketsAreCreatedInTheNameOfAnOwnerInTheBody() {
        assertThat(AdminOperations.all())
                .filteredOn(AdminOperation::actsAsOwner)
                .containsExactly(BucketAdminOperation.CREATE_BUCKET)
                .noneMatch(AdminOperation::impersonates)
                .allMatch(AdminOperation::hasSubjectInBody);
    }

    @Test
    void titleIsTheNameInCamelCase() {
        assertThat(TenantOperation.CREATE_TENANT.title()).isEqualTo("CreateTenant");
    }
}
