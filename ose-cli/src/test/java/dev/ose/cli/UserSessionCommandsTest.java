package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code ose user sessions} and {@code ose user end-sessions}. */
class UserSessionCommandsTest extends OnHost {

    private static final String TENANT = "/api/v1/admin/tenants/7";
    private static final String SESSIONS = TENANT + "/users/9/sessions";

    @Test
    void sessionsAreShownAndEnded() {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        answerNamed(TENANT + "/users", "ada", "9");
        host.answer("GET " + SESSIONS, Map.of("items", List.of(Map.of("id", "s1", "device", "Firefox"))));
        host.answer("DELETE " + SESSIONS, Map.of());
        host.answer("DELETE " + SESSIONS + "/s1", Map.of());

        assertThat(host.ose("user", "sessions", "ada", "--tenant=acme").out()).contains("s1", "Firefox");
        assertThat(host.ose("user", "end-sessions", "ada", "--tenant=acme").exitCode())
                .isZero();
        assertThat(host.ose("user", "end-sessions", "ada", "--tenant=acme", "--session=s1")
                        .exitCode())
                .isZero();
        assertThat(host.toNode())
                .extracting(it -> it.method() + ' ' + it.path())
                .contains("DELETE " + SESSIONS, "DELETE " + SESSIONS + "/s1");
    }
}
