package dev.ose.server.transfer.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConditionProbeTest {

    private static final URI ENDPOINT = URI.create("http://127.0.0.1:1");

    private final FakeConnections platform = new FakeConnections(new byte[10], new Random(1));
    private long nanos;
    private final ConditionProbe probe = new ConditionProbe(() -> nanos);

    private boolean refuses() {
        boolean before = probe.refuses(ENDPOINT, platform);
        platform.turn();
        assertThat(platform.open).isEmpty();
        return before;
    }

    @Test
    void isUnknownUntilThePlatformHasAnswered() {
        assertThat(refuses()).isFalse();
        assertThat(refuses()).isTrue();
        assertThat(refuses()).isTrue();
        assertThat(platform.asked).hasSize(1);
    }

    @Test
    void asksAgainAfterAnHourAndBelievesTheFormerAnswerMeanwhile() {
        refuses();
        nanos += Duration.ofHours(1).toNanos();
        platform.overlooksConditions = true;

        assertThat(refuses()).isTrue();
        assertThat(refuses()).isFalse();
        assertThat(platform.asked).hasSize(2);
    }

    @Test
    void asksAgainAfterAMinuteIfThePlatformFailed() {
        platform.overlooksConditions = true;
        platform.failuresOfHundred = 100;
        refuses();
        platform.failuresOfHundred = 0;
        platform.overlooksConditions = false;
        assertThat(refuses()).isFalse();
        assertThat(platform.asked).hasSize(1);

        nanos += Duration.ofMinutes(1).toNanos();
        assertThat(refuses()).isFalse();
        assertThat(refuses()).isTrue();
    }
}
