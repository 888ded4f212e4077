package dev.ose.osis.service;

import dev.ose.adapter.Secret;
import dev.ose.osis.model.AuthError;
import dev.ose.osis.model.AuthMode;
import dev.ose.osis.model.LoginRequest;
import dev.ose.osis.model.OsisError;
import dev.ose.osis.model.TokenRequest;
import dev.ose.osis.model.Tokens;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lets callers in that show who they are, and gives them tokens. There is one user, who may do everything. */
final class Doorman {

    private static final int KEY_BYTES = 64;

    private final OsisServerOptions options;
    private final TokenMint mint;
    private final Clock clock;

    Doorman(OsisServerOptions options, Clock clock) {
        this.options = options;
        this.clock = clock;
        this.mint = new TokenMint(options.signingKey() == null ? newKey() : options.signingKey(), clock);
    }

    private static Secret newKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return Secret.of(key);
    }

    /** Fails unless the header shows that it is the user. */
    void check(@Nullable String authorization) {
        String[] words = authorization == null ? new String[0] : authorization.split(" +", 2);
        String scheme = words.length == 2 ? words[0].toLowerCase(Locale.ROOT) : "";
        if (scheme.equals("basic") && offers(AuthMode.BASIC)) {
            checkBasic(words[1].strip());
        } else if (scheme.equals("bearer") && offers(AuthMode.BEARER)) {
            checkToken(words[1].strip(), TokenMint.Scope.ROLE_ADMIN);
        } else {
            throw unauthorized("Log in first", AuthError.AUTHENTICATION);
        }
    }

    private void checkBasic(String encoded) {
        String shown;
        try {
            shown = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            shown = "";
        }
        int colon = shown.indexOf(':');
        if (colon < 0 || !isUser(shown.substring(0, colon), Secret.of(shown.substring(colon + 1)))) {
            throw unauthorized("Invalid username or password", AuthError.AUTHENTICATION);
        }
    }

    /** Compares both whatever the first says, each in constant time. */
    private boolean isUser(String user, Secret secret) {
        boolean sameUser = Secret.of(user).equals(Secret.of(options.user()));
        boolean sameSecret = secret.equals(options.secret());
        return sameUser && sameSecret;
    }

    private void checkToken(String token, TokenMint.Scope scope) {
        switch (mint.check(token, options.user(), scope)) {
            case GOOD -> {}
            case EXPIRED -> throw unauthorized("Token has expired", AuthError.TOKEN_EXPIRED);
            case BAD -> throw unauthorized("Authentication failed", AuthError.AUTHENTICATION);
        }
    }

    Reply login(Call call) {
        requireBearer();
        LoginRequest login = call.document(LoginRequest.class);
        if (login.username() == null || login.password() == null || !isUser(login.username(), login.password())) {
            throw unauthorized("Invalid username or password", AuthError.AUTHENTICATION);
        }
        return Reply.ok(new Tokens(
                accessToken(),
                mint.issue(options.user(), TokenMint.Scope.ROLE_REFRESH_TOKEN, options.refreshTokenLife())));
    }

    Reply refresh(Call call) {
        requireBearer();
        Secret token = Refusal.required(call.document(TokenRequest.class).refreshToken(), "refresh_token");
        checkToken(token.use(bytes -> new String(bytes, StandardCharsets.UTF_8)), TokenMint.Scope.ROLE_REFRESH_TOKEN);
        return Reply.ok(new Tokens(accessToken(), null));
    }

    private Secret accessToken() {
        return mint.issue(options.user(), TokenMint.Scope.ROLE_ADMIN, options.accessTokenLife());
    }

    private void requireBearer() {
        if (!offers(AuthMode.BEARER)) {
            throw Refusal.notImplemented("This service does not give tokens.");
        }
    }

    private boolean offers(AuthMode mode) {
        return options.authModes().contains(mode);
    }

    private Refusal unauthorized(String message, int code) {
        boolean basic = offers(AuthMode.BASIC);
        Object document = offers(AuthMode.BEARER)
                ? new AuthError(401, message, code, clock.millis())
                : new OsisError("E_UNAUTHORIZED", message);
        return Refusal.of(new Reply(
                401,
                document,
                Map.of("WWW-Authenticate", basic ? "Basic realm=\"osis\", charset=\"UTF-8\"" : "Bearer")));
    }
}
