package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.NodeCommand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code ose credential}: lists, names, changes and rotation. */
class CredentialCommandsTest extends OnHost {

    private static final String TENANT = "/api/v1/admin/tenants/7";
    private static final String KEYS = TENANT + "/users/9/credentials";
    private static final Map<String, Object> KEY = Map.of(
            "accessKey",
            "AK",
            "user",
            "ada",
            "name",
            "report",
            "kind",
            "APPLICATION",
            "lastUsed",
            Map.of("time", "2026-05-01T10:00:00Z", "service", "S3"));

    @BeforeEach
    void script() {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        answerNamed(TENANT + "/users", "ada", "9");
    }

    private Host.Ran ose(String... arguments) {
        Host.Ran ran = host.ose(arguments);
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        return ran;
    }

    @Test
    void listsShowNameAndLastUse() {
        host.answer("GET " + KEYS + "?limit=1000&after=", Map.of("items", List.of(KEY)));
        host.answer("GET " + TENANT + "/credentials?limit=1000&after=", Map.of("items", List.of(KEY)));

        assertThat(ose("credential", "list", "--tenant=acme", "--user=ada").out())
                .contains("AK", "report", "2026-05-01T10:00:00Z");
        assertThat(ose("credential", "list-all", "--tenant=acme").out())
                .contains("AK", "ada", "report", "2026-05-01T10:00:00Z");
    }

    @Test
    void keyIsShownChangedAndRotated() {
        host.answer("GET " + KEYS + "/AK", KEY);
        host.answer("PATCH " + KEYS + "/AK", "{\"name\":\"nightly\",\"expiresAt\":null}", KEY);
        host.answer("POST " + KEYS + "/AK/rotate", "{\"endsAfterDays\":3}", Map.of("accessKey", "NEW"));

        assertThat(ose("credential", "show", "--tenant=acme", "--user=ada", "AK")
                        .out())
                .contains("report");
        ose("credential", "set", "--tenant=acme", "--user=ada", "AK", "--name=nightly", "--expires=");
        assertThat(ose("credential", "rotate", "--tenant=acme", "--user=ada", "AK", "--ends-after=3")
                        .out())
                .contains("NEW");
    }

    @Test
    void changeOfNothingIsRefused() {
        Host.Ran ran = host.ose("credential", "set", "--tenant=acme", "--user=ada", "AK");

        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.err()).contains("Nothing is to be changed.");
        assertThat(host.toNode()).extracting(NodeCommand::method).doesNotContain("PATCH");
    }
}
