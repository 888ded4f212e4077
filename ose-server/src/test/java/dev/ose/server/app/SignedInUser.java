package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A user who is signed in at the management API and calls S3 there.
 *
 * @param tenant the path of its tenant
 * @param tenantName the name of its tenant
 * @param path its own path
 */
record SignedInUser(AdminNode node, String tenant, String tenantName, String path, AdminBrowser browser) {

    static final String S3 = "/api/v1/s3";
    private static final String TOKENS = "/api/v1/admin/me/tokens";
    private static final String WORD = "a password of tests";
    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final AtomicInteger NAMES = new AtomicInteger();

    /** The user {@code ann} of a new tenant. */
    static SignedInUser ofNewTenant(AdminNode node) throws Exception {
        String name = "s3-" + NAMES.incrementAndGet();
        String tenant = TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
        return of(node, tenant, name, "ann", "TENANT_USER");
    }

    /** A colleague. */
    SignedInUser colleague(String name, String role) throws Exception {
        return of(node, tenant, tenantName, name, role);
    }

    private static SignedInUser of(AdminNode node, String tenant, String tenantName, String name, String role)
            throws Exception {
        String path = tenant + "/users/"
                + node.created(tenant + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                        .get("id")
                        .asString();
        HttpResponse<String> login = node.send("PUT", path + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        assertThat(login.statusCode()).as(login.body()).isEqualTo(204);
        return new SignedInUser(node, tenant, tenantName, path, AdminBrowser.signIn(node, tenantName, name, WORD));
    }

    static String newBucket() {
        return "bucket-s3-" + NAMES.incrementAndGet();
    }

    /** The user's id. */
    String id() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The header of a new personal token. */
    String personalToken(String scope) throws Exception {
        return header(browser.send("POST", TOKENS, draft(scope)));
    }

    /** The same without the session. */
    String personalTokenByPassword(String scope) throws Exception {
        return header(node.send("POST", TOKENS, draft(scope), AdminNode.basic("ann@" + tenantName, WORD)));
    }

    private static String draft(String scope) {
        return "{\"name\":\"t" + NAMES.incrementAndGet() + "\",\"scope\":\"" + scope + "\",\"expiresAt\":\""
                + Instant.now().plus(Duration.ofDays(1)) + "\"}";
    }

    private static String header(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return "Bearer " + AdminNode.json(answer).get("bearer").asString();
    }

    /** A request to S3 beside the management API, without a login. */
    HttpRequest.Builder s3(String method, String target, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + S3 + target))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
    }

    /** As the browser sends it for a page of any site. */
    HttpRequest.Builder withCookie(String method, String target, String body) {
        return s3(method, target, body).header("Cookie", "theme=dark; __Host-ose-session=" + browser.bearer());
    }

    /** As the portal sends it. */
    HttpResponse<String> send(String method, String target, String body, String... headers) throws Exception {
        HttpRequest.Builder request = withCookie(method, target, body);
        if (!method.equals("GET") && !method.equals("HEAD")) {
            request.header("X-OSE-CSRF", browser.companion());
        }
        return node.send(headers.length == 0 ? request : request.headers(headers));
    }

    /** The same, which must succeed. */
    String ok(String method, String target, String body, String... headers) throws Exception {
        HttpResponse<String> answer = send(method, target, body, headers);
        assertThat(answer.statusCode())
                .as(method + ' ' + target + ": " + answer.body())
                .isLessThan(300);
        return answer.body();
    }

    /** A link of the user's to read an object, good for a minute. */
    String link(String bucket, String key) throws Exception {
        String body = "{\"method\":\"GET\",\"bucket\":\"" + bucket + "\",\"key\":\"" + key + "\",\"expiresIn\":60}";
        HttpResponse<String> answer = browser.send("POST", "/api/v1/admin/me/presign", body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer).get("url").asString();
    }

    /** A new bucket of the user's. */
    String bucket() throws Exception {
        String name = newBucket();
        ok("PUT", '/' + name, "");
        return name;
    }
}
