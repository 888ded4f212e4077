package dev.ose.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BackOffTest {

    private final SteppedClock clock = new SteppedClock(Instant.EPOCH);
    private final BackOff backOff = new BackOff(clock);

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
    void rightLoginForgetsTheMistakes() {
        guess("a", 20);

        backOff.right("a", "ann");

        assertThat(backOff.remaining("a")).isZero();
    }

    @Test
    void rightLoginForgetsNoMistakesAboutOthers() {
        for (int i = 0; i < 4; i++) {
            backOff.wrong("a", "admin");
        }
        guess("a", 4);

        backOff.right("a", "ann");
        assertThat(guessesUntilThePause("admin")).isEqualTo(1);
    }

    @Test
    void namesBeyondThoseThatAreRememberedAreNotForgiven() {
        for (int i = 0; i <= 20; i++) {
            backOff.wrong("a", i);
        }
        clock.advance(Duration.ofMinutes(5));

        for (int i = 0; i <= 20; i++) {
            backOff.right("a", i);
        }

        assertThat(guessesUntilThePause("admin")).isEqualTo(4);
    }

    private int guessesUntilThePause(String name) {
        int guesses = 0;
        // What was forgiven may leave its pause.
        clock.advance(backOff.remaining("a"));
        while (backOff.remaining("a").isZero()) {
            backOff.wrong("a", name);
            guesses++;
        }
        return guesses;
    }

    @Test
    void mistakesOfAQuarterOfAnHourAgoAreForgotten() {
        guess("a", 20);

        clock.advance(Duration.ofMinutes(16));
        guess("a", 1);

        assertThat(backOff.remaining("a")).isZero();
    }

    @Test
    void manyPlacesPushOutWhoWasWrongLongestAgo() {
        guess("again", 20);
        guess("once", 20);

        guess("again", 1);
        for (int i = 0; i < 9_999; i++) {
            guess("place-" + i, 1);
        }

        assertThat(backOff.remaining("once")).isZero();
        assertThat(backOff.remaining("again")).isPositive();
    }

    @Test
    void oneAddressDoesNotSlowAnotherDown() {
        guess("a", 20);

        assertThat(backOff.remaining("b")).isZero();
    }

    private void guess(String place, int times) {
        for (int i = 0; i < times; i++) {
            backOff.wrong(place, "ann");
        }
    }
}
