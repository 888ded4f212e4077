package dev.ose.server.transfer.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadAheadWindowTest {

    private static final long PART = 1000;

    private long now;
    private final ReadAheadWindow window = new ReadAheadWindow(16, PART, 0);

    /** Delivers one round at this rate to a client that waited for this share of it; returns the window after it. */
    private int round(double bytesPerNano, double starved) {
        long bytes = PART * (window.ahead() + 1);
        long nanos = Math.round(bytes / bytesPerNano);
        now += nanos;
        assertThat(window.delivered(bytes - 1, 0, now)).isFalse();
        assertThat(window.delivered(1, Math.round(nanos * starved), now)).isTrue();
        return window.ahead();
    }

    /** A round of a platform that sends each stream at the same rate, over a link of this capacity. */
    private int throttledRound(double linkOfStreams) {
        return round(Math.min(linkOfStreams, window.ahead() + 1), 0.9);
    }

    @Test
    void isClosedUntilThePartBeforeItWasDelivered() {
        assertThat(window.ahead()).isZero();
        assertThat(window.delivered(PART - 1, PART - 1, PART)).isFalse();
        assertThat(window.ahead()).isZero();
    }

    @Test
    void doublesTheStreamsAsLongAsThatIsFaster() {
        List<Integer> streams = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            streams.add(throttledRound(100) + 1);
        }

        assertThat(streams).containsExactly(2, 4, 8, 16, 16, 16);
    }

    @Test
    void returnsToFewerStreamsIfMoreAreNotFaster() {
        for (int i = 0; i < 20; i++) {
            throttledRound(4);
        }
        assertThat(window.ahead() + 1).isBetween(4, 8);

        int widest = 0;
        int wide = 0;
        for (int i = 0; i < 200; i++) {
            int streams = throttledRound(4) + 1;
            widest = Math.max(widest, streams);
            wide += streams > 4 ? 1 : 0;
        }

        assertThat(widest).isEqualTo(8);
        assertThat(wide).isLessThan(10);
    }

    @Test
    void hardlyTriesAgainWhereOneStreamFillsTheLink() {
        int tries = 0;
        for (int i = 0; i < 500; i++) {
            tries += throttledRound(1) > 0 ? 1 : 0;
        }

        assertThat(tries).isBetween(2, 14);
    }

    @Test
    void staysClosedForAClientThatNeverWaits() {
        for (int i = 0; i < 100; i++) {
            assertThat(round(1, 0)).isZero();
        }
    }

    @Test
    void narrowsForAClientThatBecameSlow() {
        for (int i = 0; i < 4; i++) {
            throttledRound(100);
        }

        for (int i = 0; i < 16; i++) {
            round(20, 0);
        }

        assertThat(window.ahead()).isZero();
    }

    @Test
    void keepsItsWidthForAClientThatWaitsALittle() {
        throttledRound(100);
        throttledRound(100);
        round(4, 0.1);
        int before = window.ahead();

        for (int i = 0; i < 50; i++) {
            round(4, 0.1);
        }

        assertThat(window.ahead()).isEqualTo(before).isPositive();
    }

    @Test
    void halvesAfterAFailureAndPauses() {
        for (int i = 0; i < 4; i++) {
            throttledRound(100);
        }

        window.backOff();

        assertThat(window.ahead()).isEqualTo(7);
        assertThat(throttledRound(100)).isEqualTo(7);
    }
}
