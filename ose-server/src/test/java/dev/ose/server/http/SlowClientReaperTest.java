package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.ListenerSettings.MinimumRate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlowClientReaperTest {

    private static final long SECOND = 1_000_000_000;

    private final SlowClientReaper reaper =
            new SlowClientReaper(new MinimumRate(1024, Duration.ofSeconds(30)), SECOND, 0);
    private long now;

    private static final class Exchange extends SlowClientReaper.Watched {

        private boolean waiting = true;
        private long bytes;
        private int slow;
        private int overstayed;

        @Override
        void cut() {
            throw new AssertionError("the reaper leaves that to the exchange");
        }

        @Override
        boolean isWaitingForClient() {
            return waiting;
        }

        @Override
        long clientBytes() {
            return bytes;
        }

        @Override
        void onTooSlow() {
            slow++;
        }

        @Override
        void onOverstayed() {
            overstayed++;
        }
    }

    private Exchange watched() {
        Exchange exchange = new Exchange();
        reaper.watch(exchange);
        return exchange;
    }

    private void passSeconds(int seconds, Exchange exchange, long bytesPerSecond) {
        for (int i = 0; i < seconds; i++) {
            exchange.bytes += bytesPerSecond;
            now += SECOND;
            reaper.sweep(now);
        }
    }

    @Test
    void silentClientIsEndedAfterTheWindowAndNotBefore() {
        Exchange exchange = watched();

        passSeconds(29, exchange, 0);
        assertThat(exchange.slow).isZero();

        passSeconds(1, exchange, 0);
        assertThat(exchange.slow).isEqualTo(1);
    }

    @Test
    void dripBelowTheRateIsEndedAndAboveItIsNot() {
        Exchange drip = watched();
        Exchange modem = watched();

        for (int i = 0; i < 120; i++) {
            drip.bytes += 1000;
            passSeconds(1, modem, 1100);
        }

        assertThat(drip.slow).isEqualTo(4);
        assertThat(modem.slow).isZero();
    }

    @Test
    void timeSpentWaitingForOthersDoesNotCount() {
        Exchange exchange = watched();
        exchange.waiting = false;

        passSeconds(3600, exchange, 0);

        assertThat(exchange.slow).isZero();
    }

    @Test
    void ourOwnPauseIsNotTheClientsFault() {
        Exchange exchange = watched();

        now += 3600 * SECOND;
        reaper.sweep(now);

        assertThat(exchange.slow).isZero();
    }

    @Test
    void deadlineAppliesToEveryWait() {
        Exchange exchange = watched();
        exchange.waiting = false;
        exchange.setDeadline(5 * SECOND);

        passSeconds(4, exchange, 1 << 20);
        assertThat(exchange.overstayed).isZero();

        passSeconds(1, exchange, 1 << 20);
        assertThat(exchange.overstayed).isEqualTo(1);
    }

    @Test
    void forgottenExchangeIsLeftAloneAndTheOthersAreNot() {
        Exchange first = watched();
        Exchange second = watched();
        Exchange third = watched();

        reaper.forget(first);
        reaper.forget(first);
        passSeconds(30, third, 0);

        assertThat(first.slow).isZero();
        assertThat(second.slow).isEqualTo(1);
        assertThat(third.slow).isEqualTo(1);
    }
}
