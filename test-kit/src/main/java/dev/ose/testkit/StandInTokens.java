package dev.ose.testkit;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The access tokens of a {@link DirectorStandIn}: JWTs that no other instance of the same test issues or accepts. */
final class StandInTokens {

    /** Chosen by the first token: most tests need none. */
    private @Nullable RSAKey key;

    private synchronized RSAKey key() {
        if (key == null) {
            key = RsaKeys.next("director");
        }
        return key;
    }

    String issue(String user, String organisation, UUID id, Instant expiry) {
        SignedJWT token = new SignedJWT(
                new JWSHeader(JWSAlgorithm.RS256),
                new JWTClaimsSet.Builder()
                        .subject(user)
                        .issuer("cell-1@vcd")
                        .claim("version", "vcloud_1.0")
                        .claim("org", organisation)
                        .jwtID(id.toString())
                        .issueTime(Date.from(expiry.minusSeconds(3600)))
                        .expirationTime(Date.from(expiry))
                        .build());
        try {
            token.sign(new RSASSASigner(key()));
        } catch (JOSEException e) {
            throw new IllegalStateException("the key signs RS256", e);
        }
        return token.serialize();
    }

    /** The id of a token that was issued here and has not expired. */
    Optional<UUID> id(String token) {
        try {
            SignedJWT parsed = SignedJWT.parse(token);
            JWTClaimsSet claims = parsed.getJWTClaimsSet();
            return parsed.verify(new RSASSAVerifier(key().toRSAPublicKey()))
                            && claims.getExpirationTime().toInstant().isAfter(Instant.now())
                    ? Optional.of(UUID.fromString(claims.getJWTID()))
                    : Optional.empty();
        } catch (ParseException | JOSEException e) {
            return Optional.empty();
        }
    }
}
