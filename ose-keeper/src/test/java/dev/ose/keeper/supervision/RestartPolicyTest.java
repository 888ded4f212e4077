package dev.ose.keeper.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RestartPolicyTest {

    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    private final RestartPolicy policy = new RestartPolicy();

    @Test
    void eachCrashWaitsTwiceAsLongUpToAMinute() {
        assertThat(crashed(START)).isEqualTo(Duration.ofMillis(500));
        assertThat(crashed(START)).isEqualTo(Duration.ofSeconds(1));
        assertThat(crashed(START)).isEqualTo(Duration.ofSeconds(2));
        Duration last = Duration.ZERO;
        for (int hours = 1; hours < 20; hours++) {
            last = crashed(START.plus(Duration.ofHours(hours)));
        }
        assertThat(last).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void tenCrashesWithinTenMinutesBrake() {
        for (int crash = 1; crash < 10; crash++) {
            crashed(START.plusSeconds(crash));
            assertThat(policy.isBraked()).isFalse();
        }

        assertThat(crashed(START.plusSeconds(10))).isEqualTo(Duration.ofMinutes(5));
        assertThat(policy.isBraked()).isTrue();
    }

    @Test
    void slowCrashesDoNotBrake() {
        for (int crash = 0; crash < 100; crash++) {
            crashed(START.plus(Duration.ofMinutes(2L * crash)));
            assertThat(policy.isBraked()).isFalse();
        }
    }

    @Test
    void liftedBrakeBeginsAnew() {
        for (int crash = 0; crash < 20; crash++) {
            crashed(START);
        }

        policy.lift();

        assertThat(policy.isBraked()).isFalse();
        assertThat(crashed(START)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void nodeThatServedIsStartedAtOnceTheFirstTimeOnly() {
        Duration brief = Duration.ofSeconds(1);

        assertThat(policy.crashed(START, brief)).isZero();
        assertThat(policy.crashed(START, brief)).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.crashed(START, brief)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void nodeThatServesAndCrashesAgainAndAgainIsBraked() {
        for (int crash = 1; crash < 10; crash++) {
            policy.crashed(START, Duration.ofSeconds(1));
        }

        assertThat(policy.crashed(START, Duration.ofSeconds(1))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void crashAfterLongServiceIsAnotherMatter() {
        crashed(START);
        crashed(START);
        assertThat(policy.crashed(START, Duration.ofMinutes(9))).isEqualTo(Duration.ofSeconds(2));

        assertThat(policy.crashed(START, Duration.ofMinutes(10))).isZero();
    }

    /** A crash of a node that had not served. */
    private Duration crashed(Instant now) {
        return policy.crashed(now, Duration.ZERO);
    }
}
