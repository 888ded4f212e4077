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

/** A provider's administrator, who makes a user to measure with. */
record AdminClient(URI endpoint, String login, Secret loginKey) {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Makes a tenant with one user, and returns the user's key pair. */
    KeyPair makeUser() {
        String users = TENANTS + '/' + id(post(TENANTS, Map.of("name", "measured"))) + "/users";
        String credentials =
                users + '/' + id(post(users, Map.of("name", "load", "role", "TENANT_ADMIN"))) + "/credentials";
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
        try (HttpClient client = HttpClient.newHttpClient()) {
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
}
