package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.testkit.LoopbackIssuer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Sign-ins that are delayed until another identity provider of administrators has the name of theirs. */
class ReplacedProviderTest extends OnAdminNode {

    private static final String PROVIDERS = "/api/v1/admin/identity-providers";
    private static final String SESSION = "/api/v1/session";
    private static final String START = SESSION + "/oidc/";
    private static final String CALLBACK = SESSION + "/administrators/oidc/";
    private static final String CLIENT = "ose";
    private static final String WORD = "a secret of tests";
    private static final String ROLE = "ose-operators";

    @Override
    String[] options() {
        return new String[] {"--oss.admin.public-url=https://ose.example.com"};
    }

    private void put(String name, LoopbackIssuer issuer) throws Exception {
        HttpResponse<String> answer = node.send(
                "PUT", PROVIDERS + '/' + name, """
                {"issuer":"%s","clientId":"%s","clientSecret":"%s","roleClaim":"roles","administrators":["%s"]}
                """.formatted(issuer.name(), CLIENT, WORD, ROLE), node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private int statusOfSession(String cookie) throws Exception {
        return node.send(node.request("GET", SESSION, "", "").header("Cookie", cookie))
                .statusCode();
    }

    /** Its code is for the issuer that the browser was sent to, and its callback is that of the name. */
    @Test
    void signInThatBeganAtAnotherIssuerOfTheNameIsRefusedBeforeItsCodeIsSentOn() throws Exception {
        try (LoopbackIssuer former = new LoopbackIssuer();
                LoopbackIssuer present = new LoopbackIssuer()) {
            put("begun", former);
            SignInBrowser.Visit visit =
                    new SignInBrowser(former, CLIENT, WORD).on(node).begin(START + "begun/start");
            replace("begun", present);
            SignInBrowser there = new SignInBrowser(present, CLIENT, WORD).on(node);
            there.grant(visit, claimsOf(there, visit, "ron", ROLE));

            SignInBrowser.assertRefused(
                    there.comeBack(CALLBACK + "begun/callback", visit.cookie(), visit.asked("state"), ""));
            assertThat(present.exchanged()).isZero();
        }
    }

    /** The former issuer answers late: its token is verified against it, and the name is another issuer's by then. */
    @Test
    void tokenOfAnIssuerThatWasReplacedMeanwhileMakesAndRevokesNoAdministratorOfItsSuccessor() throws Exception {
        try (LoopbackIssuer former = new LoopbackIssuer();
                LoopbackIssuer present = new LoopbackIssuer()) {
            SignInBrowser there = new SignInBrowser(present, CLIENT, WORD).on(node);
            for (String role : List.of(ROLE, "other")) {
                put("late", former);
                SignInBrowser late = new SignInBrowser(former, CLIENT, WORD).on(node);
                SignInBrowser.Visit visit = late.begin(START + "late/start");
                AtomicReference<String> cookie = new AtomicReference<>("");
                former.serveClients((login, form) -> {
                    cookie.set(signInAtSuccessor(there, present));
                    return former.tokenOf(claimsOf(late, visit, "uma", role));
                });

                SignInBrowser.assertRefused(
                        late.comeBack(CALLBACK + "late/callback", visit.cookie(), visit.asked("state"), ""));

                assertThat(statusOfSession(cookie.get())).isEqualTo(200);
                node.send("DELETE", PROVIDERS + "/late", "", node.admin());
            }
        }
    }

    /** Replaces the identity provider, and signs the person in there that has the same subject. */
    private String signInAtSuccessor(SignInBrowser there, LoopbackIssuer present) {
        try {
            replace("late", present);
            SignInBrowser.Visit visit = there.begin(START + "late/start");
            there.grant(visit, claimsOf(there, visit, "vic", ROLE));
            return SignInBrowser.cookie(
                            there.comeBack(CALLBACK + "late/callback", visit.cookie(), visit.asked("state"), ""))
                    .orElseThrow();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void replace(String name, LoopbackIssuer issuer) throws Exception {
        assertThat(node.send("DELETE", PROVIDERS + '/' + name, "", node.admin()).statusCode())
                .isEqualTo(204);
        put(name, issuer);
    }

    private static JWTClaimsSet claimsOf(SignInBrowser browser, SignInBrowser.Visit visit, String name, String role) {
        return browser.claims(visit, "subject-of-both")
                .claim("preferred_username", name)
                .claim("roles", role)
                .build();
    }
}
