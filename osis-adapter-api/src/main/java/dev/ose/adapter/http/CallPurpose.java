package dev.ose.adapter.http;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What a request is for, so that its failure can be reported.
 *
 * @param platform who is asked, as a sentence begins: {@code The Ceph gateway}
 * @param purpose what is asked, as in "did not ...": {@code create a user}
 * @param changes whether it changes something, so that it may have been carried out without an answer
 */
public record CallPurpose(String platform, String purpose, boolean changes) {

    /** The failure of a request that was sent, if no answer came that says what became of it. */
    public PlatformException unanswered(String what, @Nullable Throwable cause) {
        return new PlatformException(
                changes ? Kind.OUTCOME_UNKNOWN : Kind.UNAVAILABLE,
                platform + " did not " + purpose + ": " + what + ".",
                cause);
    }

    /** The failure of a request with which the platform certainly did nothing. */
    public PlatformException unavailable(String what, @Nullable Throwable cause) {
        return new PlatformException(Kind.UNAVAILABLE, platform + " cannot " + purpose + " now: " + what + ".", cause);
    }

    /** The failure of a request that got no whole answer; without addresses, for tenants may read it. */
    public PlatformException failure(OutboundException e) {
        return switch (e.reason()) {
            case BUSY -> unavailable("too many requests to it are under way", e);
            case UNKNOWN_HOST -> unavailable("no name service knows its host", e);
            case FORBIDDEN_ADDRESS -> unavailable("its address is not permitted", e);
            case UNREACHABLE, PROXY, UNTRUSTED -> unavailable(String.valueOf(e.getMessage()), e);
            case TIMEOUT -> unanswered("no answer came in time", null);
            case BROKEN -> unanswered("the connection broke", e);
            case TOO_LARGE -> unanswered("its answer is too large", e);
            case INTERRUPTED -> unanswered("the wait for its answer was interrupted", null);
        };
    }
}
