package dev.ose.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {

    private final SteppedClock clock = new SteppedClock(Instant.EPOCH);
    private final LoginThrottle backOff = new LoginThrottle(clock);

    @Test
    void fifthMistakeAboutANameMakesItWait() {
        wrong("ann", 4);
        assertThat(backOff.remaining("a", "ann")).isZero();

        wrong("ann", 1);
        assertThat(backOff.remaining("a", "ann")).isEqualTo(Duration.ofSeconds(1));
        assertThat(backOff.remaining("b", "ann")).isZero();
    }

    @Test
    void rightProofForgivesTheNameAlone() {
        wrong("admin", 4);
        wrong("ann", 20);

        backOff.right("a", "ann");

        assertThat(backOff.remaining("a", "ann")).isZero();
        wrong("admin", 1);
        assertThat(backOff.remaining("a", "admin")).isPositive();
    }

    /**
     * Behind a proxy all users share one address: a script that retries an old password all day must not lock them out.
     */
    @Test
    void nameThatFailsForeverDelaysNoOther() {
        Instant end = clock.instant().plus(Duration.ofDays(1));
        while (clock.instant().isBefore(end)) {
            for (int script = 0; script < 10; script++) {
                if (backOff.remaining("a", script).isZero()) {
                    backOff.wrong("a", script);
                }
            }
            assertThat(backOff.remaining("a", "ann")).isZero();
            clock.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void failuresForManyNamesDelayTheirWholeAddress() {
        for (int name = 0; name < 499; name++) {
            backOff.wrong("a", name);
            backOff.right("a", name);
        }
        assertThat(backOff.remaining("a", "ann")).isZero();

        backOff.wrong("a", "bob");

        assertThat(backOff.remaining("a", "ann")).isEqualTo(Duration.ofSeconds(1));
        assertThat(backOff.remaining("b", "ann")).isZero();
    }

    @Test
    void placeIsListenedToAgainWhenItsMistakesAreOld() {
        for (int name = 0; name < 1_000; name++) {
            backOff.wrong("a", name);
        }
        assertThat(backOff.remaining("a", "ann")).isEqualTo(Duration.ofMinutes(5));

        clock.advance(Duration.ofMinutes(10));
        backOff.wrong("a", "bob");

        assertThat(backOff.remaining("a", "ann")).isZero();
    }

    private void wrong(String name, int times) {
        for (int i = 0; i < times; i++) {
            backOff.wrong("a", name);
        }
    }
}
