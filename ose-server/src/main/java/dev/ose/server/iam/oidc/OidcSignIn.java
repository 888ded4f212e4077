package dev.ose.server.iam.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.iam.federation.AdministratorProvider;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.federation.OidcClient;
import dev.ose.server.iam.federation.SignInClient;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.iam.federation.TokenVerifier.Proof;
import dev.ose.server.iam.federation.TokenVerifier.Why;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The authorization code flow with PKCE. The token comes from the issuer's own token endpoint; it is verified like any
 * other token, for the client's id as its only audience, and must carry the nonce of the attempt.
 */
public final class OidcSignIn implements SignInProtocol, AutoCloseable {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final JoseTokenVerifier verifier;
    private final IssuerAnswers answers;
    private final IssuerConfigurations configurations;

    public OidcSignIn(OutboundRoutes routes, JoseTokenVerifier verifier) {
        this.answers = new IssuerAnswers(routes, IssuerAnswers.TIMEOUT);
        this.configurations = new IssuerConfigurations(answers);
        this.verifier = verifier;
    }

    @Override
    public boolean isKnown(OidcClient client) {
        return configurations.cached(client.issuer()).isPresent();
    }

    @Override
    public void forget(String issuer) {
        configurations.forget(issuer);
    }

    @Override
    public URI begin(OidcClient client, Secret state, Attempt attempt) {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("response_type", "code");
        asked.put("client_id", client.id());
        asked.put("redirect_uri", attempt.redirect().toString());
        asked.put("scope", "openid profile");
        asked.put("state", text(state));
        asked.put("nonce", text(attempt.nonce()));
        asked.put("code_challenge", challenge(attempt.verifier()));
        asked.put("code_challenge_method", "S256");
        try {
            URI endpoint = configurations.of(client.issuer()).address("authorization_endpoint");
            return URI.create(endpoint + (endpoint.getRawQuery() == null ? "?" : "&") + form(asked));
        } catch (IOException e) {
            throw new FailureException(new Failure.Busy(RETRY_AFTER));
        }
    }

    @Override
    public AdministratorOutcome finish(AdministratorProvider provider, Code code, Attempt attempt) {
        try {
            Optional<Secret> token = exchange(provider.client(), code, attempt);
            return token.isPresent()
                    ? verified(provider, token.get(), attempt)
                    : new AdministratorOutcome.Refused(Why.INVALID);
        } catch (IOException e) {
            return new AdministratorOutcome.Refused(Why.ISSUER_AWAY);
        } catch (ParseException e) {
            return new AdministratorOutcome.Refused(Why.INVALID);
        }
    }

    private AdministratorOutcome verified(AdministratorProvider provider, Secret token, Attempt attempt)
            throws ParseException {
        return switch (verifier.check(token, provider.issuer(), provider.clientId())) {
            case JoseTokenVerifier.Checked.Refused(Why why) -> new AdministratorOutcome.Refused(why);
            case JoseTokenVerifier.Checked.Valid(JWTClaimsSet claims) ->
                isAnswer(claims, attempt)
                        ? new AdministratorOutcome.SignedIn(
                                claims.getSubject(),
                                claims.getClaim(provider.nameClaim()) instanceof String name ? name : null,
                                hasRole(claims, provider.roleClaim(), provider.administrators()))
                        : new AdministratorOutcome.Refused(Why.INVALID);
        };
    }

    @Override
    public Outcome finish(SignInClient client, Code code, Attempt attempt) {
        try {
            Optional<Secret> token = exchange(client.client(), code, attempt);
            return token.isPresent() ? verified(client, token.get(), attempt) : new Outcome.Refused(Why.INVALID);
        } catch (IOException e) {
            return new Outcome.Refused(Why.ISSUER_AWAY);
        } catch (ParseException e) {
            return new Outcome.Refused(Why.INVALID);
        }
    }

    private Optional<Secret> exchange(OidcClient client, Code code, Attempt attempt)
            throws IOException, ParseException {
        IssuerConfiguration issuer = configurations.of(client.issuer());
        if (!issuer.mayHaveAnswered(code.issuer())) {
            return Optional.empty();
        }
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("grant_type", "authorization_code");
        shown.put("code", text(code.value()));
        shown.put("redirect_uri", attempt.redirect().toString());
        shown.put("client_id", client.id());
        shown.put("code_verifier", text(attempt.verifier()));
        URI endpoint = issuer.address("token_endpoint");
        OutboundRequest request = OutboundRequest.of("POST", endpoint)
                .with("Accept", "application/json")
                .with(form(shown).getBytes(StandardCharsets.US_ASCII), "application/x-www-form-urlencoded");
        Optional<String> answer = answers.post(issuer.isHere(endpoint), withSecret(request, client));
        return answer.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(JSONObjectUtils.getString(JSONObjectUtils.parse(answer.get()), "id_token"))
                        .map(Secret::of);
    }

    /** Both parts are encoded as in a form (RFC 6749, section 2.3.1). */
    private static OutboundRequest withSecret(OutboundRequest request, OidcClient client) {
        @Nullable Secret secret = client.secret();
        if (secret == null) {
            return request;
        }
        String login = encoded(client.id()) + ':' + encoded(text(secret));
        return request.with(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.US_ASCII)));
    }

    private Outcome verified(SignInClient client, Secret token, Attempt attempt) throws ParseException {
        IdentityProvider provider = client.provider().forClient(client.id());
        JoseTokenVerifier.Verified verified = verifier.verifyWithClaims(
                token, issuer -> issuer.equals(provider.issuer()) ? Optional.of(provider) : Optional.empty());
        return switch (verified.proof()) {
            case Proof.Refused(Why why) -> new Outcome.Refused(why);
            case Proof.Proven proven ->
                isAnswer(verified.claims(), attempt)
                        ? new Outcome.SignedIn(proven, isAdministrator(client, verified.claims()))
                        : new Outcome.Refused(Why.INVALID);
        };
    }

    /** Whether the token was issued for this attempt, and not for an earlier one or that of another browser. */
    private static boolean isAnswer(JWTClaimsSet claims, Attempt attempt) throws ParseException {
        String nonce = claims.getStringClaim("nonce");
        return nonce != null && Secret.of(nonce).equals(attempt.nonce());
    }

    private static boolean isAdministrator(SignInClient client, JWTClaimsSet claims) {
        String claim = client.roleClaim();
        return claim != null && hasRole(claims, claim, client.administrators());
    }

    /** Issuers write one role as a text, and several as a list. */
    private static boolean hasRole(JWTClaimsSet claims, String claim, List<String> wanted) {
        Object value = claims.getClaim(claim);
        List<?> roles = value instanceof List<?> several ? several : value == null ? List.of() : List.of(value);
        return roles.stream().anyMatch(role -> role instanceof String text && wanted.contains(text));
    }

    private static String challenge(Secret verifier) {
        return verifier.use(bytes -> {
            try {
                return Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        });
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + '=' + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String text(Secret secret) {
        return secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Aborts requests to issuers under way. */
    @Override
    public void close() {
        answers.close();
    }
}
