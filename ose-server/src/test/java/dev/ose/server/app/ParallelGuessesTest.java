package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.session.KnownDevices;
import dev.ose.server.admin.login.LoginCheck;
import dev.ose.server.admin.login.LoginOrigin;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Guesses that are made at once are no more than guesses one after the other. */
class ParallelGuessesTest extends OnAdminNode {

    private static final int GUESSES = 24;
    private static final int ALLOWED = 5;

    /** The number of guesses whose password was compared. */
    private long compared(String name, @Nullable Secret device) throws Exception {
        LoginCheck logins = node.newLoginCheck();
        // Threads of their own: hashes would keep the carriers of virtual ones, and with them the others, busy.
        CountDownLatch ready = new CountDownLatch(GUESSES);
        try (ExecutorService callers = Executors.newFixedThreadPool(GUESSES)) {
            List<Future<String>> answers = IntStream.range(0, GUESSES)
                    .mapToObj(guess -> callers.submit(() -> {
                        ready.countDown();
                        ready.await();
                        return attempt(logins, name, "guess " + guess, device);
                    }))
                    .toList();
            long wrong = 0;
            for (Future<String> answer : answers) {
                assertThat(answer.get()).isIn("WrongLogin", "TooManyWrongLogins");
                wrong += answer.get().equals("WrongLogin") ? 1 : 0;
            }
            return wrong;
        }
    }

    private static String attempt(LoginCheck logins, String name, String word, @Nullable Secret device) {
        try {
            return logins.check(name, word, new LoginOrigin("192.0.2.1", device))
                    .caller()
                    .getName();
        } catch (FailureException e) {
            return e.failure().getClass().getSimpleName();
        }
    }

    /** Two passwords are compared at once, so one more may be under way when the fifth has failed. */
    @Test
    void guessesOfAnAddressAreCountedBeforeTheNextOneIsCompared() throws Exception {
        assertThat(compared("admin", null)).isBetween((long) ALLOWED, ALLOWED + 1L);
        assertThat(compared("unknown", null)).isBetween((long) ALLOWED, ALLOWED + 1L);
    }

    @Test
    void guessesOfAKnownDeviceAreCountedBeforeTheNextOneIsCompared() throws Exception {
        Secret device = node.bean(KnownDevices.class)
                .know(node.bean(AccountStore.class).find("admin").orElseThrow(), null);

        assertThat(compared("admin", device)).isEqualTo(ALLOWED);
    }
}
