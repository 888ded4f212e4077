package dev.ose.server.access;

import java.time.Clock;
import java.time.Duration;

/**
 * Throttles login attempts: from the fifth failure for a name, and from the five hundredth for any names, of one
 * address. Counting by address and name prevents a lockout from elsewhere; the limit of the address is higher because
 * many users share one behind a proxy or NAT, and some client may retry an old password forever. A successful login
 * clears the failures of that name at that address, not those of the address; otherwise any valid user could
 * brute-force others. Thread-safe.
 *
 * @see FailedAttemptLimiter
 */
public final class LoginThrottle {

    private static final int TOO_MANY_OF_NAME = 5;
    private static final int TOO_MANY_OF_PLACE = 500;

    private final FailedAttemptLimiter byName;
    private final FailedAttemptLimiter byPlace;

    public LoginThrottle(Clock clock) {
        this.byName = new FailedAttemptLimiter(clock, TOO_MANY_OF_NAME);
        this.byPlace = new FailedAttemptLimiter(clock, TOO_MANY_OF_PLACE);
    }

    private record Named(Object place, Object name) {}

    /** The remaining back-off for the name at that address; zero if none. */
    public Duration remaining(Object place, Object name) {
        Duration ofName = byName.remaining(new Named(place, name));
        Duration ofPlace = byPlace.remaining(place);
        return ofName.compareTo(ofPlace) > 0 ? ofName : ofPlace;
    }

    /** The remaining back-off of the address, whatever name is used; zero if none. */
    public Duration remaining(Object place) {
        return byPlace.remaining(place);
    }

    /** Records a failure of a login that has no name. */
    public void wrong(Object place) {
        byPlace.wrong(place);
    }

    /**
     * Records a failure.
     *
     * @param place the address, compared by {@code equals}
     * @param name the login name, compared by {@code equals}
     */
    public void wrong(Object place, Object name) {
        byName.wrong(new Named(place, name));
        byPlace.wrong(place);
    }

    /** Records a success, which clears the failures of the name at that address. */
    public void right(Object place, Object name) {
        byName.right(new Named(place, name));
    }
}
