package dev.ose.server.access;

import java.time.Clock;
import java.time.Duration;

/**
 * Makes guessing slow: at one name from the fifth wrong proof on, and at any number of names from the five hundredth of
 * their place. By where they come from as well as by whom they name, so that nobody can lock somebody out from elsewhere; and
 * the limit of the place is the higher one, because behind a proxy or NAT a place is many people, of whom some client may
 * show an old password for ever. A right proof forgives what was wrong about the same name there, and nothing of the place,
 * or whoever has a login could guess at others' for ever. Thread-safe.
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

    /** How long proofs of the name must wait there from now; zero if they need not. */
    public Duration remaining(Object place, Object name) {
        Duration ofName = byName.remaining(new Named(place, name));
        Duration ofPlace = byPlace.remaining(place);
        return ofName.compareTo(ofPlace) > 0 ? ofName : ofPlace;
    }

    /**
     * Notes a wrong proof.
     *
     * @param place where it came from, to be compared with its like
     * @param name as whom, to be compared with its like
     */
    public void wrong(Object place, Object name) {
        byName.wrong(new Named(place, name));
        byPlace.wrong(place);
    }

    /** Notes a right proof, which forgets the wrong ones of the same name there. */
    public void right(Object place, Object name) {
        byName.right(new Named(place, name));
    }
}
