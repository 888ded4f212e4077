package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.testkit.LoopbackIssuer;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Browsers sign in by an identity provider. */
class ProviderSignInTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String SESSION = "/api/v1/session";
    private static final String CLIENT = "ose portal";
    private static final String WORD = "a secret of tests";

    private final Map<String, String> challenges = new ConcurrentHashMap<>();
    private LoopbackIssuer issuer = new LoopbackIssuer();
    private String home = "";

    @Override
    String[] options() {
        return new String[] {"--oss.admin.public-url=https://ose.example.com"};
    }

    @BeforeAll
    void trustTheIssuer() throws Exception {
        home = TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"acme\"}").get("id").asString();
        node.created(home + "/users", "{\"name\":\"ann\"}");
        put(home + "/identity-providers/idp", """
                {"issuer":"%s","audiences":["sts"],"users":{"subject-of-ann":"ann","subject-of-bob":"bob"}}
                """.formatted(issuer.name()));
        put(home + "/identity-providers/idp/sign-in", """
                {"clientId":"%s","clientSecret":"%s","roleClaim":"roles","administrators":["ose-admin"]}
                """.formatted(CLIENT, WORD));
    }

    @AfterAll
    void closeIssuer() {
        issuer.close();
    }

    private void put(String path, String body) throws Exception {
        HttpResponse<String> answer = node.send("PUT", path, body, node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /**
     * A browser at the provider.
     *
     * @param cookie what it was given
     * @param asked what it brought to the provider
     */
    private record Visit(String cookie, Map<String, String> asked) {

        String asked(String name) {
            return Objects.requireNonNull(asked.get(name), name);
        }
    }

    private Visit begin() throws Exception {
        HttpResponse<String> answer =
                node.send("GET", SESSION + "/oidc/idp/start?tenant=acme&return=/portal/buckets", "", "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        URI target = URI.create(answer.headers().firstValue("Location").orElseThrow());
        assertThat(target.toString()).startsWith(issuer.name() + "/authorize?");
        String set = answer.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).startsWith("__Host-ose-sign-in=").contains("Secure", "HttpOnly", "SameSite=Lax");
        Visit visit = new Visit(set.substring(0, set.indexOf(';')), fields(target.getRawQuery()));
        assertThat(visit.asked("redirect_uri")).isEqualTo("https://ose.example.com/api/v1/session/oidc/idp/callback");
        return visit;
    }

    private static Map<String, String> fields(String form) {
        return Arrays.stream(form.split("&", -1))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(it -> it[0], it -> URLDecoder.decode(it[1], StandardCharsets.UTF_8)));
    }

    /** The claims of a token that answers the visit. */
    private JWTClaimsSet.Builder claims(Visit visit, String subject) {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(issuer.name())
                .audience(CLIENT)
                .subject(subject)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(60)))
                .claim("nonce", visit.asked("nonce"));
    }

    /** Has the issuer give the token to the client that shows its secret, the code and what proves the visit. */
    private void grant(Visit visit, JWTClaimsSet claims) {
        challenges.put("code", visit.asked("code_challenge"));
        issuer.serveClients((login, form) -> {
            Map<String, String> shown = fields(form);
            String expected = "Basic "
                    + Base64.getEncoder()
                            .encodeToString("ose+portal:a+secret+of+tests".getBytes(StandardCharsets.US_ASCII));
            boolean isProved = login.equals(expected)
                    && visit.asked("redirect_uri").equals(shown.get("redirect_uri"))
                    && challenge(String.valueOf(shown.get("code_verifier"))).equals(challenges.get("code"));
            try {
                return isProved ? issuer.token(claims) : "";
            } catch (JOSEException e) {
                throw new IllegalStateException(e);
            }
        });
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

    private HttpResponse<String> comeBack(String cookie, String state, String more) throws Exception {
        HttpRequest.Builder request =
                node.request("GET", SESSION + "/oidc/idp/callback?code=code&state=" + state + more, "", "");
        return node.send(cookie.isEmpty() ? request : request.header("Cookie", cookie));
    }

    private HttpResponse<String> comeBack(Visit visit) throws Exception {
        return comeBack(visit.cookie(), visit.asked("state"), "");
    }

    private JsonNode session(HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        String cookie = answer.headers().allValues("Set-Cookie").stream()
                .filter(it -> it.startsWith("__Host-ose-session="))
                .findFirst()
                .orElseThrow();
        return AdminNode.json(node.send(
                node.request("GET", SESSION, "", "").header("Cookie", cookie.substring(0, cookie.indexOf(';')))));
    }

    private static void assertRefused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
        assertThat(answer.headers().allValues("Set-Cookie")).noneMatch(it -> it.startsWith("__Host-ose-session"));
    }

    @Test
    void userSignsInWithTheRoleThatTheProviderSays() throws Exception {
        Visit visit = begin();
        grant(
                visit,
                claims(visit, "subject-of-ann")
                        .claim("roles", List.of("other", "ose-admin"))
                        .build());

        HttpResponse<String> answer = comeBack(visit.cookie(), visit.asked("state"), "&iss=" + issuer.name());

        JsonNode session = session(answer);
        assertThat(answer.headers().firstValue("Location")).contains("/portal/buckets");
        assertThat(session.get("name").asString()).isEqualTo("ann@acme");
        assertThat(session.get("role").asString()).isEqualTo("TENANT_ADMIN");

        Visit later = begin();
        grant(later, claims(later, "subject-of-ann").claim("roles", "other").build());
        assertThat(session(comeBack(later)).get("role").asString()).isEqualTo("TENANT_USER");
    }

    @Test
    void providersOfATenantAreListedAndThoseOfNoneLookAlike() throws Exception {
        assertThat(node.send("GET", SESSION + "/providers?tenant=acme", "", "").body())
                .isEqualTo("[{\"name\":\"idp\"}]");
        assertThat(node.send("GET", SESSION + "/providers?tenant=absent", "", "")
                        .body())
                .isEqualTo("[]");
    }

    /** Login CSRF: a link with the answer to another browser must not sign a browser in. */
    @Test
    void answerIsGoodForTheBrowserThatAskedOnly() throws Exception {
        Visit attacker = begin();
        Visit victim = begin();
        grant(attacker, claims(attacker, "subject-of-ann").build());

        assertRefused(comeBack(victim.cookie(), attacker.asked("state"), ""));
        assertRefused(comeBack("", begin().asked("state"), ""));
    }

    @Test
    void answerCountsOnce() throws Exception {
        Visit visit = begin();
        grant(visit, claims(visit, "subject-of-ann").build());

        session(comeBack(visit));

        assertRefused(comeBack(visit));
    }

    @Test
    void expiredSignInIsRefused() throws Exception {
        Visit visit = begin();
        grant(visit, claims(visit, "subject-of-ann").build());
        node.database().update("UPDATE pending_sign_in SET expires_at = now()");

        assertRefused(comeBack(visit));
    }

    @Test
    void tokenOfAnotherSignInIsRefused() throws Exception {
        Visit other = begin();
        Visit visit = begin();
        grant(visit, claims(other, "subject-of-ann").build());

        assertRefused(comeBack(visit));
    }

    @Test
    void tokenOfAnotherClientIssuerOrTimeIsRefused() throws Exception {
        for (String wrong : List.of("aud", "iss", "exp", "nonce")) {
            Visit visit = begin();
            JWTClaimsSet.Builder claims = claims(visit, "subject-of-ann");
            switch (wrong) {
                // One that is good for sessions of S3.
                case "aud" -> claims.audience("sts");
                case "iss" -> claims.issuer("https://elsewhere.example");
                case "exp" -> claims.expirationTime(Date.from(Instant.now().minusSeconds(600)));
                default -> claims.claim("nonce", null);
            }
            grant(visit, claims.build());

            assertRefused(comeBack(visit));
        }
    }

    /** Mix-up: the answer says that another provider gave it. */
    @Test
    void answerOfAnotherProviderIsRefused() throws Exception {
        Visit visit = begin();
        grant(visit, claims(visit, "subject-of-ann").build());

        assertRefused(comeBack(visit.cookie(), visit.asked("state"), "&iss=https://elsewhere.example"));
    }

    @Test
    void strangersAndMissingUsersDoNotSignIn() throws Exception {
        for (String subject : List.of("subject-of-zed", "subject-of-bob")) {
            Visit visit = begin();
            grant(visit, claims(visit, subject).build());

            assertRefused(comeBack(visit));
        }
    }

    @Test
    void browserIsSentToNoOtherOriginAfterwards() throws Exception {
        for (String target : List.of("https://elsewhere.example", "//elsewhere.example", "/%5Celsewhere.example", "")) {
            assertThat(node.send("GET", SESSION + "/oidc/idp/start?tenant=acme&return=" + target, "", "")
                            .statusCode())
                    .as(target)
                    .isEqualTo(target.isEmpty() ? 302 : 400);
        }
    }

    @Test
    void secretOfTheClientIsNeverTold() throws Exception {
        String told = node.get(home + "/identity-providers/idp/sign-in").body();

        assertThat(told).contains("\"hasSecret\":true").doesNotContain(WORD);
    }
}
