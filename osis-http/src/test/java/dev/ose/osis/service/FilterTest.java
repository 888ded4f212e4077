package dev.ose.osis.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.osis.model.OsisRole;
import dev.ose.osis.model.OsisTenant;
import dev.ose.osis.model.OsisUser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilterTest {

    private static final TenantEntry HOME = new TenantEntry(
            "x", OsisTenant.request("acme", List.of("org-1", "org-2")).withTenantId("000000000007"));

    private static final UserEntry ANN = new UserEntry(
            "y",
            OsisUser.request("000000000007", "ann", OsisRole.TENANT_USER, "cd-ann", "org-1")
                    .withIds("000000000007", "3c4b2a1e-0000-4000-8000-000000000001", "canonical$ann"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";",
                "nonsense",
                "a=b",
                "tenant_id==",
                "tenant_id==1==2",
                "tenant_id==000000000007",
                "tenant_id==000000000007;",
                "cd_tenant_id==org-1;user_id==3c4b2a1e-0000-4000-8000-000000000001",
                "cd_tenant_id==org-2",
                "cd_user_id==cd-ann;canonical_user_id==canonical$ann;active==true",
                "username==ann"
            })
    void userIsFound(String text) {
        assertThat(OsisFilter.parse(text).admits(ANN, HOME)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tenant_id==7",
                "cd_tenant_id==org-3",
                "username==bob",
                "username==ann;active==false",
                "cd_tenant_id==org-1;user_id==other",
                "favourite_colour==blue"
            })
    void userIsNotFound(String text) {
        assertThat(OsisFilter.parse(text).admits(ANN, HOME)).isFalse();
    }

    /** The user's id, the tenant's name, the user's name; and an organisation that adopted a tenant under its id. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cd_tenant_id==org-1;display_name==3c4b2a1e-0000-4000-8000-000000000001",
                "cd_tenant_id==org-1;display_name==acme",
                "cd_tenant_id==org-1;display_name==ann",
                "cd_tenant_id==000000000007;display_name==acme",
                "username==acme"
            })
    void displayNameHasThreeMeanings(String text) {
        assertThat(OsisFilter.parse(text).admits(ANN, HOME)).isTrue();
    }

    @Test
    void tenantIsFoundByItsIdsAndItsName() {
        assertThat(List.of(
                        "cd_tenant_id==org-2;",
                        "tenant_id==000000000007",
                        "display_name==acme",
                        "cd_tenant_id==000000000007"))
                .allSatisfy(
                        text -> assertThat(OsisFilter.parse(text).admits(HOME)).isTrue());
        assertThat(List.of("cd_tenant_id==org-3", "tenant_id==org-1", "user_id==u"))
                .allSatisfy(
                        text -> assertThat(OsisFilter.parse(text).admits(HOME)).isFalse());
    }

    @Test
    void keyIsFoundByItselfAndItsOwner() {
        KeyEntry key = new KeyEntry("AK", "000000000007", "u", "2026-01-01T00:00:00Z");

        assertThat(OsisFilter.parse("access_key==AK;cd_user_id==cd-ann").admits(key, ANN, HOME))
                .isTrue();
        assertThat(OsisFilter.parse("access_key==BK").admits(key, ANN, HOME)).isFalse();
        assertThat(OsisFilter.parse("access_key==AK;cd_user_id==cd-bob").admits(key, ANN, HOME))
                .isFalse();
    }
}
