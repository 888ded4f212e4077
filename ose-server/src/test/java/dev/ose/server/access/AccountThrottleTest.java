package dev.ose.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.access.AccountThrottle.Origin;
import dev.ose.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AccountThrottleTest {

    private static final Origin OWN = new Origin.KnownDevice("admin's browser");

    private final SteppedClock clock = new SteppedClock(Instant.EPOCH);
    private final AccountThrottle throttle = new AccountThrottle(clock);

    private static Origin address(int number) {
        return new Origin.Address("address " + number);
    }

    /** As many guesses, each from an address of its own. */
    private void guess(String name, int guesses) {
        for (int i = 0; i < guesses; i++) {
            throttle.wrong(address(i), name);
        }
    }

    @Test
    void guessesAtOneNameFromManyAddressesAreSlowedDown() {
        guess("admin", 99);
        assertThat(throttle.remaining(address(1000), "admin")).isZero();

        guess("admin", 1);

        assertThat(throttle.remaining(address(1000), "admin")).isEqualTo(Duration.ofSeconds(1));
        assertThat(throttle.remaining(address(1000), "zoe")).isZero();
    }

    @Test
    void knownDeviceIsNotLockedOutByOthers() {
        guess("admin", 10_000);
        for (int i = 0; i < 1000; i++) {
            throttle.wrong(address(0), "admin");
        }

        assertThat(throttle.remaining(address(0), "admin")).isPositive();
        assertThat(throttle.remaining(OWN, "admin")).isZero();
    }

    @Test
    void guessesAtAKnownDeviceAreSlowedDownThereAlone() {
        for (int i = 0; i < 5; i++) {
            throttle.wrong(OWN, "admin");
        }

        assertThat(throttle.remaining(OWN, "admin")).isEqualTo(Duration.ofSeconds(1));
        assertThat(throttle.remaining(address(1), "admin")).isZero();
        throttle.right(OWN, "admin");
        assertThat(throttle.remaining(OWN, "admin")).isZero();
    }

    /** Or an owner who signs in now and then would give a guesser a fresh start each time. */
    @Test
    void successClearsNoFailuresOfOtherAddresses() {
        guess("admin", 99);

        throttle.right(address(0), "admin");
        throttle.right(OWN, "admin");
        guess("admin", 1);

        assertThat(throttle.remaining(address(1000), "admin")).isPositive();
    }
}
