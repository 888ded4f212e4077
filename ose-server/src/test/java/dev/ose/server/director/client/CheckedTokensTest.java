package dev.ose.server.director.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.Fingerprint;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.director.DirectorEvents;
import dev.ose.server.director.DirectorRoleId;
import dev.ose.server.director.DirectorSession;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.testkit.DirectorAccounts;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorAccounts.Role;
import dev.ose.testkit.DirectorAccounts.User;
import dev.ose.testkit.DirectorFixture;
import dev.ose.testkit.DirectorStandIn;
import dev.ose.testkit.DirectorStandIn.Mood;
import dev.ose.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CheckedTokensTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration KEPT = Duration.ofSeconds(60);
    private static final String HOME = "198.51.100.7";

    @RegisterExtension
    static final DirectorFixture DIRECTORS = new DirectorFixture();

    private final SteppedClock clock = new SteppedClock(Instant.now());
    private final List<String> told = new CopyOnWriteArrayList<>();
    private DirectorStandIn director;
    private DirectorAccounts accounts;
    private CheckedTokens tokens;
    private Organisation acme;
    private User ann;

    @BeforeEach
    void link() {
        director = DIRECTORS.director();
        accounts = director.accounts();
        acme = accounts.organisation("acme");
        ann = accounts.user(acme, "ann", accounts.role(acme, "vApp User", List.of("UI Plugins: View")));
        tokens = link(() -> Secret.of(DirectorStandIn.SECRET));
    }

    private CheckedTokens link(DirectorLink.SecretSource secret) {
        OutboundHttp http = new OutboundHttp(
                new OutboundHttp.Limits(TIMEOUT, TIMEOUT, 1 << 20, 16),
                Fingerprint.onlyTrusted(director.certificate().fingerprint()),
                OutboundRoutes.direct());
        DirectorLink link = new DirectorLink(director.url(), DirectorStandIn.USER, secret);
        return new CheckedTokens(new DirectorClient(link, http, new Told(), clock), KEPT, clock);
    }

    @AfterEach
    void unlink() {
        tokens.close();
    }

    private final class Told implements DirectorEvents {

        @Override
        public void answered() {
            told.add("answered");
        }

        @Override
        public void unreachable(String why) {
            told.add(why);
        }
    }

    private Secret token(User user) {
        return Secret.of(accounts.token(user));
    }

    private DirectorSession session(Secret token) {
        return tokens.session(token, HOME);
    }

    private static void assertFails(ThrowingCallable call, Class<? extends Failure> failure) {
        assertThatThrownBy(call)
                .asInstanceOf(type(FailureException.class))
                .extracting(FailureException::failure)
                .isInstanceOf(failure);
    }

    @Test
    void tokenIsItsUsersInItsOrganisation() {
        DirectorSession session = session(token(ann));

        assertThat(session.user().id().value()).isEqualTo(ann.id());
        assertThat(session.user().name()).isEqualTo("ann");
        assertThat(session.organisation().id().value()).isEqualTo(acme.id());
        assertThat(session.organisation().name()).isEqualTo("acme");
        assertThat(session.roles())
                .extracting(it -> it.value())
                .containsExactly(ann.role().id());
        assertThat(told).containsOnly("answered");
    }

    @Test
    void acceptedTokenIsAskedForAgainAfterItsTime() {
        Secret token = token(ann);
        session(token);
        clock.advance(KEPT.minusSeconds(1));
        session(token);
        assertThat(director.asked().checks()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(1));
        session(token);

        assertThat(director.asked().checks()).isEqualTo(2);
    }

    @Test
    void disabledUserIsStoppedWhenTheTimeIsOver() {
        Secret token = token(ann);
        session(token);
        accounts.disable(ann);
        clock.advance(KEPT.minusSeconds(1));
        session(token);

        clock.advance(Duration.ofSeconds(1));

        assertFails(() -> session(token), Failure.DirectorTokenRefused.class);
    }

    @Test
    void tokenIsAskedForAgainWhenItEnds() {
        Secret token = Secret.of(accounts.token(ann, clock.instant().plusSeconds(20)));
        session(token);

        clock.advance(Duration.ofSeconds(20));
        session(token);

        assertThat(director.asked().checks()).isEqualTo(2);
    }

    @Test
    void refusedTokenIsNotAskedForAgainForFiveSeconds() {
        Secret wrong = Secret.of(accounts.token(ann) + "x");
        assertFails(() -> session(wrong), Failure.DirectorTokenRefused.class);
        assertFails(() -> session(wrong), Failure.DirectorTokenRefused.class);
        assertThat(director.asked().checks()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(5));

        assertFails(() -> session(wrong), Failure.DirectorTokenRefused.class);
        assertThat(director.asked().checks()).isEqualTo(2);
    }

    @Test
    void knownTokenGoesOnToItsEndWithoutAnAnswer() {
        Secret token = Secret.of(accounts.token(ann, clock.instant().plusSeconds(600)));
        DirectorSession session = session(token);
        tokens.rights(session, token);
        director.be(Mood.AWAY);

        clock.advance(Duration.ofSeconds(599));

        assertThat(session(token)).isEqualTo(session);
        assertThat(tokens.rights(session, token)).containsExactly("UI Plugins: View");
        assertThat(told).contains("the connection broke");
        int tries = told.size();
        session(token);
        assertThat(told).as("within five seconds of a try").hasSize(tries);
        clock.advance(Duration.ofSeconds(1));
        assertFails(() -> session(token), Failure.DirectorUnreachable.class);
    }

    @Test
    void unknownTokenWaitsForCloudDirector() {
        director.be(Mood.AWAY);
        assertFails(() -> session(token(ann)), Failure.DirectorUnreachable.class);

        director.be(Mood.WELL);

        assertThat(session(token(ann)).user().name()).isEqualTo("ann");
    }

    @Test
    void pauseThatCloudDirectorAsksForIsPassedOn() {
        session(token(ann));
        director.be(Mood.BUSY);

        assertThatThrownBy(() -> session(token(ann)))
                .asInstanceOf(type(FailureException.class))
                .extracting(FailureException::failure)
                .isEqualTo(new Failure.DirectorUnreachable(Duration.ofSeconds(7)));
    }

    @Test
    void pageThatIsNotOfCloudDirectorIsNoAnswer() {
        director.be(Mood.OTHER_SITE);

        assertFails(() -> session(token(ann)), Failure.DirectorUnreachable.class);
    }

    /** They are one question, and tokens that are asked for beside it get their own answers. */
    @Test
    void concurrentChecksShareAnAnswerAndMixNone() throws Exception {
        User bob = accounts.user(acme, "bob", ann.role());
        Secret anns = token(ann);
        Secret bobs = token(bob);
        Secret wrong = Secret.of(accounts.token(ann) + "x");
        CountDownLatch gate = new CountDownLatch(1);
        director.asked().hold(gate);
        List<Future<String>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                for (Secret token : List.of(anns, bobs, wrong)) {
                    answers.add(threads.submit(() -> session(token).user().name()));
                }
            }
            gate.countDown();
            for (int i = 0; i < answers.size(); i++) {
                Future<String> answer = answers.get(i);
                if (i % 3 == 2) {
                    assertThatThrownBy(answer::get).isInstanceOf(ExecutionException.class);
                } else {
                    assertThat(answer.get()).isEqualTo(i % 3 == 0 ? "ann" : "bob");
                }
            }
        }

        assertThat(director.asked().checks()).isEqualTo(3);
        assertThat(session(anns).user().id().value()).isEqualTo(ann.id());
        assertThat(session(bobs).user().id().value()).isEqualTo(bob.id());
    }

    @Test
    void manyRefusedTokensOfOneOriginAreSlowedDownAndKnownOnesAreNot() {
        Secret known = token(ann);
        session(known);
        for (int i = 0; i < 20; i++) {
            Secret wrong = Secret.of("a." + i + ".b");
            assertFails(() -> session(wrong), Failure.DirectorTokenRefused.class);
        }

        assertFails(() -> session(Secret.of("a.b.c")), Failure.TooManyWrongLogins.class);
        assertThat(session(known).user().name()).isEqualTo("ann");
        assertThat(tokens.session(token(ann), "203.0.113.9").user().name()).isEqualTo("ann");
    }

    @Test
    void tokenThatIsRepeatedCountsOnce() {
        Secret wrong = Secret.of("a.b.c");
        for (int i = 0; i < 50; i++) {
            assertFails(() -> session(wrong), Failure.DirectorTokenRefused.class);
            clock.advance(Duration.ofSeconds(6));
        }

        assertThat(session(token(ann)).user().name()).isEqualTo("ann");
    }

    @Test
    void rightsAreThoseOfAllPagesAndKeptForFiveMinutes() {
        List<String> many =
                IntStream.range(0, 300).mapToObj(i -> "Right " + i + ": View").toList();
        User ada = accounts.user(acme, "ada", accounts.role(acme, "Organization Administrator", many));
        Secret token = token(ada);
        DirectorSession session = session(token);

        assertThat(tokens.rights(session, token)).containsExactlyInAnyOrderElementsOf(many);
        assertThat(director.asked().pages()).isEqualTo(3);
        accounts.change(ada.role(), List.of("UI Plugins: View"));
        clock.advance(Duration.ofMinutes(5).minusSeconds(1));
        assertThat(tokens.rights(session, token)).hasSize(300);
        clock.advance(Duration.ofSeconds(1));
        assertThat(tokens.rights(session, token)).containsExactly("UI Plugins: View");
    }

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
        assertThat(told).contains("it answers 403 to the login of the link's user");

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
        assertThat(told).contains("it answers 500 to the login of the link's user");

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

    @Test
    void roleOfAnotherOrganisationIsNotReadByAUser() {
        Organisation other = accounts.organisation("other");
        Role role = accounts.role(other, "Organization Administrator", List.of("General: Administrator View"));
        Secret token = token(ann);
        DirectorSession own = session(token);
        DirectorSession forged =
                new DirectorSession(own.user(), own.organisation(), Set.of(new DirectorRoleId(role.id())));

        assertFails(() -> tokens.rights(forged, token), Failure.DirectorUnreachable.class);
    }
}
