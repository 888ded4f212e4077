package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What removes users and tenants. */
class RemovalCommandsTest extends OnHost {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String TENANT = TENANTS + "/7";

    @BeforeEach
    void script() throws Exception {
        answerNamed(TENANTS, "acme", "7");
        host.answer("GET " + TENANT, Map.of("name", "acme"));
        answerNamed(TENANT + "/users", "ann", "8");
        answerNamed(TENANT + "/users", "bob", "9");
        host.answer("GET " + TENANT + "/users/8", Map.of("name", "ann", "id", "8"));
        host.answer("GET " + TENANT + "/users/9", Map.of("name", "bob", "id", "9"));
    }

    private List<String> changes() {
        return host.toNode().stream()
                .filter(it -> !it.method().equals("GET"))
                .map(it -> it.method() + ' ' + it.path())
                .toList();
    }

    @Test
    void userIsRemovedWithAnHeirOrWithout() {
        host.answer("DELETE " + TENANT + "/users/8", Map.of());
        host.answer("DELETE " + TENANT + "/users/8?newOwner=9", Map.of());

        Host.Ran dry = host.ose("user", "remove", "ann", "--tenant", "acme", "--transfer-to", "bob", "--dry-run");
        assertThat(dry.exitCode()).isZero();
        assertThat(dry.err()).contains("Nothing was changed");
        assertThat(changes()).isEmpty();

        assertThat(host.ose("user", "remove", "ann", "--tenant", "acme", "--transfer-to", "bob")
                        .out())
                .contains("ann");
        assertThat(host.ose("user", "remove", "ann", "--tenant", "acme").exitCode())
                .isZero();
        assertThat(changes())
                .containsExactly("DELETE " + TENANT + "/users/8?newOwner=9", "DELETE " + TENANT + "/users/8");
    }

    @Test
    void tenantIsRemovedWithItsDataOnceItsNameIsGivenAgain() {
        Map<String, Object> purge = Map.of(
                "tenant",
                "7",
                "tenantName",
                "acme",
                "state",
                "RUNNING",
                "requestedBy",
                "admin",
                "requestedAt",
                "2026-01-01T00:00:00Z",
                "removed",
                Map.of("objects", 1, "buckets", 0, "users", 0));
        host.answer("POST " + TENANT + "/purge", purge);
        host.answer("DELETE " + TENANT + "/purge", purge);
        host.answer("GET " + TENANT + "/quota", Map.of("buckets", 2));
        String pages = "GET /api/v1/admin/tenant-purges?filter=state%3D%3DRUNNING&limit=1000&after=";
        host.answer(pages, Map.of("items", List.of(), "next", "n"));
        host.answer(pages + "n", Map.of("items", List.of(purge)));

        assertThat(host.ose("tenant", "purge", "acme").err()).contains("OSE-3402", "--confirm acme");
        assertThat(host.ose("tenant", "purge", "acme", "--confirm", "other").exitCode())
                .isNotZero();
        assertThat(host.ose("tenant", "purge", "acme", "--dry-run").err()).contains("Nothing was changed");
        assertThat(changes()).isEmpty();
        assertThat(host.ose("tenant", "purge", "acme", "--confirm", "acme").out())
                .contains("RUNNING");
        assertThat(host.ose("tenant", "purge", "acme", "--stop").exitCode()).isZero();
        assertThat(changes()).containsExactly("POST " + TENANT + "/purge", "DELETE " + TENANT + "/purge");
        assertThat(host.ose("tenant", "purges", "--filter", "state==RUNNING").out())
                .contains("acme", "RUNNING", "admin");
    }

    @Test
    void tenantIsRemovedUnlessADryRunFindsSomethingInIt() {
        host.answer("DELETE " + TENANT, Map.of());
        host.answer("GET " + TENANT + "/users?limit=1", Map.of("items", List.of(Map.of("id", "8"))));
        host.answer("GET " + TENANT + "/buckets?limit=1", Map.of("items", List.of()));

        Host.Ran dry = host.ose("tenant", "remove", "acme", "--dry-run");
        assertThat(dry.exitCode()).isEqualTo(5);
        assertThat(dry.err()).contains("OSE-2209", "has users");
        assertThat(changes()).isEmpty();

        assertThat(host.ose("tenant", "remove", "acme").exitCode()).isZero();
        assertThat(changes()).containsExactly("DELETE " + TENANT);
    }
}
