package dev.ose.server.director.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Secret;
import dev.ose.server.director.DirectorSession;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.testkit.DirectorStandIn;
import dev.ose.testkit.DirectorStandIn.Mood;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OwnSessionTest extends OnDirectorLink {

    @Test
    void roleThatItsUserMayNotReadIsReadByTheLinksUser() {
        director.asked().hideRoles();
        Secret token = token(ann);

        assertThat(tokens.rights(session(token), token)).containsExactly("UI Plugins: View");
        assertThat(director.sessions()).isEqualTo(1);
        tokens.close();
        assertThat(director.sessions()).isZero();
    }

    @Test
    void refusedLoginOfTheLinksUserIsNotRepeatedForAMinute() {
        director.asked().hideRoles();
        director.be(Mood.CLOSED);
        Secret token = token(ann);
        DirectorSession session = session(token);

        assertFails(() -> tokens.rights(session, token), Failure.DirectorUnreachable.class);
        director.be(Mood.WELL);
        assertFails(() -> tokens.rights(session, token), Failure.DirectorUnreachable.class);
        assertThat(reported).contains("it answers 403 to the login of the link's user");

        clock.advance(Duration.ofMinutes(1));
        assertThat(tokens.rights(session, token)).containsExactly("UI Plugins: View");
    }

    @Test
    void failedLoginOfTheLinksUserIsNotRepeatedForFiveSeconds() {
        director.asked().hideRoles();
        Secret token = token(ann);
        DirectorSession session = session(token);
        director.be(Mood.BROKEN);

        assertFails(() -> tokens.rights(session, token), Failure.DirectorUnreachable.class);
        director.be(Mood.WELL);
        assertFails(() -> tokens.rights(session, token), Failure.DirectorUnreachable.class);
        assertThat(reported).contains("it answers 500 to the login of the link's user");

        clock.advance(Duration.ofSeconds(5));
        assertThat(tokens.rights(session, token)).containsExactly("UI Plugins: View");
    }

    /** The login is held where it reads its secret. */
    @Test
    void endDoesNotWaitForALoginOfTheLinksUser() throws Exception {
        CountDownLatch isReading = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        CheckedTokens held = link(() -> {
            isReading.countDown();
            await(gate);
            return Secret.of(DirectorStandIn.SECRET);
        });
        director.asked().hideRoles();
        Secret token = token(ann);
        DirectorSession session = held.session(token, HOME);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Set<String>> rights = threads.submit(() -> held.rights(session, token));
            isReading.await();
            Future<?> end = threads.submit(held::close);
            try {
                end.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            } finally {
                gate.countDown();
            }
            assertThatThrownBy(rights::get).isInstanceOf(ExecutionException.class);
        }
        assertThat(director.sessions()).isZero();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
