package dev.ose.server.director;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.admin.access.AdminRole;
import dev.ose.server.director.DirectorSession.Organisation;
import dev.ose.server.director.RoleRules.Verdict;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RoleRulesTest {

    private static final String PLUGINS = "UI Plugins: View";
    private static final String ADMINISTRATOR = "General: Administrator View";
    private static final String ORGANIZATION = "Organization vDC: View";
    private static final String PROVIDER = "Provider vDC: View";

    private final RoleRules rules = new RoleRules("System");

    private Verdict of(String organisation, String... rights) {
        return rules.verdict(new Organisation(new OrganisationId(UUID.randomUUID()), organisation), Set.of(rights));
    }

    private static Verdict granted(AdminRole role) {
        return new Verdict.Granted(role);
    }

    @Test
    void rightsMakeTheRoleOfATenant() {
        assertThat(of("acme", PLUGINS)).isEqualTo(granted(AdminRole.TENANT_USER));
        assertThat(of("acme", PLUGINS, ADMINISTRATOR)).isEqualTo(granted(AdminRole.TENANT_USER));
        assertThat(of("acme", PLUGINS, ADMINISTRATOR, ORGANIZATION)).isEqualTo(granted(AdminRole.TENANT_ADMIN));
    }

    @Test
    void onlyTheProvidersOrganisationMakesAnAdministratorOfTheProvider() {
        assertThat(of("System", PLUGINS, ADMINISTRATOR, ORGANIZATION, PROVIDER))
                .isEqualTo(granted(AdminRole.PROVIDER_ADMIN));
        for (String other : new String[] {"acme", "system", "SYSTEM", "System "}) {
            assertThat(of(other, PLUGINS, ADMINISTRATOR, ORGANIZATION, PROVIDER))
                    .as(other)
                    .isEqualTo(granted(AdminRole.TENANT_ADMIN));
        }
    }

    /** Its users are no users of a tenant. */
    @Test
    void providersOrganisationWithoutARightMakesNothing() {
        assertThat(of("System", PLUGINS, ADMINISTRATOR, ORGANIZATION)).isEqualTo(new Verdict.Missing(PROVIDER));
        assertThat(of("System", PLUGINS)).isEqualTo(new Verdict.Missing(ADMINISTRATOR));
    }

    @Test
    void missingRightIsNamedAndNamesAreComparedWithRegardToCase() {
        assertThat(of("acme")).isEqualTo(new Verdict.Missing(PLUGINS));
        assertThat(of("acme", "ui plugins: view")).isEqualTo(new Verdict.Missing(PLUGINS));
    }

    @Test
    void bothSpellingsOfVdcAreTheSameRight() {
        assertThat(of("System", PLUGINS, ADMINISTRATOR, "Organization VDC: View", "Provider VDC: View"))
                .isEqualTo(granted(AdminRole.PROVIDER_ADMIN));
    }
}
