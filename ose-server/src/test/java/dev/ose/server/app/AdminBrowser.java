package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * A browser that has signed in at the admin API.
 *
 * @param bearer what its cookie holds
 * @param companion what its page repeats with writes
 */
record AdminBrowser(AdminNode node, String bearer, String companion) {

    private static final String COOKIE = "__Host-ose-session=";

    /** @param tenant empty for the provider's administrators */
    static AdminBrowser signIn(AdminNode node, String tenant, String user, String word) throws Exception {
        HttpResponse<String> answer = node.send(
                "POST",
                "/api/v1/session",
                "{\"tenant\":\"" + tenant + "\",\"user\":\"" + user + "\",\"password\":\"" + word + "\"}",
                "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return of(node, answer);
    }

    /** After the answer to its sign-in. */
    static AdminBrowser of(AdminNode node, HttpResponse<String> answer) {
        String set = answer.headers().firstValue("Set-Cookie").orElseThrow();
        return new AdminBrowser(
                node,
                set.substring(COOKIE.length(), set.indexOf(';')),
                AdminNode.json(answer).get("csrf").asString());
    }

    /** As its page sends it. */
    HttpResponse<String> send(String method, String path, String body) throws Exception {
        return node.send(bare(method, path, body).header("X-OSE-CSRF", companion));
    }

    /** As a page of another site has it sent, if the browser lets it. */
    HttpRequest.Builder bare(String method, String path, String body) {
        return node.request(method, path, body, "").header("Cookie", COOKIE + bearer);
    }
}
