package dev.ose.server.iam.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.federation.JitProvisioningPolicy;
import dev.ose.server.iam.federation.TokenVerifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Verifies tokens with the public keys of their issuers. Only asymmetric signatures are accepted: a shared secret would
 * allow every verifier to issue tokens. Unsigned tokens are refused.
 *
 * @see <a href="https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation">ID Token Validation</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8725">JSON Web Token Best Current Practices</a>
 */
public final class JoseTokenVerifier implements TokenVerifier, AutoCloseable {

    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);
    private static final int SKEW_SECONDS = 60;
    /** The maximum of AWS. */
    private static final int MAX_TOKEN = 20_000;

    private static final String AUTHORIZED_PARTY = "azp";

    private final IssuerKeys keys;
    private final Clock clock;

    /**
     * Creates a verifier without cached keys.
     *
     * @param routes to the issuers
     */
    public JoseTokenVerifier(OutboundRoutes routes, Clock clock) {
        this(new IssuerAnswers(routes, IssuerAnswers.TIMEOUT), clock);
    }

    JoseTokenVerifier(IssuerAnswers answers, Clock clock) {
        this.keys = new IssuerKeys(answers);
        this.clock = clock;
    }

    /**
     * Whose tokens are valid.
     *
     * @param audiences for whom they may have been issued
     * @param keys where the issuer's keys are; null if the issuer's configuration states the address
     */
    private record Trust(
            String issuer, List<String> audiences, @Nullable URI keys) {}

    /** Whether a token is valid, whatever its subject. */
    sealed interface Checked {

        /** It is. */
        record Valid(JWTClaimsSet claims) implements Checked {}

        /** It is not. */
        record Refused(Why why) implements Checked {}
    }

    /**
     * The result of a verification.
     *
     * @param claims of the token; none if it is refused
     */
    record Verified(Proof proof, JWTClaimsSet claims) {

        static Verified refused(Why why) {
            return new Verified(new Proof.Refused(why), new JWTClaimsSet.Builder().build());
        }
    }

    @Override
    public Proof verify(Secret token, Function<String, Optional<IdentityProvider>> trusted) {
        return verifyWithClaims(token, trusted).proof();
    }

    /** As {@link #verify}, with the claims of a valid token. */
    Verified verifyWithClaims(Secret token, Function<String, Optional<IdentityProvider>> trusted) {
        try {
            SignedJWT signed = parse(token);
            String issuer = signed.getJWTClaimsSet().getIssuer();
            Optional<IdentityProvider> provider = issuer == null ? Optional.empty() : trusted.apply(issuer);
            return provider.isPresent() ? prove(signed, provider.get()) : Verified.refused(Why.INVALID);
        } catch (ParseException e) {
            return Verified.refused(Why.INVALID);
        }
    }

    private static SignedJWT parse(Secret token) throws ParseException {
        String text = token.use(bytes -> new String(bytes, StandardCharsets.US_ASCII));
        if (text.length() > MAX_TOKEN) {
            throw new ParseException("too long", 0);
        }
        return SignedJWT.parse(text);
    }

    private Verified prove(SignedJWT signed, IdentityProvider provider) throws ParseException {
        return switch (check(signed, new Trust(provider.issuer(), provider.audiences(), provider.keys()))) {
            case Checked.Refused(Why why) -> Verified.refused(why);
            case Checked.Valid(JWTClaimsSet claims) -> verified(provider, claims);
        };
    }

    /** Verifies that the token was issued by this issuer for this client alone, and is valid now. */
    Checked check(Secret token, String issuer, String client) {
        try {
            return check(parse(token), new Trust(issuer, List.of(client), null));
        } catch (ParseException e) {
            return new Checked.Refused(Why.INVALID);
        }
    }

    private Checked check(SignedJWT signed, Trust trust) throws ParseException {
        try {
            DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
            processor.setJWSKeySelector(
                    new JWSVerificationKeySelector<>(ALGORITHMS, keys.of(trust.issuer(), trust.keys())));
            processor.setJWTClaimsSetVerifier(new Claims(trust, clock));
            JWTClaimsSet claims = processor.process(signed, null);
            String party = claims.getStringClaim(AUTHORIZED_PARTY);
            return party != null && !trust.audiences().contains(party)
                    ? new Checked.Refused(Why.INVALID)
                    : new Checked.Valid(claims);
        } catch (ExpiredJWTException e) {
            return new Checked.Refused(Why.EXPIRED);
        } catch (KeySourceException e) {
            // Or the keys were fetched a moment ago, so that an unknown key may be a new one.
            return new Checked.Refused(Why.ISSUER_AWAY);
        } catch (BadJOSEException | JOSEException e) {
            return new Checked.Refused(Why.INVALID);
        }
    }

    private static Verified verified(IdentityProvider provider, JWTClaimsSet claims) throws ParseException {
        Set<String> audiences = new HashSet<>(claims.getAudience());
        audiences.retainAll(provider.audiences());
        JitProvisioningPolicy newUsers = provider.newUsers();
        Proof proof = new Proof.Proven(
                provider,
                claims.getSubject(),
                audiences.stream().sorted().findFirst().orElseThrow(),
                text(claims, provider.claim()),
                newUsers == null ? null : text(claims, newUsers.nameClaim()),
                conditions(claims, claims.getStringClaim(AUTHORIZED_PARTY)));
        return new Verified(proof, claims);
    }

    private static @Nullable String text(JWTClaimsSet claims, String claim) {
        return claims.getClaim(claim) instanceof String text ? text : null;
    }

    /** The same keys as in AWS. */
    private static Map<String, List<String>> conditions(JWTClaimsSet claims, @Nullable String party)
            throws ParseException {
        Map<String, List<String>> asserted = new HashMap<>();
        asserted.put("sub", List.of(claims.getSubject()));
        asserted.put("aud", party == null ? claims.getAudience() : List.of(party));
        asserted.put("oaud", claims.getAudience());
        if (claims.getClaim("amr") instanceof List<?>) {
            asserted.put("amr", List.copyOf(claims.getStringListClaim("amr")));
        }
        return asserted;
    }

    /** Aborts requests to issuers under way. */
    @Override
    public void close() {
        keys.close();
    }

    /** Checks the claims of a token, by the injected clock. */
    private static final class Claims extends DefaultJWTClaimsVerifier<SecurityContext> {

        private final Clock clock;

        Claims(Trust trust, Clock clock) {
            super(
                    new HashSet<>(trust.audiences()),
                    new JWTClaimsSet.Builder().issuer(trust.issuer()).build(),
                    Set.of("sub", "exp", "iat"),
                    null);
            this.clock = clock;
            setMaxClockSkew(SKEW_SECONDS);
        }

        @Override
        protected Date currentTime() {
            return Date.from(clock.instant());
        }
    }
}
