package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.testkit.LoopbackIssuer;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A browser that signs in by an identity provider, and what that provider does. */
final class SignInBrowser {

    private static final String SESSION = "/api/v1/session";

    private final LoopbackIssuer issuer;
    private final String client;
    private final String word;
    private final @Nullable AdminNode node;

    /** @param word the secret of the client */
    SignInBrowser(LoopbackIssuer issuer, String client, String word) {
        this(issuer, client, word, null);
    }

    private SignInBrowser(LoopbackIssuer issuer, String client, String word, @Nullable AdminNode node) {
        this.issuer = issuer;
        this.client = client;
        this.word = word;
        this.node = node;
    }

    SignInBrowser on(AdminNode target) {
        return new SignInBrowser(issuer, client, word, target);
    }

    private AdminNode node() {
        return Objects.requireNonNull(node);
    }

    /**
     * A browser at the provider.
     *
     * @param cookie what it was given
     * @param asked what it brought to the provider
     */
    record Visit(String cookie, Map<String, String> asked) {

        String asked(String name) {
            return Objects.requireNonNull(asked.get(name), name);
        }
    }

    Visit begin(String start) throws Exception {
        HttpResponse<String> answer = node().send("GET", start, "", "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        URI target = URI.create(answer.headers().firstValue("Location").orElseThrow());
        assertThat(target.toString()).startsWith(issuer.name() + "/authorize?");
        String set = answer.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).startsWith("__Host-ose-sign-in=").contains("Secure", "HttpOnly", "SameSite=Lax");
        return new Visit(set.substring(0, set.indexOf(';')), fields(target.getRawQuery()));
    }

    private static Map<String, String> fields(String form) {
        return Arrays.stream(form.split("&", -1))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(it -> it[0], it -> URLDecoder.decode(it[1], StandardCharsets.UTF_8)));
    }

    /** The claims of a token that answers the visit. */
    JWTClaimsSet.Builder claims(Visit visit, String subject) {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(issuer.name())
                .audience(client)
                .subject(subject)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(60)))
                .claim("nonce", visit.asked("nonce"));
    }

    /** Has the issuer give the token to the client that shows its secret, the code and what proves the visit. */
    void grant(Visit visit, JWTClaimsSet claims) {
        issuer.serveClients((login, form) -> {
            Map<String, String> shown = fields(form);
            String expected = "Basic "
                    + Base64.getEncoder()
                            .encodeToString(
                                    (encoded(client) + ':' + encoded(word)).getBytes(StandardCharsets.US_ASCII));
            boolean isProved = login.equals(expected)
                    && visit.asked("redirect_uri").equals(shown.get("redirect_uri"))
                    && challenge(String.valueOf(shown.get("code_verifier"))).equals(visit.asked("code_challenge"));
            try {
                return isProved ? issuer.token(claims) : "";
            } catch (JOSEException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String challenge(String verifier) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param more further parameters, each with {@code &} in front */
    HttpResponse<String> comeBack(String callback, String cookie, String state, String more) throws Exception {
        HttpRequest.Builder request = node().request("GET", callback + "?code=code&state=" + state + more, "", "");
        return node().send(cookie.isEmpty() ? request : request.header("Cookie", cookie));
    }

    /** The cookie of the session that an answer opens. */
    static Optional<String> cookie(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(it -> it.startsWith("__Host-ose-session="))
                .map(it -> it.substring(0, it.indexOf(';')))
                .findFirst();
    }

    JsonNode session(HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        String cookie = cookie(answer).orElseThrow();
        return AdminNode.json(node().send(node().request("GET", SESSION, "", "").header("Cookie", cookie)));
    }

    static void assertRefused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
        assertThat(cookie(answer)).isEmpty();
    }
}
