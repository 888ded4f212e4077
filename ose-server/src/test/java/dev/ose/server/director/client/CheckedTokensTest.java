package dev.ose.server.director.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.ose.adapter.Secret;
import dev.ose.server.director.DirectorRoleId;
import dev.ose.server.director.DirectorSession;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorAccounts.Role;
import dev.ose.testkit.DirectorAccounts.User;
import dev.ose.testkit.DirectorStandIn.Mood;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CheckedTokensTest extends OnDirectorLink {

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
        assertThat(reported).containsOnly("answered");
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
        assertThat(reported).contains("the connection broke");
        int tries = reported.size();
        session(token);
        assertThat(reported).as("within five seconds of a try").hasSize(tries);
        clock.advance(Duration.ofSeconds(1));
        assertFails(() -> session(token), Failure.DirectorUnreachable.class);
    }

    @Test
    void unknownTokenWaitsForCloudDirector() {
        director.be(Mood.AWAY);
        assertFails(() -> session(token(ann)), Failure.DirectorUnreachable.class);

        director.be(Mood.WELL);
        assertFails(() -> session(token(ann)), Failure.DirectorUnreachable.class);
        assertThat(tokens.session(token(ann), "203.0.113.9").user().name()).isEqualTo("ann");

        clock.advance(Duration.ofSeconds(5));

        assertThat(session(token(ann)).user().name()).isEqualTo("ann");
        assertThat(session(token(ann)).user().name()).isEqualTo("ann");
    }

    /** The others are refused until its answer is there. */
    @Test
    void oneUnknownTokenTriesAfterAFailure() throws Exception {
        director.be(Mood.AWAY);
        assertFails(() -> session(token(ann)), Failure.DirectorUnreachable.class);
        director.be(Mood.WELL);
        clock.advance(Duration.ofSeconds(5));
        CountDownLatch gate = new CountDownLatch(1);
        director.asked().hold(gate);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<DirectorSession> first = threads.submit(() -> session(token(ann)));
            awaitChecks(1);

            assertFails(() -> session(token(ann)), Failure.DirectorUnreachable.class);

            gate.countDown();
            assertThat(first.get().user().name()).isEqualTo("ann");
        }
        assertThat(session(token(ann)).user().name()).isEqualTo("ann");
    }

    private void awaitChecks(int count) throws InterruptedException {
        while (director.asked().checks() < count) {
            Thread.sleep(5);
        }
    }

    @Test
    void unknownTokensThatWaitLeavePlacesToKnownOnes() throws Exception {
        Secret known = token(ann);
        session(known);
        clock.advance(KEPT);
        CountDownLatch gate = new CountDownLatch(1);
        director.asked().hold(gate);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<DirectorSession>> waiting = IntStream.range(0, 6)
                    .mapToObj(i -> threads.submit(() -> session(token(ann))))
                    .toList();
            awaitChecks(7);

            assertFails(() -> session(token(ann)), Failure.Busy.class);

            Future<DirectorSession> other = threads.submit(() -> session(known));
            awaitChecks(8);
            gate.countDown();
            assertThat(other.get().user().name()).isEqualTo("ann");
            for (Future<DirectorSession> each : waiting) {
                assertThat(each.get().user().name()).isEqualTo("ann");
            }
        }
        assertThat(session(token(ann)).user().name()).isEqualTo("ann");
    }

    @Test
    void knownTokenGoesOnWhileOthersWait() throws Exception {
        List<Secret> known = IntStream.range(0, 7).mapToObj(i -> token(ann)).toList();
        known.forEach(this::session);
        clock.advance(KEPT);
        CountDownLatch gate = new CountDownLatch(1);
        director.asked().hold(gate);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<DirectorSession>> waiting = known.stream()
                    .limit(6)
                    .map(token -> threads.submit(() -> session(token)))
                    .toList();
            awaitChecks(13);
            Future<DirectorSession> last = threads.submit(() -> session(known.getLast()));
            try {
                assertThat(last.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                                .user()
                                .name())
                        .isEqualTo("ann");
            } finally {
                gate.countDown();
            }
            for (Future<DirectorSession> each : waiting) {
                assertThat(each.get().user().name()).isEqualTo("ann");
            }
        }
        assertThat(director.asked().checks()).isEqualTo(13);
    }

    @Test
    void everyAnswerThatBlamesTheRequestRefusesTheToken() {
        session(token(ann));
        for (int status : List.of(400, 404, 413, 431)) {
            director.asked().refuseWith(status);
            assertFails(() -> session(Secret.of("a." + status + ".b")), Failure.DirectorTokenRefused.class);
        }
        assertThat(reported).containsOnly("answered");
        for (int status : List.of(406, 408, 429, 500)) {
            director.asked().refuseWith(status);
            assertFails(() -> session(Secret.of("a." + status + ".b")), Failure.DirectorUnreachable.class);
            clock.advance(Duration.ofSeconds(5));
        }
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
            for (int i = 0; i < 2; i++) {
                for (Secret token : List.of(anns, bobs, wrong)) {
                    answers.add(threads.submit(() -> session(token).user().name()));
                }
            }
            awaitChecks(3);
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

    /** Four are left of twenty when five ask at once. */
    @Test
    void refusedTokensCountBeforeTheAnswer() throws Exception {
        for (int i = 0; i < 16; i++) {
            Secret wrong = Secret.of("a." + i + ".b");
            assertFails(() -> session(wrong), Failure.DirectorTokenRefused.class);
        }
        CountDownLatch gate = new CountDownLatch(1);
        director.asked().hold(gate);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<DirectorSession>> asked = IntStream.range(0, 4)
                    .mapToObj(i -> threads.submit(() -> session(Secret.of("b." + i + ".c"))))
                    .toList();
            awaitChecks(20);

            assertFails(() -> session(Secret.of("a.b.c")), Failure.TooManyWrongLogins.class);

            gate.countDown();
            for (Future<DirectorSession> each : asked) {
                assertThatThrownBy(each::get).isInstanceOf(ExecutionException.class);
            }
        }
    }

    @Test
    void acceptedTokenClearsNoRefusedOnesAndCountsForNone() {
        for (int i = 0; i < 19; i++) {
            Secret wrong = Secret.of("a." + i + ".b");
            assertFails(() -> session(wrong), Failure.DirectorTokenRefused.class);
        }
        session(token(ann));
        session(token(ann));

        assertFails(() -> session(Secret.of("a.b.c")), Failure.DirectorTokenRefused.class);
        assertFails(() -> session(Secret.of("a.b.d")), Failure.TooManyWrongLogins.class);
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
