package dev.ose.server.admin.access.session;

import java.time.Duration;
import java.util.Optional;

/**
 * Keeps sign-ins at identity providers under digests of their states. Blocks on the database; fails with {@code
 * MetadataUnavailable}.
 */
public interface PendingSignInStore {

    /** Keeps one for that long. */
    void add(String digest, PendingSignIn signIn, Duration life);

    /** Takes the one of a state, which is gone then; empty if there is none, or it has expired. */
    Optional<PendingSignIn> take(String digest);
}
