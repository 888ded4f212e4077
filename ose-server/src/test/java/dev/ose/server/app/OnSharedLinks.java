package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.UserPolicies;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Base of tests of links by which users share objects. */
abstract class OnSharedLinks extends OnEmbeddedNode {

    static final String WORD = "a word for friends";

    /** A link and the user who created it. */
    record Shared(SignedInUser user, String bucket, String id, String url) {

        String path() {
            return user.tenant() + "/links/" + id;
        }
    }

    static String wanted(String bucket, String key, String more) {
        return "{\"bucket\":\"" + bucket + "\",\"key\":\"" + key + "\",\"expiresAt\":\""
                + Instant.now().plus(Duration.ofHours(1)) + '"' + more + '}';
    }

    static HttpResponse<String> create(SignedInUser user, String body) throws Exception {
        return user.browser().send("POST", user.tenant() + "/links", body);
    }

    static Shared shared(SignedInUser user, String bucket, String key, String more) throws Exception {
        HttpResponse<String> answer = create(user, wanted(bucket, key, more));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        JsonNode made = AdminNode.json(answer);
        return new Shared(
                user, bucket, made.at("/link/id").asString(), made.get("url").asString());
    }

    /** A link to a new object of a new tenant's user. */
    Shared shared(String more) throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/a/report.html", "<script>");
        return shared(ann, bucket, "a/report.html", more);
    }

    /** Attaches a policy to a user. */
    void attach(SignedInUser user, String name, String document) {
        String tenant = user.tenant().substring(TENANTS.length() + 1);
        node.bean(UserPolicies.class)
                .put(new TenantId(UUID.fromString(tenant)), new UserId(UUID.fromString(user.id())), name, document);
    }

    static String allow(String action, String resource) {
        return statement("Allow", action, resource);
    }

    static String deny(String action, String resource) {
        return statement("Deny", action, resource);
    }

    private static String statement(String effect, String action, String resource) {
        return "{\"Version\":\"2012-10-17\",\"Statement\":{\"Effect\":\"" + effect + "\",\"Action\":\"" + action
                + "\",\"Resource\":\"" + resource + "\"}}";
    }

    HttpResponse<String> get(String url) throws Exception {
        return node.send(HttpRequest.newBuilder(URI.create(url)));
    }

    /** As the form of the page sends it. */
    HttpResponse<String> redeem(String url, String form) throws Exception {
        return node.send(HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", "null")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    static String word(String word) {
        return "password=" + word.replace(' ', '+');
    }

    String target(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    JsonNode shown(Shared link) throws Exception {
        return AdminNode.json(node.get(link.path()));
    }

    /** Requires that the link answers as one that never was. */
    void requireUnavailable(String url) throws Exception {
        String unknown = url.substring(0, url.length() - 43) + "x".repeat(43);
        HttpResponse<String> expected = redeem(unknown, word(WORD));
        HttpResponse<String> answer = redeem(url, word(WORD));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo(expected.body());
        assertThat(names(answer)).isEqualTo(names(expected));
    }

    static List<String> names(HttpResponse<String> answer) {
        return answer.headers().map().keySet().stream().sorted().toList();
    }
}
