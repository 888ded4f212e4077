package dev.ose.server.runtime.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PulseTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final Pulse pulse = new Pulse(now::get);

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void threadThatDoesNotBeatHangsWhateverOthersDo() {
        Pulse.Beat moving = pulse.begin();
        Pulse.Beat still = pulse.begin();
        assertThat(pulse.isBeating()).isTrue();

        pass(Pulse.HANGS);
        moving.run();

        assertThat(pulse.isBeating()).isFalse();
        assertThat(pulse.stillness()).isEqualTo(Pulse.HANGS);
        still.run();
        assertThat(pulse.isBeating()).isTrue();
        assertThat(pulse.stillness()).isZero();
    }

    @Test
    void threadThatEndsIsNotMissed() {
        Pulse.Beat ended = pulse.begin();
        ended.close();

        pass(Pulse.HANGS);

        assertThat(pulse.isBeating()).isTrue();
    }
}
