package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code ose user set}, {@code ose user list} and {@code ose tenant disable}. */
class ProfileCommandsTest extends OnHost {

    private static final String TENANT = "/api/v1/admin/tenants/7";

    @BeforeEach
    void names() {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        answerNamed(TENANT + "/users", "ada", "9");
    }

    @Test
    void userIsChanged() {
        host.answer(
                "PATCH " + TENANT + "/users/9",
                "{\"displayName\":\"Ada L.\",\"email\":null,\"role\":\"TENANT_ADMIN\"}",
                Map.of("name", "ada", "displayName", "Ada L."));

        Host.Ran changed = host.ose(
                "user", "set", "ada", "--tenant=acme", "--display-name=Ada L.", "--email=", "--role=TENANT_ADMIN");
        Host.Ran nothing = host.ose("user", "set", "ada", "--tenant=acme");

        assertThat(changed.exitCode()).isZero();
        assertThat(changed.out()).contains("Ada L.");
        assertThat(nothing.exitCode()).isNotZero();
        assertThat(nothing.err()).contains("Nothing is to be changed.");
    }

    @Test
    void listShowsWhenUsersWereSeen() {
        host.answer(
                "GET " + TENANT + "/users?limit=1000&after=",
                Map.of(
                        "items",
                        List.of(Map.of("name", "ada", "displayName", "Ada L.", "lastSeen", "2026-05-01T10:00:00Z"))));

        assertThat(host.ose("user", "list", "--tenant=acme").out())
                .contains("LAST SEEN", "Ada L.", "2026-05-01T10:00:00Z");
    }

    @Test
    void tenantIsDisabledWithAReason() {
        host.answer(
                "PATCH " + TENANT,
                "{\"status\":\"DISABLED\",\"suspensionReason\":\"Unpaid\"}",
                Map.of("name", "acme", "suspensionReason", "Unpaid"));
        host.answer("POST " + TENANT + "/disable", Map.of("name", "acme"));
        host.answer("POST " + TENANT + "/enable", Map.of("name", "acme"));

        assertThat(host.ose("tenant", "disable", "acme", "--reason=Unpaid").out())
                .contains("Unpaid");
        assertThat(host.ose("tenant", "disable", "acme").exitCode()).isZero();
        assertThat(host.ose("tenant", "enable", "acme").exitCode()).isZero();
    }
}
