package dev.ose.server.admin.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many hashes are computed at once. */
@Timeout(60)
class PasswordsTest {

    private final Passwords passwords = new Passwords();

    @Test
    void linksLeaveASlotToLogins() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Thread first = Thread.ofPlatform().start(() -> holdOfLinks(entered, over));
        entered.await();
        Thread second = Thread.ofPlatform().start(() -> holdOfLinks(new CountDownLatch(1), over));
        try {
            // It waits for its turn, with a limit; in its turn it would wait for the end of the test, without one.
            await().atMost(Duration.ofSeconds(8)).until(() -> second.getState() == Thread.State.TIMED_WAITING);

            assertThat(passwords.<Boolean>inTurn(false, _ -> true)).isTrue();
        } finally {
            over.countDown();
            first.join(TimeUnit.SECONDS.toMillis(20));
            second.join(TimeUnit.SECONDS.toMillis(20));
        }
    }

    private void holdOfLinks(CountDownLatch entered, CountDownLatch over) {
        passwords.inTurnOfLinks(_ -> {
            entered.countDown();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return true;
        });
    }
}
