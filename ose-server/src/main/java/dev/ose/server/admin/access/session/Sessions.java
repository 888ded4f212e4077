package dev.ose.server.admin.access.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.access.account.Account;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens and finds sessions. A session's token is 256 random bits, of which only a digest is stored; the token that
 * writes must show beside it is derived from it, so that every node knows it and none has to store it. Thread-safe;
 * blocks on the database.
 */
public final class Sessions {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final SessionStore store;
    private final SecureRandom random;
    private final Limits limits;

    public Sessions(SessionStore store, SecureRandom random, Limits limits) {
        this.store = store;
        this.random = random;
        this.limits = limits;
    }

    /**
     * When sessions end.
     *
     * @param idle after how long without use
     * @param longest after how long even if they are used
     */
    public record Limits(Duration idle, Duration longest) {}

    /**
     * A session that was opened.
     *
     * @param bearer what the browser shows from now on
     * @param expiresAt when it ends even if it is used
     */
    public record Opened(Secret bearer, Account account, Instant expiresAt) {}

    /** Opens a session of an account that has proved itself. */
    public Opened open(Account account, Device device) {
        Secret bearer = BearerDigest.random(random, "");
        return new Opened(bearer, account, store.open(account, BearerDigest.of(bearer), device, limits.longest()));
    }

    /** The session of which this is the token, if it has not ended; it counts as used now. */
    public Optional<LiveSession> find(Secret bearer) {
        return store.use(BearerDigest.of(bearer), limits.idle());
    }

    /** Ends the session of which this is the token, if it has not ended. */
    public void end(Secret bearer) {
        store.close(BearerDigest.of(bearer));
    }

    /** The sessions of an account that have not ended. */
    public List<OpenSession> list(Account account) {
        return store.list(account.id(), limits.idle());
    }

    /** The maximum time that a session may be unused. */
    public Duration idle() {
        return limits.idle();
    }

    /**
     * Whether a request that shows a session may be a page's of another site: it may change something and does not
     * repeat the session's companion.
     *
     * @param companion null if the request shows none
     */
    public static boolean isForged(String method, Secret bearer, @Nullable String companion) {
        return !SAFE.contains(method)
                && (companion == null || !Secret.of(companion).equals(companion(bearer)));
    }

    /** The value that writes must send beside the token; the token cannot be derived from it. */
    public static Secret companion(Secret bearer) {
        return BearerDigest.derive(bearer, "ose csrf");
    }
}
