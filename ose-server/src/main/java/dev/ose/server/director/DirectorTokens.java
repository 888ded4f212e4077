package dev.ose.server.director;

import dev.ose.adapter.Secret;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Set;

/** Checks access tokens at Cloud Director. Every method may block on it, for a bounded time. Thread-safe. */
public interface DirectorTokens {

    /** Without a link to Cloud Director. */
    DirectorTokens NONE = new DirectorTokens() {
        @Override
        public DirectorSession session(Secret token, Object origin) {
            throw new FailureException(new Failure.DirectorTokenRefused());
        }

        @Override
        public Set<String> rights(DirectorSession session, Secret token) {
            return Set.of();
        }
    };

    /**
     * Whose the token is.
     *
     * @param origin to which refused tokens are accounted, compared by {@code equals}
     * @throws FailureException {@code DirectorTokenRefused}; {@code DirectorUnreachable}; {@code TooManyWrongLogins} if
     *     the origin has sent too many refused tokens; {@code Busy} if too many calls wait for Cloud Director
     */
    DirectorSession session(Secret token, Object origin);

    /**
     * The names of the rights that the roles of the session have together.
     *
     * @throws FailureException {@code DirectorUnreachable}; {@code Busy} if too many calls wait for Cloud Director
     */
    Set<String> rights(DirectorSession session, Secret token);
}
