package dev.ose.it;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A provider's administrator who makes tenants, users and credentials, and disables them. */
public record AdminApi(URI endpoint, String login, Secret loginKey) {

    private static final String TENANTS = "/api/v1/admin/tenants";

    /** A user with its key pair and the paths by which each can be disabled. */
    public record Account(String tenantPath, String userPath, String accessKey, Secret secretKey) {

        public String credentialPath() {
            return userPath + "/credentials/" + accessKey;
        }

        /** The tenant as ARNs name it. */
        public String tenantId() {
            return tenantPath.substring(tenantPath.lastIndexOf('/') + 1);
        }
    }

    /** Makes a tenant with one user. */
    public Account makeTenant(String name) {
        String tenantPath = TENANTS
                + '/'
                + post(TENANTS, Map.of("name", name)).required("id").asString();
        return makeUser(tenantPath, "first");
    }

    /** Adopts a tenant of the platform; returns its path. */
    public String adoptTenant(String name, String platformTenant) {
        return TENANTS
                + '/'
                + post(TENANTS, Map.of("name", name, "platformTenant", platformTenant))
                        .required("id")
                        .asString();
    }

    /** Adopts a user of the platform; returns its path. */
    public String adoptUser(String tenantPath, String name, String platformUser) {
        JsonNode user = post(tenantPath + "/users/adopt", Map.of("name", name, "platformUser", platformUser));
        return tenantPath + "/users/" + user.required("id").asString();
    }

    /** Adopts the first page of the user's buckets on the platform; returns the results. */
    public JsonNode adoptBuckets(String userPath) {
        return post(userPath + "/buckets/adopt", Map.of());
    }

    /** Has a bucket, whose path it is, compared with the platform. */
    public void compare(String bucketPath) {
        post(bucketPath + "/sync", Map.of());
    }

    /** Has labels kept of a bucket, whose path it is. */
    public void keepLabels(String bucketPath) {
        send("PUT", bucketPath + "/labels", Map.of());
    }

    /** Gives the bucket to a user, whose path it is. */
    public void transfer(String tenantPath, String bucket, String userPath) {
        send(
                "PUT",
                tenantPath + "/buckets/" + bucket + "/owner",
                Map.of("user", userPath.substring(userPath.lastIndexOf('/') + 1)));
    }

    /** Makes a user with a credential that may be disabled. */
    public Account makeUser(String tenantPath, String name) {
        return makeUser(tenantPath, name, "TENANT_USER");
    }

    /** Makes a user who may administer its tenant, with a credential that may be disabled. */
    public Account makeAdministrator(String tenantPath, String name) {
        return makeUser(tenantPath, name, "TENANT_ADMIN");
    }

    /** Makes a user; returns its path. */
    String makeMember(String tenantPath, String name, String role) {
        return makeUser(tenantPath, name, role).userPath();
    }

    /** Gives the user, whose path it is, a password. */
    void makeLogin(String userPath, String password, boolean mustChange) {
        send("PUT", userPath + "/login", Map.of("password", password, "mustChange", mustChange));
    }

    /** Makes an administrator of the provider with a password that need not be changed. */
    void makeProvider(String name, String password) {
        send("POST", "/api/v1/admin/administrators", Map.of("name", name, "password", password, "mustChange", false));
    }

    private Account makeUser(String tenantPath, String name, String role) {
        JsonNode user = post(tenantPath + "/users", Map.of("name", name, "role", role));
        String userPath = tenantPath + "/users/" + user.required("id").asString();
        return makeCredential(tenantPath, userPath);
    }

    public Account makeCredential(String tenantPath, String userPath) {
        return makeCredential(tenantPath, userPath, Map.of("description", "for a test"));
    }

    /** Makes a key that is refused from then on. */
    public Account makeCredentialUntil(Account owner, Instant expiresAt) {
        return makeCredential(owner.tenantPath(), owner.userPath(), Map.of("expiresAt", expiresAt.toString()));
    }

    private Account makeCredential(String tenantPath, String userPath, Map<String, String> terms) {
        JsonNode key = post(userPath + "/credentials", terms);
        return new Account(
                tenantPath,
                userPath,
                key.required("accessKey").asString(),
                Secret.of(key.required("secretKey").asString()));
    }

    /** Adds an administrator of the provider, who never signs in. */
    void addAdministrator(String name) {
        post("/api/v1/admin/administrators", Map.of("name", name, "password", "a password of tests"));
    }

    public void disable(String path) {
        post(path + "/disable", Map.of());
    }

    public void enable(String path) {
        post(path + "/enable", Map.of());
    }

    /** Deletes the user or tenant with this path. */
    public void remove(String path) {
        send("DELETE", path, Map.of());
    }

    /** Limits what a tenant, a user or a bucket, whose path it is, may hold. */
    public void limit(String path, Map<String, Long> quota) {
        send("PUT", path + "/quota", quota);
    }

    /** Has the tenant trust an issuer of tokens whose subjects are names of its users. */
    public void trust(String tenantPath, String issuer, String audience) {
        send(
                "PUT",
                tenantPath + "/identity-providers/issuer",
                Map.of("issuer", issuer, "audiences", List.of(audience)));
    }

    /** Has the tenant trust an issuer whose tokens make users, by the name that they prefer. */
    public void trustToMakeUsers(String tenantPath, String issuer, String audience) {
        send(
                "PUT",
                tenantPath + "/identity-providers/issuer",
                Map.of("issuer", issuer, "audiences", List.of(audience), "createsUsers", true));
    }

    /** The differences between users and their counterparts on the platform. */
    public JsonNode differences() {
        return post("/api/v1/admin/reconciliation", Map.of()).required("findings");
    }

    private JsonNode post(String path, Map<String, String> body) {
        return JsonMapper.shared().readTree(send("POST", path, body));
    }

    private String send(String method, String path, Map<String, ?> body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)))
                .build());
    }

    /** The document at a path of the admin API. */
    public JsonNode get(String path) {
        return JsonMapper.shared().readTree(text(path));
    }

    /** The raw body at a path of the admin port. */
    public String text(String path) {
        return send(request(path).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(endpoint.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", authorization());
    }

    private static String send(HttpRequest request) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new AssertionError(
                        request.method() + ' ' + request.uri() + ": " + answer.statusCode() + " " + answer.body());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private String authorization() {
        byte[] name = (login + ':').getBytes(StandardCharsets.UTF_8);
        return loginKey.use(bytes -> {
            byte[] both = Arrays.copyOf(name, name.length + bytes.length);
            System.arraycopy(bytes, 0, both, name.length, bytes.length);
            return "Basic " + Base64.getEncoder().encodeToString(both);
        });
    }
}
