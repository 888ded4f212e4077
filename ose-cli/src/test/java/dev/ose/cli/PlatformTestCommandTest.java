package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code ose platforms test}. */
class PlatformTestCommandTest extends OnHost {

    @Test
    void failedStepIsShownWithItsRemedyAndEndsWithOne() {
        host.answer(
                "POST /api/v1/admin/platforms/main/test",
                Map.of(
                        "usable",
                        false,
                        "rows",
                        List.of(
                                Map.of("name", "Name", "verdict", "OK", "detail", "s3 is 10.0.0.1", "millis", 3),
                                Map.of(
                                        "name",
                                        "Address",
                                        "verdict",
                                        "FAILED",
                                        "detail",
                                        "no",
                                        "remedy",
                                        "Start it."))));

        var ended = host.ose("platforms", "test");

        assertThat(ended.out()).isEqualTo("""
                STEP     VERDICT  MS  FOUND           REMEDY
                Name     OK       3   s3 is 10.0.0.1
                Address  FAILED       no              Start it.
                """);
        assertThat(ended.exitCode()).isEqualTo(1);
    }
}
