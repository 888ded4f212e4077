package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code ose activation}. */
class ActivationCommandsTest extends OnHost {

    private static final String PATH = "/api/v1/admin/activation";
    private static final String ORGANISATION = "6ad9f0f3-63c6-4d9a-a1d1-6d0a0e6b8d4a";

    @Test
    void policyIsSetAsAWholeAndShown() {
        Map<String, Object> policy =
                Map.of("mode", "AUTOMATIC", "exceptions", List.of(ORGANISATION), "quota", Map.of("maxBytes", 1024));
        host.answer("PUT " + PATH, policy);
        host.answer("GET " + PATH, policy);

        Host.Ran set =
                host.ose("activation", "set", "--mode", "AUTOMATIC", "--except", ORGANISATION, "--bytes", "1KiB");

        assertThat(set.out()).as(set.err()).contains("AUTOMATIC");
        assertThat(host.toNode().getLast().body())
                .hasToString("{\"mode\":\"AUTOMATIC\",\"exceptions\":[\"" + ORGANISATION
                        + "\"],\"quota\":{\"maxBytes\":1024}}");
        assertThat(host.ose("activation", "show").out()).contains(ORGANISATION);
    }
}
