package dev.ose.adapter.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayPrincipalsTest {

    private final GatewayPrincipals names = new GatewayPrincipals();

    @Test
    void everyNameIsFoundAgain() {
        PlatformTenantId tenant = GatewayIds.tenant("tenant-1");
        PlatformUserId user = GatewayIds.user(tenant, "user/of:it");

        assertThat(names.of(tenant)).isEqualTo("arn:aws:iam::tenant__1:root");
        assertThat(names.of(user)).isEqualTo("arn:aws:iam::tenant__1:user/user_2fof_3ait");
        assertThat(names.user(names.of(user))).contains(user);
        assertThat(names.tenant(names.of(tenant))).contains(tenant);
        assertThat(names.tenant(names.of(user))).isEmpty();
        assertThat(names.user(names.of(tenant))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "t",
                "arn:aws:iam:::root",
                "arn:aws:iam::root",
                "arn:aws:iam:::user/u",
                "arn:aws:iam::t:user/",
                "arn:aws:iam::t:role/u",
                "arn:aws:iam::t:user/a/b",
                "arn:aws:iam::t$u:root",
                "arn:aws:iam::t:user/a:root"
            })
    void foreignNameIsNoPrincipal(String principal) {
        assertThat(names.user(principal)).isEmpty();
        assertThat(names.tenant(principal)).isEmpty();
    }
}
