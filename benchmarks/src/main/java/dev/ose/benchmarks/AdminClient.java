package dev.ose.benchmarks;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A provider's administrator, who makes users to measure with. Closing it ends its connections. */
final class AdminClient implements AutoCloseable {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final URI endpoint;
    private final String login;
    private final Secret loginKey;
    private final HttpClient client = HttpClient.newHttpClient();

    AdminClient(URI endpoint, String login, Secret loginKey) {
        this.endpoint = endpoint;
        this.login = login;
        this.loginKey = loginKey;
    }

    /** Makes a tenant, and returns its id. */
    String makeTenant(String name) {
        return id(post(TENANTS, Map.of("name", name)));
    }

    /** Makes a user of a tenant, and returns the user's key pair. */
    KeyPair makeUser(String tenant, String name) {
        String users = TENANTS + '/' + tenant + "/users";
        String credentials =
                users + '/' + id(post(users, Map.of("name", name, "role", "TENANT_ADMIN"))) + "/credentials";
        JsonNode made = post(credentials, Map.of("description", "for the load"));
        return new KeyPair(
                made.required("accessKey").asString(),
                Secret.of(made.required("secretKey").asString()));
    }

    private static String id(JsonNode made) {
        return made.required("id").asString();
    }

    private JsonNode post(String path, Map<String, String> body) {
        HttpRequest request = HttpRequest.newBuilder(endpoint.resolve(path))
                .timeout(LIMIT)
                .header("Authorization", authorization())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)))
                .build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new IllegalStateException("POST " + path + " was answered with " + answer.statusCode());
            }
            return JsonMapper.shared().readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private String authorization() {
        String both = login + ':' + loginKey.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        client.close();
    }
}
