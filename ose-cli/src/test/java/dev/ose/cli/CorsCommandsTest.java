package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code ose cors}. */
class CorsCommandsTest extends OnHost {

    @Test
    void policyIsSetAndShown() {
        Map<String, Object> policy =
                Map.of("mode", "LISTED_ORIGINS", "origins", List.of("https://a.example", "https://b.example"));
        host.answer("PUT /api/v1/admin/cors", policy);
        host.answer("GET /api/v1/admin/cors", policy);

        String set = host.ose(
                        "cors",
                        "set",
                        "--mode",
                        "LISTED_ORIGINS",
                        "--origin",
                        "https://a.example",
                        "--origin",
                        "https://b.example")
                .out();

        assertThat(set).contains("LISTED_ORIGINS");
        assertThat(host.ose("cors", "show").out()).contains("https://a.example, https://b.example");
    }
}
