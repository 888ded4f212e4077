package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.Secret;
import dev.ose.osis.model.LoginRequest;
import dev.ose.osis.model.OsisTokens;
import dev.ose.osis.model.TokenRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Provides the Authorization header, and obtains a new token if the service rejects the old one. Thread-safe. */
final class RequestAuthorizer {

    private final OsisLogin login;
    private final boolean wantsTokens;
    private final Function<OsisRequest, OsisAnswer> open;
    private final Lock lock = new ReentrantLock();
    private @Nullable OsisTokens tokens;

    /**
     * @param wantsTokens whether the service requires a bearer token
     * @param open sends a request without credentials
     */
    RequestAuthorizer(OsisLogin login, boolean wantsTokens, Function<OsisRequest, OsisAnswer> open) {
        this.login = login;
        this.wantsTokens = wantsTokens;
        this.open = open;
    }

    /** The header; requests a token if there is none yet. */
    Secret show() {
        return switch (login) {
            case OsisLogin.Token it -> bearer(usable(it.token()));
            case OsisLogin.User it -> wantsTokens ? bearer(token(it)) : basic(it);
        };
    }

    /** A replacement of a rejected header; the same if there is no other. */
    Secret showInsteadOf(Secret refused) {
        if (!(login instanceof OsisLogin.User user) || !wantsTokens) {
            return refused;
        }
        lock.lock();
        try {
            // Another thread may have obtained one meanwhile.
            if (tokens != null && refused.equals(bearer(access(tokens)))) {
                tokens = renewed(tokens, user);
            }
            return bearer(token(user));
        } finally {
            lock.unlock();
        }
    }

    private Secret token(OsisLogin.User user) {
        lock.lock();
        try {
            if (tokens == null) {
                tokens = loggedIn(user);
            }
            return access(tokens);
        } finally {
            lock.unlock();
        }
    }

    /** If the refresh token is rejected, the user logs in again. */
    private OsisTokens renewed(OsisTokens old, OsisLogin.User user) {
        if (old.refreshToken() != null) {
            OsisAnswer answer = open.apply(
                    OsisRequest.post("/api/v1/auth/token", new TokenRequest(old.refreshToken()), "renew a token"));
            if (answer.isDone()) {
                return new OsisTokens(
                        answer.member(answer.read(OsisTokens.class).accessToken()), old.refreshToken());
            }
        }
        return loggedIn(user);
    }

    private OsisTokens loggedIn(OsisLogin.User user) {
        OsisAnswer answer = open.apply(OsisRequest.post(
                        "/api/v1/auth/login", new LoginRequest(user.name(), user.secret()), "let us log in"))
                .required();
        OsisTokens given = answer.read(OsisTokens.class);
        return new OsisTokens(answer.member(given.accessToken()), given.refreshToken());
    }

    private static Secret access(OsisTokens tokens) {
        if (tokens.accessToken() == null) {
            throw new IllegalStateException("tokens without an access token are not kept");
        }
        return usable(tokens.accessToken());
    }

    /** A token becomes part of a header: one with characters that are invalid there is refused. */
    private static Secret usable(Secret token) {
        boolean isVisible = token.use(bytes -> {
            boolean all = bytes.length > 0;
            for (byte one : bytes) {
                all &= one >= ' ' && one < 0x7f;
            }
            return all;
        });
        if (!isVisible) {
            throw new PlatformException(
                    Kind.REJECTED, "The token for the OSIS service has characters that no HTTP header may have.");
        }
        return token;
    }

    private static Secret bearer(Secret token) {
        return header("Bearer ".getBytes(StandardCharsets.US_ASCII), token, bytes -> bytes);
    }

    private static Secret basic(OsisLogin.User user) {
        byte[] name = (user.name() + ':').getBytes(StandardCharsets.UTF_8);
        Secret both = header(name, user.secret(), bytes -> bytes);
        return header("Basic ".getBytes(StandardCharsets.US_ASCII), both, bytes -> Base64.getEncoder()
                .encode(bytes));
    }

    private static Secret header(byte[] before, Secret secret, Function<byte[], byte[]> encoding) {
        return secret.use(bytes -> {
            byte[] encoded = encoding.apply(bytes);
            byte[] whole = Arrays.copyOf(before, before.length + encoded.length);
            System.arraycopy(encoded, 0, whole, before.length, encoded.length);
            return Secret.of(whole);
        });
    }
}
