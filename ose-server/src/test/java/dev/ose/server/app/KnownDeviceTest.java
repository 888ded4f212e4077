package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.session.KnownDevices;
import dev.ose.server.admin.login.LoginCheck;
import dev.ose.server.admin.login.LoginOrigin;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.testkit.SteppedClock;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wrong logins of others do not keep a browser out that has signed in before. */
class KnownDeviceTest extends OnAdminNode {

    private static final String ADDRESS = "192.0.2.1";
    private static final String WORD = "a password of tests";

    private LoginCheck logins = checkOfNode();

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
        logins = checkOfNode();
    }

    private LoginCheck checkOfNode() {
        return new LoginCheck(
                () -> node.bean(AccountStore.class),
                () -> node.bean(KnownDevices.class),
                new Passwords(),
                new SteppedClock(Instant.EPOCH),
                new SecureRandom());
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
}
