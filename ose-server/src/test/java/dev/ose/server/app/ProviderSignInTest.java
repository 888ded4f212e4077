package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.testkit.LoopbackIssuer;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Date;
import java.util.List;
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

    private static final String CALLBACK = SESSION + "/tenants/acme/oidc/idp/callback";

    private final LoopbackIssuer issuer = new LoopbackIssuer();
    private SignInBrowser issuers = new SignInBrowser(issuer, CLIENT, WORD);
    private String home = "";

    @Override
    String[] options() {
        return new String[] {"--oss.admin.public-url=https://ose.example.com"};
    }

    @BeforeAll
    void trustTheIssuer() throws Exception {
        issuers = issuers.on(node);
        home = TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"acme\"}").get("id").asString();
        node.created(home + "/users", "{\"name\":\"ann\"}");
        put(home + "/identity-providers/idp", trust(issuer));
        put(home + "/identity-providers/idp/sign-in", """
                {"clientId":"%s","clientSecret":"%s","roleClaim":"roles","administrators":["ose-admin"]}
                """.formatted(CLIENT, WORD));
    }

    @AfterAll
    void closeIssuer() {
        issuer.close();
    }

    private static String trust(LoopbackIssuer issuer) {
        return """
                {"issuer":"%s","audiences":["sts"],"users":{"subject-of-ann":"ann","subject-of-bob":"bob"}}
                """.formatted(issuer.name());
    }

    private void put(String path, String body) throws Exception {
        HttpResponse<String> answer = node.send("PUT", path, body, node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private SignInBrowser.Visit begin() throws Exception {
        SignInBrowser.Visit visit = issuers.begin(SESSION + "/oidc/idp/start?tenant=acme&return=/portal/buckets");
        assertThat(visit.asked("redirect_uri")).isEqualTo("https://ose.example.com" + CALLBACK);
        return visit;
    }

    private HttpResponse<String> comeBack(SignInBrowser.Visit visit) throws Exception {
        return issuers.comeBack(CALLBACK, visit.cookie(), visit.asked("state"), "");
    }

    @Test
    void userSignsInWithTheRoleThatTheProviderSays() throws Exception {
        SignInBrowser.Visit visit = begin();
        issuers.grant(
                visit,
                issuers.claims(visit, "subject-of-ann")
                        .claim("roles", List.of("other", "ose-admin"))
                        .build());

        HttpResponse<String> answer =
                issuers.comeBack(CALLBACK, visit.cookie(), visit.asked("state"), "&iss=" + issuer.name());

        JsonNode session = issuers.session(answer);
        assertThat(answer.headers().firstValue("Location")).contains("/portal/buckets");
        assertThat(session.get("name").asString()).isEqualTo("ann@acme");
        assertThat(session.get("role").asString()).isEqualTo("TENANT_ADMIN");

        SignInBrowser.Visit later = begin();
        issuers.grant(
                later,
                issuers.claims(later, "subject-of-ann").claim("roles", "other").build());
        assertThat(issuers.session(comeBack(later)).get("role").asString()).isEqualTo("TENANT_USER");
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
        SignInBrowser.Visit attacker = begin();
        SignInBrowser.Visit victim = begin();
        issuers.grant(attacker, issuers.claims(attacker, "subject-of-ann").build());

        SignInBrowser.assertRefused(issuers.comeBack(CALLBACK, victim.cookie(), attacker.asked("state"), ""));
        SignInBrowser.assertRefused(issuers.comeBack(CALLBACK, "", begin().asked("state"), ""));
    }

    @Test
    void answerCountsOnce() throws Exception {
        SignInBrowser.Visit visit = begin();
        issuers.grant(visit, issuers.claims(visit, "subject-of-ann").build());

        issuers.session(comeBack(visit));

        SignInBrowser.assertRefused(comeBack(visit));
    }

    @Test
    void expiredSignInIsRefused() throws Exception {
        SignInBrowser.Visit visit = begin();
        issuers.grant(visit, issuers.claims(visit, "subject-of-ann").build());
        node.database().update("UPDATE pending_sign_in SET expires_at = now()");

        SignInBrowser.assertRefused(comeBack(visit));
    }

    /** The issuer of a tenant's identity provider can be changed. */
    @Test
    void signInThatBeganAtTheFormerIssuerIsRefusedBeforeItsCodeIsSentOn() throws Exception {
        try (LoopbackIssuer present = new LoopbackIssuer()) {
            SignInBrowser.Visit visit = begin();
            SignInBrowser there = new SignInBrowser(present, CLIENT, WORD).on(node);
            there.grant(visit, there.claims(visit, "subject-of-ann").build());
            put(home + "/identity-providers/idp", trust(present));

            SignInBrowser.assertRefused(there.comeBack(CALLBACK, visit.cookie(), visit.asked("state"), ""));
            assertThat(present.exchanged()).isZero();
        } finally {
            put(home + "/identity-providers/idp", trust(issuer));
        }
    }

    /** As many as a tenant has served at once, at an issuer that never answers. */
    @Test
    void startsThatWaitForAnIssuerKeepNoSignInOfTheTenantFromEnding() throws Exception {
        SignInBrowser.Visit visit = begin();
        issuers.grant(visit, issuers.claims(visit, "subject-of-ann").build());
        try (LoopbackIssuer stuck = new LoopbackIssuer()) {
            put(home + "/identity-providers/stuck", trust(stuck));
            put(home + "/identity-providers/stuck/sign-in", "{\"clientId\":\"ose\"}");

            try (StuckStarts _ = new StuckStarts(node, stuck, SESSION + "/oidc/stuck/start?tenant=acme", 2)) {
                issuers.session(comeBack(visit));
            }
        } finally {
            node.send("DELETE", home + "/identity-providers/stuck", "", node.admin());
        }
    }

    @Test
    void tokenOfAnotherSignInIsRefused() throws Exception {
        SignInBrowser.Visit other = begin();
        SignInBrowser.Visit visit = begin();
        issuers.grant(visit, issuers.claims(other, "subject-of-ann").build());

        SignInBrowser.assertRefused(comeBack(visit));
    }

    @Test
    void tokenOfAnotherClientIssuerOrTimeIsRefused() throws Exception {
        for (String wrong : List.of("aud", "iss", "exp", "nonce")) {
            SignInBrowser.Visit visit = begin();
            JWTClaimsSet.Builder claims = issuers.claims(visit, "subject-of-ann");
            switch (wrong) {
                // One that is good for sessions of S3.
                case "aud" -> claims.audience("sts");
                case "iss" -> claims.issuer("https://elsewhere.example");
                case "exp" -> claims.expirationTime(Date.from(Instant.now().minusSeconds(600)));
                default -> claims.claim("nonce", null);
            }
            issuers.grant(visit, claims.build());

            SignInBrowser.assertRefused(comeBack(visit));
        }
    }

    /**
     * Mix-up: another tenant's provider of the same name sends the browser on to this one, with the state of its own
     * sign-in, and neither names itself in its answers.
     */
    @Test
    void codeOfOneTenantsProviderIsNotSentToThatOfAnother() throws Exception {
        try (LoopbackIssuer attacker = new LoopbackIssuer()) {
            String evil = TENANTS
                    + '/'
                    + node.created(TENANTS, "{\"name\":\"evil\"}").get("id").asString();
            put(evil + "/identity-providers/idp", trust(attacker));
            put(evil + "/identity-providers/idp/sign-in", "{\"clientId\":\"ose\"}");
            SignInBrowser.Visit visit =
                    new SignInBrowser(attacker, "ose", "").on(node).begin(SESSION + "/oidc/idp/start?tenant=evil");
            assertThat(visit.asked("redirect_uri")).isNotEqualTo("https://ose.example.com" + CALLBACK);

            int exchanged = issuer.exchanged();
            issuer.serveClients((login, form) ->
                    issuer.tokenOf(issuers.claims(visit, "subject-of-ann").build()));

            // The provider that has the person's login sends browsers to the callback of its own client only.
            SignInBrowser.assertRefused(issuers.comeBack(CALLBACK, visit.cookie(), visit.asked("state"), ""));

            assertThat(attacker.exchanged()).isZero();
            assertThat(issuer.exchanged()).isEqualTo(exchanged);
        }
    }

    /** Mix-up: the answer says that another provider gave it. */
    @Test
    void answerOfAnotherProviderIsRefused() throws Exception {
        SignInBrowser.Visit visit = begin();
        issuers.grant(visit, issuers.claims(visit, "subject-of-ann").build());

        SignInBrowser.assertRefused(
                issuers.comeBack(CALLBACK, visit.cookie(), visit.asked("state"), "&iss=https://elsewhere.example"));
    }

    @Test
    void strangersAndMissingUsersDoNotSignIn() throws Exception {
        for (String subject : List.of("subject-of-zed", "subject-of-bob")) {
            SignInBrowser.Visit visit = begin();
            issuers.grant(visit, issuers.claims(visit, subject).build());

            SignInBrowser.assertRefused(comeBack(visit));
        }
    }

    @Test
    void refusedSignInNamesTenantProviderAndSubjectInTheAuditLog() throws Exception {
        SignInBrowser.Visit unproved = begin();
        issuers.grant(
                unproved,
                issuers.claims(unproved, "subject-of-yan").issuer("else").build());
        SignInBrowser.assertRefused(comeBack(unproved));
        SignInBrowser.Visit stranger = begin();
        issuers.grant(stranger, issuers.claims(stranger, "subject-of-yan").build());
        SignInBrowser.assertRefused(comeBack(stranger));

        List<String> entries = node.database().all("""
                SELECT e.subject || ' ' || e.status FROM audit_entry e JOIN tenant t ON t.id = e.tenant_id
                WHERE t.name = 'acme' AND e.operation = 'EndProviderSignIn' ORDER BY e.id DESC LIMIT 2
                """, row -> row.getString(1));

        assertThat(entries).containsExactly("idp subject-of-yan 401", "idp 401");
    }

    /** Else clients without a login could fill the log. */
    @Test
    void answersToNoSignInLeaveOneEntryInAQuarterOfAnHour() throws Exception {
        String callback = "/api/v1/session/tenants/acme/oidc/idp/callback?code=c&state=";

        for (int visit = 0; visit < 3; visit++) {
            assertThat(node.send("GET", callback + visit, "", "").statusCode()).isEqualTo(401);
        }
        long before = signInsThatWereRecorded();
        for (int visit = 3; visit < 6; visit++) {
            assertThat(node.send("GET", callback + visit, "", "").statusCode()).isEqualTo(401);
        }

        assertThat(before).isPositive();
        assertThat(signInsThatWereRecorded()).isEqualTo(before);
    }

    private long signInsThatWereRecorded() {
        return node.database()
                .first("SELECT count(*) FROM audit_entry WHERE operation = 'EndProviderSignIn'", row -> row.getLong(1))
                .orElseThrow();
    }

    @Test
    void tokenOfAUserWithoutAPasswordNeedsARecentSignIn() throws Exception {
        SignInBrowser.Visit visit = begin();
        issuers.grant(visit, issuers.claims(visit, "subject-of-ann").build());
        TokenOfSession token = new TokenOfSession(node, issuers, comeBack(visit));
        token.assertWorks();
        token.signedInDaysAgo(31);
        token.assertOverdue();

        // The tenant's administrators vouch for the user with a password of OSE.
        String ann = node.database()
                .all("SELECT id::text FROM tenant_user WHERE name = 'ann'", row -> row.getString(1))
                .getFirst();
        try {
            node.send("PUT", home + "/users/" + ann + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());

            token.assertWorks();
        } finally {
            node.send("DELETE", home + "/users/" + ann + "/login", "", node.admin());
        }
    }

    @Test
    void browserIsSentToNoOtherOriginAfterwards() throws Exception {
        List<String> targets = List.of(
                "https://elsewhere.example", "//elsewhere.example", "/%5Celsewhere.example", "/%25zz", "/%7Bid%7D", "");
        for (String target : targets) {
            assertThat(node.send("GET", SESSION + "/oidc/idp/start?tenant=acme&return=" + target, "", "")
                            .statusCode())
                    .as(target)
                    .isEqualTo(target.isEmpty() ? 302 : 400);
        }
    }

    @Test
    void secretOfTheClientIsNeverTold() throws Exception {
        String shown = node.get(home + "/identity-providers/idp/sign-in").body();

        assertThat(shown).contains("\"hasSecret\":true").doesNotContain(WORD);
    }
}
