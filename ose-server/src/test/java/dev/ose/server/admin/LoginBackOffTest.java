package dev.ose.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class LoginBackOffTest {

    private final SteppedClock clock = new SteppedClock();
    private final LoginBackOff backOff = new LoginBackOff(clock);

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

        clock.now = clock.now.plusSeconds(2);

        assertThat(backOff.remaining("a")).isZero();
    }

    @Test
    void rightLoginForgetsTheMistakes() {
        guess("a", 20);

        backOff.right("a");

        assertThat(backOff.remaining("a")).isZero();
    }

    @Test
    void oneAddressDoesNotSlowAnotherDown() {
        guess("a", 20);

        assertThat(backOff.remaining("b")).isZero();
    }

    private void guess(String address, int times) {
        for (int i = 0; i < times; i++) {
            backOff.wrong(address);
        }
    }

    private static final class SteppedClock extends Clock {

        private Instant now = Instant.EPOCH;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
