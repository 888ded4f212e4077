package dev.ose.osis.service;

import dev.ose.adapter.Secret;
import dev.ose.osis.model.MalformedDocumentException;
import dev.ose.osis.model.OsisJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Issues and verifies tokens: JSON Web Tokens (RFC 7519) signed with HMAC-SHA-512, as the contract's reference server
 * does. The header must equal the constant of this class, so that no token chooses its algorithm. Thread-safe.
 */
final class TokenIssuer {

    private static final String ISSUER = "ose-osis";
    private static final String HEAD =
            encode("{\"alg\":\"HS512\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.US_ASCII));
    private static final int PARTS = 3;

    private final Secret key;
    private final Clock clock;

    /** The purpose of a token. */
    enum Scope {
        ROLE_ADMIN,
        ROLE_REFRESH_TOKEN
    }

    /** The result of verifying a token. */
    enum Verdict {
        GOOD,
        EXPIRED,
        BAD
    }

    /** The claims of a token. */
    record Claims(
            @Nullable String sub,
            List<String> scopes,
            @Nullable String iss,
            @Nullable String jti,
            long iat,
            long exp) {}

    TokenIssuer(Secret key, Clock clock) {
        this.key = key;
        this.clock = clock;
    }

    Secret issue(String user, Scope scope, Duration life) {
        Instant now = clock.instant();
        Claims claims = new Claims(
                user,
                List.of(scope.name()),
                ISSUER,
                UUID.randomUUID().toString(),
                now.getEpochSecond(),
                now.plus(life).getEpochSecond());
        String signed = HEAD + '.' + encode(OsisJson.write(claims));
        return Secret.of(signed + '.' + encode(sign(signed)));
    }

    Verdict check(String token, String user, Scope scope) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != PARTS || !parts[0].equals(HEAD)) {
            return Verdict.BAD;
        }
        try {
            byte[] signature = Base64.getUrlDecoder().decode(parts[2]);
            if (!MessageDigest.isEqual(signature, sign(parts[0] + '.' + parts[1]))) {
                return Verdict.BAD;
            }
            Claims claims = OsisJson.read(Base64.getUrlDecoder().decode(parts[1]), Claims.class);
            boolean ours = ISSUER.equals(claims.iss())
                    && user.equals(claims.sub())
                    && List.of(scope.name()).equals(claims.scopes());
            if (!ours) {
                return Verdict.BAD;
            }
            return clock.instant().getEpochSecond() < claims.exp() ? Verdict.GOOD : Verdict.EXPIRED;
        } catch (IllegalArgumentException | MalformedDocumentException e) {
            return Verdict.BAD;
        }
    }

    private byte[] sign(String text) {
        return key.use(bytes -> {
            try {
                Mac mac = Mac.getInstance("HmacSHA512");
                mac.init(new SecretKeySpec(bytes, "HmacSHA512"));
                return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("the Java runtime lacks HMAC-SHA-512", e);
            }
        });
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
