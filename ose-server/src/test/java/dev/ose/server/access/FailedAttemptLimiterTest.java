package dev.ose.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FailedAttemptLimiterTest {

    private final SteppedClock clock = new SteppedClock(Instant.EPOCH);
    private final FailedAttemptLimiter backOff = new FailedAttemptLimiter(clock, 5);

    @Test
    void firstMistakesCostNothing() {
        guess("a", 4);

        assertThat(backOff.remaining("a")).isZero();
    }

    @Test
    void eachFurtherMistakeDoublesThePauseUpToFiveMinutes() {
        guess("a", 5);
        assertThat(backOff.remaining("a")).isEqualTo(Duration.ofSeconds(1));

        guess("a", 3);
        assertThat(backOff.remaining("a")).isEqualTo(Duration.ofSeconds(8));

        guess("a", 100);
        assertThat(backOff.remaining("a")).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void pauseEnds() {
        guess("a", 6);

        clock.advance(Duration.ofSeconds(2));

        assertThat(backOff.remaining("a")).isZero();
    }

    @Test
    void rightProofForgetsTheMistakes() {
        guess("a", 20);

        backOff.right("a");

        assertThat(backOff.remaining("a")).isZero();
        guess("a", 4);
        assertThat(backOff.remaining("a")).isZero();
    }

    @Test
    void reservedAttemptsCountUntilTheyAreTakenBack() {
        for (int i = 0; i < 5; i++) {
            assertThat(backOff.reserve("a")).isZero();
        }

        assertThat(backOff.reserve("a")).isEqualTo(Duration.ofSeconds(1));
        // The one that was refused did not count.
        assertThat(backOff.remaining("a")).isEqualTo(Duration.ofSeconds(1));

        backOff.right("a");
        assertThat(backOff.reserve("a")).isZero();
    }

    @Test
    void attemptThatIsGivenBackLeavesTheOthers() {
        for (int i = 0; i < 5; i++) {
            backOff.reserve("a");
        }

        backOff.giveBack("a");

        assertThat(backOff.reserve("a")).isZero();
        assertThat(backOff.remaining("a")).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void mistakesOfTenMinutesAgoCountHalf() {
        guess("a", 8);

        clock.advance(Duration.ofMinutes(10));

        assertThat(guessesUntilThePause()).isOne();
        clock.advance(Duration.ofMinutes(30));
        assertThat(guessesUntilThePause()).isEqualTo(5);
    }

    /** A forgotten script. */
    @Test
    void continualFailuresDoNotAddUpForever() {
        for (int minute = 0; minute < 600; minute += 5) {
            backOff.wrong("a");
            clock.advance(Duration.ofMinutes(5));
        }

        backOff.wrong("a");
        assertThat(backOff.remaining("a")).isZero();
    }

    @Test
    void countOfAClockThatWasPutBackIsKept() {
        guess("a", 4);

        clock.advance(Duration.ofHours(-1));

        assertThat(guessesUntilThePause()).isOne();
    }

    @Test
    void manyOriginsPushOutWhoWasWrongLongestAgo() {
        guess("again", 20);
        guess("once", 20);

        guess("again", 1);
        for (int i = 0; i < 9_999; i++) {
            guess("origin-" + i, 1);
        }

        assertThat(backOff.remaining("once")).isZero();
        assertThat(backOff.remaining("again")).isPositive();
    }

    @Test
    void oneOriginDoesNotSlowAnotherDown() {
        guess("a", 20);

        assertThat(backOff.remaining("b")).isZero();
    }

    private int guessesUntilThePause() {
        int guesses = 0;
        while (backOff.remaining("a").isZero()) {
            backOff.wrong("a");
            guesses++;
        }
        return guesses;
    }

    private void guess(String origin, int times) {
        for (int i = 0; i < times; i++) {
            backOff.wrong(origin);
        }
    }
}
