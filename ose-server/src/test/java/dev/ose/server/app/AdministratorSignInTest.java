package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.testkit.LoopbackIssuer;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Administrators of the provider sign in by an identity provider, and others do not. */
class AdministratorSignInTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String ADMINISTRATORS = "/api/v1/admin/administrators";
    private static final String PROVIDERS = "/api/v1/admin/identity-providers";
    private static final String SESSION = "/api/v1/session";
    private static final String START = SESSION + "/oidc/corp/start?return=/portal/tenants";
    private static final String TENANT_START = SESSION + "/oidc/corp/start?tenant=acme";
    private static final String CALLBACK = SESSION + "/administrators/oidc/corp/callback";
    private static final String TENANT_CALLBACK = SESSION + "/tenants/acme/oidc/corp/callback";
    private static final String CLIENT = "ose";
    private static final String WORD = "a secret of tests";
    private static final String ROLE = "ose-operators";

    private final LoopbackIssuer issuer = new LoopbackIssuer();
    private final LoopbackIssuer issuerOfTenant = new LoopbackIssuer();
    private SignInBrowser browser = new SignInBrowser(issuer, CLIENT, WORD);
    private SignInBrowser browserOfTenant = new SignInBrowser(issuerOfTenant, CLIENT, WORD);

    @Override
    String[] options() {
        return new String[] {"--oss.admin.public-url=https://ose.example.com"};
    }

    /** A tenant's identity provider of the same name, with the same client and roles. */
    @BeforeAll
    void trustBoth() throws Exception {
        browser = browser.on(node);
        browserOfTenant = browserOfTenant.on(node);
        put(PROVIDERS + "/corp", body(issuer.name()));
        String home = TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"acme\"}").get("id").asString();
        for (String user : List.of("ann", "admin")) {
            node.created(home + "/users", "{\"name\":\"" + user + "\"}");
        }
        put(home + "/identity-providers/corp", """
                {"issuer":"%s","audiences":["%s"],"claim":"preferred_username"}
                """.formatted(issuerOfTenant.name(), CLIENT));
        put(home + "/identity-providers/corp/sign-in", """
                {"clientId":"%s","clientSecret":"%s","roleClaim":"roles","administrators":["%s"]}
                """.formatted(CLIENT, WORD, ROLE));
    }

    @AfterAll
    void closeIssuers() {
        issuer.close();
        issuerOfTenant.close();
    }

    private static String body(String issuer) {
        return """
                {"issuer":"%s","clientId":"%s","clientSecret":"%s","roleClaim":"roles","administrators":["%s"]}
                """.formatted(issuer, CLIENT, WORD, ROLE);
    }

    private void put(String path, String body) throws Exception {
        HttpResponse<String> answer = node.send("PUT", path, body, node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private SignInBrowser.Visit begin() throws Exception {
        SignInBrowser.Visit visit = browser.begin(START);
        assertThat(visit.asked("redirect_uri")).isEqualTo("https://ose.example.com" + CALLBACK);
        return visit;
    }

    private HttpResponse<String> comeBack(SignInBrowser.Visit visit, String more) throws Exception {
        return browser.comeBack(CALLBACK, visit.cookie(), visit.asked("state"), more);
    }

    private JWTClaimsSet claims(SignInBrowser.Visit visit, String subject, String name, Object roles) {
        return browser.claims(visit, subject)
                .claim("preferred_username", name)
                .claim("roles", roles)
                .build();
    }

    /** The answer to a sign-in of which the issuer says this. */
    private HttpResponse<String> signIn(String subject, String name, Object roles) throws Exception {
        SignInBrowser.Visit visit = begin();
        browser.grant(visit, claims(visit, subject, name, roles));
        return comeBack(visit, "");
    }

    @Test
    void administratorSignsInWithARoleOfTheIdentityProviderAndKeepsItsAccount() throws Exception {
        HttpResponse<String> answer = signIn("subject-of-zoe", "zoe", List.of("other", ROLE));

        JsonNode session = browser.session(answer);
        assertThat(answer.headers().firstValue("Location")).contains("/portal/tenants");
        assertThat(session.get("name").asString()).isEqualTo("zoe");
        assertThat(session.get("role").asString()).isEqualTo("PROVIDER_ADMIN");
        assertThat(session.has("tenant")).isFalse();
        JsonNode shown = AdminNode.json(node.get(ADMINISTRATORS + "/zoe"));
        assertThat(shown.get("identityProvider").asString()).isEqualTo("corp");
        // A person who changes the name there is the same administrator here.
        JsonNode renamed = browser.session(signIn("subject-of-zoe", "zoe-the-second", ROLE));
        assertThat(renamed.get("name").asString()).isEqualTo("zoe");
    }

    @Test
    void signInIsInTheAuditLog() throws Exception {
        signIn("subject-of-una", "una", ROLE);
        SignInBrowser.assertRefused(signIn("subject-of-stranger", "stranger", "other"));

        List<String> entries = node.database()
                .all(
                        "SELECT subject || ' ' || status FROM audit_entry"
                                + " WHERE operation = 'EndAdministratorSignIn' ORDER BY id",
                        row -> row.getString(1));

        assertThat(entries).contains("una 302", "corp subject-of-stranger 401");
    }

    @Test
    void personWithoutTheRoleDoesNotSignInAndLosesSessionsAndTokens() throws Exception {
        for (Object roles : List.of("other", List.of(), Map.of(ROLE, true), ROLE.toUpperCase(Locale.ROOT))) {
            SignInBrowser.assertRefused(signIn("subject-of-eve", "eve", roles));
        }
        assertThat(node.get(ADMINISTRATORS + "/eve").statusCode()).isEqualTo(404);

        String cookie =
                SignInBrowser.cookie(signIn("subject-of-max", "max", ROLE)).orElseThrow();
        node.database()
                .update("INSERT INTO api_token (account_id, name, digest, is_read_only, expires_at)"
                        + " SELECT id, 'script', repeat('a', 64), false, now() + interval '1 day'"
                        + " FROM account WHERE name = 'max'");
        SignInBrowser.assertRefused(signIn("subject-of-max", "max", "other"));

        assertThat(node.send(node.request("GET", SESSION, "", "").header("Cookie", cookie))
                        .statusCode())
                .isEqualTo(401);
        assertThat(node.database().all("SELECT 1 FROM api_token WHERE name = 'script'", row -> row.getInt(1)))
                .isEmpty();
        browser.session(signIn("subject-of-max", "max", ROLE));
    }

    /** Nothing else says that the person lost the role: it need not come back. */
    @Test
    void tokenWorksForAMonthAfterTheLastSignInAndAgainAfterTheNext() throws Exception {
        TokenOfSession token = new TokenOfSession(node, browser, signIn("subject-of-wes", "wes", ROLE));
        token.signedInDaysAgo(29);
        token.assertWorks();

        token.signedInDaysAgo(31);

        token.assertOverdue();
        browser.session(signIn("subject-of-wes", "wes", ROLE));
        token.assertWorks();
    }

    /** The issuer chooses names freely, and must not choose those of accounts that are not its own. */
    @Test
    void identityProviderTakesNoAccountOver() throws Exception {
        for (String name : List.of("admin", "keeper", "a@b", "", "x".repeat(65))) {
            SignInBrowser.assertRefused(signIn("subject-of-" + name.length(), name, ROLE));
        }
        signIn("subject-of-ida", "ida", ROLE);
        SignInBrowser.assertRefused(signIn("another-ida", "ida", ROLE));
    }

    @Test
    void disabledAdministratorDoesNotSignIn() throws Exception {
        signIn("subject-of-dan", "dan", ROLE);
        node.post(ADMINISTRATORS + "/dan/disable", "");

        assertThat(signIn("subject-of-dan", "dan", ROLE).statusCode()).isEqualTo(403);
    }

    /** With one, it could sign in after the identity provider took the role away. */
    @Test
    void administratorOfAnIdentityProviderHasNoPassword() throws Exception {
        signIn("subject-of-pia", "pia", ROLE);

        HttpResponse<String> answer = node.send(
                "PUT", ADMINISTRATORS + "/pia/password", "{\"password\":\"a password of tests\"}", node.admin());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        assertThat(node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("pia", "a password of tests"))
                        .statusCode())
                .isEqualTo(401);
    }

    /** The identity provider may be away. */
    @Test
    void lastAdministratorWithAPasswordStays() throws Exception {
        signIn("subject-of-leo", "leo", ROLE);
        for (HttpResponse<String> answer : List.of(
                node.post(ADMINISTRATORS + "/admin/disable", ""),
                node.send("DELETE", ADMINISTRATORS + "/admin", "", node.admin()))) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        }
    }

    @Test
    void stateCountsOnce() throws Exception {
        SignInBrowser.Visit visit = begin();
        browser.grant(visit, claims(visit, "subject-of-kim", "kim", ROLE));
        browser.session(comeBack(visit, ""));

        SignInBrowser.assertRefused(comeBack(visit, ""));
    }

    /** Login CSRF: a link with the answer to another browser must not sign a browser in. */
    @Test
    void stateOfAnotherBrowserIsRefused() throws Exception {
        SignInBrowser.Visit attacker = begin();
        SignInBrowser.Visit victim = begin();
        browser.grant(attacker, claims(attacker, "subject-of-mia", "mia", ROLE));

        SignInBrowser.assertRefused(browser.comeBack(CALLBACK, victim.cookie(), attacker.asked("state"), ""));
        SignInBrowser.assertRefused(browser.comeBack(CALLBACK, "", begin().asked("state"), ""));
    }

    @Test
    void replayedNonceOtherClientIssuerAndTimeAreRefused() throws Exception {
        SignInBrowser.Visit earlier = begin();
        for (String wrong : List.of("nonce", "no nonce", "aud", "azp", "iss", "exp")) {
            SignInBrowser.Visit visit = begin();
            JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder(claims(visit, "subject-of-nia", "nia", ROLE));
            switch (wrong) {
                case "nonce" -> claims.claim("nonce", earlier.asked("nonce"));
                case "no nonce" -> claims.claim("nonce", null);
                case "aud" -> claims.audience("another client");
                case "azp" -> claims.audience(List.of(CLIENT, "another client")).claim("azp", "another client");
                case "iss" -> claims.issuer(issuerOfTenant.name());
                default -> claims.expirationTime(Date.from(Instant.now().minusSeconds(600)));
            }
            browser.grant(visit, claims.build());

            SignInBrowser.assertRefused(comeBack(visit, ""));
        }
    }

    /** Mix-up: the answer says that another issuer gave it, or one that always says so does not. */
    @Test
    void answerOfAnotherIssuerIsRefusedBeforeItsCodeIsSentOn() throws Exception {
        issuer.identifyInAnswers();
        // Has the node read the issuer's configuration again.
        put(PROVIDERS + "/corp", body(issuer.name()));
        for (String named : List.of("&iss=" + issuerOfTenant.name(), "")) {
            SignInBrowser.Visit visit = begin();
            browser.grant(visit, claims(visit, "subject-of-oda", "oda", ROLE));
            int exchanged = issuer.exchanged();

            SignInBrowser.assertRefused(comeBack(visit, named));
            assertThat(issuer.exchanged()).isEqualTo(exchanged);
        }
        SignInBrowser.Visit visit = begin();
        browser.grant(visit, claims(visit, "subject-of-oda", "oda", ROLE));
        browser.session(comeBack(visit, "&iss=" + issuer.name()));
        issuer.stayAnonymousInAnswers();
        put(PROVIDERS + "/corp", body(issuer.name()));
    }

    @Test
    void startsAskTheIssuerOnce() throws Exception {
        begin();
        int asked = issuer.asked();

        for (int start = 0; start < 10; start++) {
            begin();
        }

        assertThat(issuer.asked()).isEqualTo(asked);
    }

    /** As many as are served at once, at an issuer that never answers. */
    @Test
    void startsThatWaitForAnIssuerKeepNoSignInFromEnding() throws Exception {
        SignInBrowser.Visit visit = begin();
        browser.grant(visit, claims(visit, "subject-of-jan", "jan", ROLE));
        try (LoopbackIssuer stuck = new LoopbackIssuer()) {
            put(PROVIDERS + "/stuck", body(stuck.name()));

            try (StuckStarts _ = new StuckStarts(node, stuck, START.replace("corp", "stuck"), 4)) {
                browser.session(comeBack(visit, ""));
            }
        } finally {
            node.send("DELETE", PROVIDERS + "/stuck", "", node.admin());
        }
    }

    /** Its identity provider has the name, the client and the roles of the provider's. */
    @Test
    void identityProviderOfATenantMakesNoAdministratorOfTheProvider() throws Exception {
        SignInBrowser.Visit visit = browserOfTenant.begin(TENANT_START);
        browserOfTenant.grant(visit, claimsOfTenant(visit, "admin"));

        JsonNode session = browserOfTenant.session(
                browserOfTenant.comeBack(TENANT_CALLBACK, visit.cookie(), visit.asked("state"), ""));

        assertThat(session.get("name").asString()).isEqualTo("admin@acme");
        assertThat(session.get("role").asString()).isEqualTo("TENANT_ADMIN");
        // The answer to a sign-in at the tenant, at the callback of administrators, and the other way round.
        SignInBrowser.Visit crossed = browserOfTenant.begin(TENANT_START);
        browserOfTenant.grant(crossed, claimsOfTenant(crossed, "admin"));
        SignInBrowser.assertRefused(browserOfTenant.comeBack(CALLBACK, crossed.cookie(), crossed.asked("state"), ""));
        SignInBrowser.Visit reversed = begin();
        browser.grant(reversed, claims(reversed, "subject-of-ann", "ann", ROLE));
        SignInBrowser.assertRefused(browser.comeBack(TENANT_CALLBACK, reversed.cookie(), reversed.asked("state"), ""));
        // A token that the tenant's issuer made for a sign-in of the provider.
        SignInBrowser.Visit forged = begin();
        issuer.serveClients((login, form) -> issuerOfTenant.tokenOf(
                new JWTClaimsSet.Builder(claims(forged, "subject-of-zoe", "zoe", ROLE)).build()));
        SignInBrowser.assertRefused(comeBack(forged, ""));
    }

    private JWTClaimsSet claimsOfTenant(SignInBrowser.Visit visit, String name) {
        return browserOfTenant
                .claims(visit, "subject-of-tenant")
                .claim("preferred_username", name)
                .claim("roles", ROLE)
                .build();
    }

    @Test
    void membersOfTenantsAndTokensSetNoIdentityProviderOfTheProvider() throws Exception {
        SignInBrowser.Visit visit = browserOfTenant.begin(TENANT_START);
        browserOfTenant.grant(visit, claimsOfTenant(visit, "ann"));
        HttpResponse<String> answer =
                browserOfTenant.comeBack(TENANT_CALLBACK, visit.cookie(), visit.asked("state"), "");
        JsonNode session = browserOfTenant.session(answer);
        assertThat(session.get("role").asString()).isEqualTo("TENANT_ADMIN");
        HttpRequest.Builder request = node.request("PUT", PROVIDERS + "/mine", body(issuerOfTenant.name()), "")
                .header("Cookie", SignInBrowser.cookie(answer).orElseThrow())
                .header("X-OSE-CSRF", session.get("csrf").asString());
        assertThat(node.send(request).statusCode()).isEqualTo(403);

        String bearer = node.created(
                        "/api/v1/admin/me/tokens", """
                {"name":"all","scope":"FULL","expiresAt":"%s"}
                """.formatted(Instant.now().plusSeconds(600)))
                .get("bearer")
                .asString();
        assertThat(node.send("PUT", PROVIDERS + "/mine", body(issuerOfTenant.name()), "Bearer " + bearer)
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void identityProvidersAreListedToBrowsersAndSecretsAreNotTold() throws Exception {
        assertThat(node.send("GET", SESSION + "/providers", "", "").body()).isEqualTo("[{\"name\":\"corp\"}]");
        assertThat(node.get(PROVIDERS + "/corp").body())
                .contains("\"hasSecret\":true")
                .doesNotContain(WORD);
        assertThat(node.database().all("SELECT p::text FROM administrator_provider p", row -> row.getString(1)))
                .noneMatch(row -> row.contains(WORD));
    }

    @Test
    void issuerStaysAndIsTrustedOnce() throws Exception {
        assertThat(node.send("PUT", PROVIDERS + "/corp", body("https://idp.example.com"), node.admin())
                        .statusCode())
                .isEqualTo(400);
        assertThat(node.send("PUT", PROVIDERS + "/again", body(issuer.name()), node.admin())
                        .statusCode())
                .isEqualTo(409);
        for (String wrong : List.of(
                body("http://idp.example.com"),
                body(issuer.name()).replace("[\"" + ROLE + "\"]", "[]"),
                body(issuer.name()).replace("\"roleClaim\":\"roles\",", ""),
                body(issuer.name()).replace("[\"" + ROLE + "\"]", "[null]"))) {
            assertThat(node.send("PUT", PROVIDERS + "/wrong", wrong, node.admin())
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    @Test
    void changedRolesEndTheSessionsOfThoseWhomTheFormerOnesAdmitted() throws Exception {
        String cookie =
                SignInBrowser.cookie(signIn("subject-of-tom", "tom", ROLE)).orElseThrow();
        put(PROVIDERS + "/corp", body(issuer.name()));
        assertThat(statusOfSession(cookie)).isEqualTo(200);

        try {
            put(PROVIDERS + "/corp", body(issuer.name()).replace("[\"" + ROLE + "\"]", "[\"others\"]"));

            assertThat(statusOfSession(cookie)).isEqualTo(401);
        } finally {
            put(PROVIDERS + "/corp", body(issuer.name()));
        }
        assertThat(statusOfSession(cookie)).isEqualTo(401);
    }

    private int statusOfSession(String cookie) throws Exception {
        return node.send(node.request("GET", SESSION, "", "").header("Cookie", cookie))
                .statusCode();
    }

    @Test
    void removedIdentityProviderTakesItsAdministratorsAlong() throws Exception {
        try (LoopbackIssuer other = new LoopbackIssuer()) {
            SignInBrowser there = new SignInBrowser(other, CLIENT, WORD).on(node);
            put(PROVIDERS + "/leaving", body(other.name()));
            String callback = CALLBACK.replace("corp", "leaving");
            SignInBrowser.Visit visit = there.begin(START.replace("corp", "leaving"));
            there.grant(
                    visit,
                    there.claims(visit, "subject-of-lou")
                            .claim("preferred_username", "lou")
                            .claim("roles", ROLE)
                            .build());
            String cookie = SignInBrowser.cookie(there.comeBack(callback, visit.cookie(), visit.asked("state"), ""))
                    .orElseThrow();
            SignInBrowser.Visit pending = there.begin(START.replace("corp", "leaving"));

            assertThat(node.send("DELETE", PROVIDERS + "/leaving", "", node.admin())
                            .statusCode())
                    .isEqualTo(204);

            assertThat(statusOfSession(cookie)).isEqualTo(401);
            assertThat(node.get(ADMINISTRATORS + "/lou").statusCode()).isEqualTo(404);
            SignInBrowser.assertRefused(there.comeBack(callback, pending.cookie(), pending.asked("state"), ""));
        }
    }
}
