package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.NodeCommand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ose quota alerts} and {@code ose quota thresholds}. */
class QuotaAlertCommandsTest extends OnHost {

    private static final String ADMIN = "/api/v1/admin";
    private static final String OF_TENANT = ADMIN + "/tenants/7/quota-alert-thresholds";

    @BeforeEach
    void script() throws Exception {
        answerNamed(ADMIN + "/tenants", "acme", "7");
    }

    @Test
    void alertsAreShownOfAllTenantsAndOpenOnesOfOne() {
        Map<String, Object> usage =
                Map.of("dimension", "BYTES", "limit", 1000, "used", 850, "at", "2026-11-28T04:00:00Z");
        Map<String, Object> open = Map.of(
                "id", "2", "tenant", "7", "bucket", "b", "thresholdPercent", 80, "usage", usage, "state", "OPEN");
        host.answer("GET " + ADMIN + "/quota-alerts?limit=1000&after=", Map.of("items", List.of(open)));
        host.answer(
                "GET " + ADMIN + "/tenants/7/quota-alerts?filter=state%3D%3DOPEN&limit=1000&after=",
                Map.of("items", List.of()));

        assertThat(host.ose("quota", "alerts").out()).isEqualTo("""
                ID  TENANT  USER  BUCKET  OF     PERCENT  USED  LIMIT  RAISED                STATE  CLEARED
                2   7             b       BYTES  80       850   1000   2026-11-28T04:00:00Z  OPEN
                """);
        assertThat(host.ose("quota", "alerts", "--tenant", "acme", "--open", "-o", "json")
                        .out())
                .isEqualTo("[]\n");
    }

    @Test
    void thresholdsOfAllAreShownAndSet() {
        String path = ADMIN + "/quota-alert-thresholds";
        host.answer("GET " + path, Map.of("thresholds", List.of(70, 90)));
        host.answer("PUT " + path, "{\"thresholds\":[70,90]}", Map.of());

        assertThat(host.ose("quota", "thresholds").out()).contains("70, 90");
        assertThat(host.ose("quota", "thresholds", "--set", "70,90").exitCode()).isZero();
    }

    @Test
    void thresholdsOfATenantAreSwitchedOffAndInherited() {
        host.answer("GET " + OF_TENANT, Map.of("thresholds", List.of(), "inherited", false));
        host.answer("PUT " + OF_TENANT, "{\"thresholds\":[]}", Map.of());
        host.answer("DELETE " + OF_TENANT, Map.of());

        assertThat(host.ose("quota", "thresholds", "--tenant", "acme", "--none").exitCode())
                .isZero();
        assertThat(host.ose("quota", "thresholds", "--tenant", "acme", "--inherit")
                        .exitCode())
                .isZero();
        assertThat(host.toNode()).extracting(NodeCommand::method).contains("PUT", "DELETE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quota thresholds --inherit",
                "quota thresholds --set 80 --none",
                "quota thresholds --tenant acme --none --inherit",
                "quota thresholds --set much"
            })
    void whatContradictsItselfIsRefusedWithoutARequest(String line) {
        assertThat(host.ose(line.split(" ", -1)).exitCode()).isEqualTo(2);

        assertThat(host.toNode()).isEmpty();
    }
}
