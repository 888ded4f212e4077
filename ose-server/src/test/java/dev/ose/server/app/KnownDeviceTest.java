package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.session.Device;
import dev.ose.server.admin.access.session.KnownDevices;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.login.LoginCheck;
import dev.ose.server.admin.login.LoginOrigin;
import dev.ose.server.runtime.failure.FailureException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wrong logins of others do not keep a browser out that has signed in before. */
class KnownDeviceTest extends OnAdminNode {

    private static final String ADDRESS = "192.0.2.1";
    private static final String TOTP = "/api/v1/admin/me/totp";
    private static final String PASSWORD = "/api/v1/admin/me/password";
    private static final String WORD = "a password of tests";

    private LoginCheck logins;

    @BeforeAll
    void addAdministrators() throws Exception {
        for (String name : List.of("zoe", "max")) {
            node.created(
                    "/api/v1/admin/administrators",
                    "{\"name\":\"" + name + "\",\"password\":\"" + WORD + "\",\"mustChange\":false}");
        }
    }

    /** Without earlier failures, and with a clock that stands. */
    @BeforeEach
    void startAfresh() {
        logins = node.newLoginCheck();
    }

    private Secret device(String name) {
        Account account = node.bean(AccountStore.class).find(name).orElseThrow();
        return node.bean(KnownDevices.class).know(account, null);
    }

    private String attempt(String name, String word, @Nullable Secret device) {
        try {
            return logins.check(name, word, new LoginOrigin(ADDRESS, device))
                    .caller()
                    .getName();
        } catch (FailureException e) {
            return e.failure().getClass().getSimpleName();
        }
    }

    private void guess(String name, @Nullable Secret device) {
        for (int guess = 0; guess < 5; guess++) {
            assertThat(attempt(name, "guess " + guess, device)).isEqualTo("WrongLogin");
        }
        assertThat(attempt(name, WORD, device)).isEqualTo("TooManyWrongLogins");
    }

    /** They share its address, as behind a proxy. */
    @Test
    void ownerSignsInWhileOthersGuess() {
        Secret known = device("zoe");

        guess("zoe", null);

        assertThat(attempt("zoe", WORD, known)).isEqualTo("zoe");
    }

    @Test
    void deviceOfAnotherAccountAndAnInventedOneAreUnknown() {
        Secret ofAnother = device("max");

        guess("zoe", null);

        assertThat(attempt("zoe", WORD, ofAnother)).isEqualTo("TooManyWrongLogins");
        assertThat(attempt("zoe", WORD, Secret.of("a".repeat(43)))).isEqualTo("TooManyWrongLogins");
        assertThat(attempt("unknown", WORD, ofAnother)).isEqualTo("WrongLogin");
    }

    @Test
    void knownDeviceIsSlowedDownByItsOwnFailures() {
        Secret known = device("zoe");

        guess("zoe", known);

        assertThat(attempt("zoe", WORD, null)).isEqualTo("zoe");
    }

    @Test
    void deviceThatWasUnusedForLongIsUnknown() {
        Secret known = device("zoe");
        node.database().update("UPDATE known_device SET used_at = now() - interval '91 days'");

        guess("zoe", null);

        assertThat(attempt("zoe", WORD, known)).isEqualTo("TooManyWrongLogins");
    }

    @Test
    void accountKnowsABoundedNumberOfDevices() {
        Secret first = device("max");
        node.database().update("UPDATE known_device SET used_at = now() - interval '1 day'");
        for (int i = 0; i < 20; i++) {
            device("max");
        }

        guess("max", null);

        assertThat(attempt("max", WORD, first)).isEqualTo("TooManyWrongLogins");
    }

    /** The password is asked for again where it, or the second factor, is changed. */
    @Test
    void ownerChangesPasswordAndSecondFactorWhileOthersGuess() throws Exception {
        node.created(
                "/api/v1/admin/administrators",
                "{\"name\":\"ida\",\"password\":\"" + WORD + "\",\"mustChange\":false}");
        // Not by a password, which the node would remember and not check again.
        Account ida = node.bean(AccountStore.class).find("ida").orElseThrow();
        Secret session = node.bean(Sessions.class)
                .open(ida, new Device("browser", ADDRESS))
                .bearer();
        String device = text(device("ida"));
        AdminBrowser browser = new AdminBrowser(node, text(session), text(Sessions.companion(session)));
        for (int guess = 0; guess < 6; guess++) {
            node.post("/api/v1/session", "{\"user\":\"ida\",\"password\":\"guess " + guess + "\"}");
        }
        String proof = "{\"password\":\"" + WORD + "\"}";
        String change = "{\"password\":\"" + WORD + "\",\"newPassword\":\"another password of tests\"}";

        assertThat(browser.send("POST", TOTP, proof).statusCode()).isEqualTo(429);
        assertThat(browser.send("PUT", PASSWORD, change).statusCode()).isEqualTo(429);
        assertThat(fromDevice(browser, device, "POST", TOTP, proof)).isEqualTo(201);
        // Its password is remembered now: another one is checked, and found to be wrong.
        assertThat(fromDevice(browser, device, "PUT", PASSWORD, change.replaceFirst(WORD, "a wrong password")))
                .isEqualTo(401);
        assertThat(fromDevice(browser, device, "PUT", PASSWORD, change)).isEqualTo(204);
    }

    private int fromDevice(AdminBrowser browser, String device, String method, String path, String body)
            throws Exception {
        return node.send(browser.bare(method, path, body)
                        .header("X-OSE-CSRF", browser.companion())
                        .header("Cookie", "__Host-ose-device=" + device))
                .statusCode();
    }

    private static String text(Secret secret) {
        return secret.use(bytes -> new String(bytes, StandardCharsets.US_ASCII));
    }
}
