package dev.ose.server.access;

import java.time.Clock;
import java.time.Duration;

/**
 * Throttles logins to accounts. Logins from an address are counted by {@link LoginThrottle} and, for each name, with
 * those of all other addresses, so that guesses at one account from many addresses are slowed down as well. A device
 * at which the account has signed in before is counted alone: whatever is sent from elsewhere, or by others behind the
 * same proxy, does not lock its owner out. Names are counted whether they exist or not. Thread-safe.
 */
public final class AccountThrottle {

    private static final int TOO_MANY_OF_NAME = 100;
    private static final int TOO_MANY_OF_DEVICE = 5;

    private final LoginThrottle byAddress;
    private final FailedAttemptLimiter byName;
    private final FailedAttemptLimiter byDevice;

    public AccountThrottle(Clock clock) {
        this.byAddress = new LoginThrottle(clock);
        this.byName = new FailedAttemptLimiter(clock, TOO_MANY_OF_NAME);
        this.byDevice = new FailedAttemptLimiter(clock, TOO_MANY_OF_DEVICE);
    }

    /** Where a login comes from. */
    public sealed interface Origin {

        /** An address, compared by {@code equals}. */
        record Address(Object network) implements Origin {}

        /** A device that is known to be the account's. */
        record KnownDevice(String id) implements Origin {}
    }

    /** The remaining back-off for the name; zero if none. */
    public Duration remaining(Origin origin, String name) {
        return switch (origin) {
            case Origin.KnownDevice(String id) -> byDevice.remaining(id);
            case Origin.Address(Object network) -> {
                Duration ofAddress = byAddress.remaining(network, name);
                Duration ofName = byName.remaining(name);
                yield ofAddress.compareTo(ofName) > 0 ? ofAddress : ofName;
            }
        };
    }

    /** The remaining back-off for logins from the network that name no account; zero if none. */
    public Duration remaining(Object network) {
        return byAddress.remaining(network);
    }

    /** Records a failure of a login that names no account. It counts for all others from the network, too. */
    public void wrong(Object network) {
        byAddress.wrong(network);
    }

    /** Records a failure. */
    public void wrong(Origin origin, String name) {
        switch (origin) {
            case Origin.KnownDevice(String id) -> byDevice.wrong(id);
            case Origin.Address(Object network) -> {
                byAddress.wrong(network, name);
                byName.wrong(name);
            }
        }
    }

    /** Records a success. It clears the failures of the name there, and not those from elsewhere. */
    public void right(Origin origin, String name) {
        switch (origin) {
            case Origin.KnownDevice(String id) -> byDevice.right(id);
            case Origin.Address(Object network) -> byAddress.right(network, name);
        }
    }
}
