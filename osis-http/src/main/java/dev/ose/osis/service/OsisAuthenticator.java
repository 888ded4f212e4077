package dev.ose.osis.service;

import dev.ose.adapter.Secret;
import dev.ose.osis.model.AuthError;
import dev.ose.osis.model.AuthMode;
import dev.ose.osis.model.LoginRequest;
import dev.ose.osis.model.OsisError;
import dev.ose.osis.model.OsisTokens;
import dev.ose.osis.model.TokenRequest;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Authenticates callers and issues tokens. There is one user, which may call every operation. */
final class OsisAuthenticator {

    private static final int KEY_BYTES = 64;

    private final OsisServerOptions options;
    private final TokenIssuer mint;
    private final Clock clock;

    OsisAuthenticator(OsisServerOptions options, Clock clock) {
        this.options = options;
        this.clock = clock;
        this.mint = new TokenIssuer(
                options.tokens().signingKey() == null
                        ? newKey()
                        : options.tokens().signingKey(),
                clock);
    }

    private static Secret newKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return Secret.of(key);
    }

    /** Fails unless the header authenticates the user. */
    void check(@Nullable String authorization) {
        String[] words = authorization == null ? new String[0] : authorization.split(" +", 2);
        String scheme = words.length == 2 ? words[0].toLowerCase(Locale.ROOT) : "";
        if (scheme.equals("basic") && offers(AuthMode.BASIC)) {
            checkBasic(words[1].strip());
        } else if (scheme.equals("bearer") && offers(AuthMode.BEARER)) {
            checkToken(words[1].strip(), TokenIssuer.Scope.ROLE_ADMIN);
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

    /** Always compares both, each in constant time. */
    private boolean isUser(String user, Secret secret) {
        boolean sameUser = Secret.of(user).equals(Secret.of(options.login().user()));
        boolean sameSecret = secret.equals(options.login().secret());
        return sameUser && sameSecret;
    }

    private void checkToken(String token, TokenIssuer.Scope scope) {
        switch (mint.check(token, options.login().user(), scope)) {
            case GOOD -> {}
            case EXPIRED -> throw unauthorized("Token has expired", AuthError.TOKEN_EXPIRED);
            case BAD -> throw unauthorized("Authentication failed", AuthError.AUTHENTICATION);
        }
    }

    OsisReply login(OsisCall call) {
        requireBearer();
        LoginRequest login = call.document(LoginRequest.class);
        if (login.username() == null || login.password() == null || !isUser(login.username(), login.password())) {
            throw unauthorized("Invalid username or password", AuthError.AUTHENTICATION);
        }
        return OsisReply.ok(new OsisTokens(
                accessToken(),
                mint.issue(
                        options.login().user(),
                        TokenIssuer.Scope.ROLE_REFRESH_TOKEN,
                        options.tokens().refreshLife())));
    }

    OsisReply refresh(OsisCall call) {
        requireBearer();
        Secret token = OsisRefusal.required(call.document(TokenRequest.class).refreshToken(), "refresh_token");
        checkToken(token.use(bytes -> new String(bytes, StandardCharsets.UTF_8)), TokenIssuer.Scope.ROLE_REFRESH_TOKEN);
        return OsisReply.ok(new OsisTokens(accessToken(), null));
    }

    private Secret accessToken() {
        return mint.issue(
                options.login().user(),
                TokenIssuer.Scope.ROLE_ADMIN,
                options.tokens().accessLife());
    }

    private void requireBearer() {
        if (!offers(AuthMode.BEARER)) {
            throw OsisRefusal.notImplemented("This service does not give tokens.");
        }
    }

    private boolean offers(AuthMode mode) {
        return options.login().authModes().contains(mode);
    }

    private OsisRefusal unauthorized(String message, int code) {
        boolean basic = offers(AuthMode.BASIC);
        Object document = offers(AuthMode.BEARER)
                ? new AuthError(401, message, code, clock.millis())
                : new OsisError("E_UNAUTHORIZED", message);
        return OsisRefusal.of(new OsisReply(
                401,
                document,
                Map.of("WWW-Authenticate", basic ? "Basic realm=\"osis\", charset=\"UTF-8\"" : "Bearer")));
    }
}
