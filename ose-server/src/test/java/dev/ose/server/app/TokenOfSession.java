package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** A token that a browser has made after its sign-in by an identity provider. */
final class TokenOfSession {

    private final AdminNode node;
    private final String name;
    private final String bearer;

    /** @param signedIn the answer to the sign-in */
    TokenOfSession(AdminNode node, SignInBrowser browser, HttpResponse<String> signedIn) throws Exception {
        this.node = node;
        JsonNode session = browser.session(signedIn);
        this.name = session.get("name").asString();
        HttpResponse<String> made = node.send(node.request(
                        "POST",
                        "/api/v1/admin/me/tokens",
                        """
                {"name":"script","scope":"FULL","expiresAt":"%s"}
                """.formatted(Instant.now().plusSeconds(600)),
                        "")
                .header("Cookie", SignInBrowser.cookie(signedIn).orElseThrow())
                .header("X-OSE-CSRF", session.get("csrf").asString()));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        this.bearer = "Bearer " + AdminNode.json(made).get("bearer").asString();
    }

    void assertWorks() throws Exception {
        HttpResponse<String> answer = node.send("GET", "/api/v1/admin/me", "", bearer);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(AdminNode.json(answer).get("name").asString()).isEqualTo(name);
    }

    /** The last sign-in of every account is that long ago, and the token was not used. */
    void signedInDaysAgo(int days) {
        node.database().update("UPDATE account SET signed_in_at = now() - ? * interval '1 day'", days);
        node.database().update("UPDATE api_token SET used_at = NULL");
    }

    void assertOverdue() throws Exception {
        HttpResponse<String> answer = node.send("GET", "/api/v1/admin/me", "", bearer);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
        assertThat(AdminNode.json(answer).get("code").asString()).isEqualTo("OSE-2114");
        assertThat(node.database().all("SELECT 1 FROM api_token WHERE used_at IS NOT NULL", row -> row.getInt(1)))
                .isEmpty();
    }
}
