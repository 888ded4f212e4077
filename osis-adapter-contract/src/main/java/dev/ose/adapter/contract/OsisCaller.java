package dev.ose.adapter.contract;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Calls an OSIS service with plain HTTP and untyped JSON, so that a test sees the wire format and shares no code with
 * the implementation that it tests. Blocks.
 */
public final class OsisCaller implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final HttpClient client;
    private final URI endpoint;
    private final @Nullable String authorization;

    private OsisCaller(HttpClient client, URI endpoint, @Nullable String authorization) {
        this.client = client;
        this.endpoint = endpoint;
        this.authorization = authorization;
    }

    /** A caller without credentials, of a service at {@code endpoint}, which may have a path. */
    public static OsisCaller of(URI endpoint, SSLContext tls) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(tls)
                .build();
        return new OsisCaller(client, endpoint, null);
    }

    /** A caller with the same connections and HTTP Basic credentials. */
    public OsisCaller withBasic(String user, Secret secret) {
        byte[] name = (user + ':').getBytes(StandardCharsets.UTF_8);
        return withAuthorization(secret.use(bytes -> {
            byte[] both = Arrays.copyOf(name, name.length + bytes.length);
            System.arraycopy(bytes, 0, both, name.length, bytes.length);
            return "Basic " + Base64.getEncoder().encodeToString(both);
        }));
    }

    /** A caller with the same connections and this Authorization header. */
    public OsisCaller withAuthorization(String header) {
        return new OsisCaller(client, endpoint, header);
    }

    /**
     * What a service answered.
     *
     * @param json missing if the body is none
     */
    public record Answer(int status, JsonNode json, String text, HttpHeaders headers) {

        /** The text of that member, empty if there is none. */
        public String text(String member) {
            return json.path(member).asString("");
        }

        /** The total that a page states. */
        public long total() {
            return json.path("page_info").path("total").asLong(-1);
        }
    }

    public Answer get(String path) {
        return send("GET", path, null);
    }

    public Answer head(String path) {
        return send("HEAD", path, null);
    }

    public Answer delete(String path) {
        return send("DELETE", path, null);
    }

    public Answer post(String path, Map<String, ?> document) {
        return send("POST", path, JsonMapper.shared().writeValueAsString(document));
    }

    public Answer patch(String path, Map<String, ?> document) {
        return send("PATCH", path, JsonMapper.shared().writeValueAsString(document));
    }

    /** Sends a request with this body, valid JSON or not; without a body if null. */
    public Answer send(String method, String path, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint + path))
                .timeout(LIMIT)
                .header("Accept", "application/json")
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), parse(response.body()), response.body(), response.headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static JsonNode parse(String body) {
        try {
            return body.isBlank()
                    ? MissingNode.getInstance()
                    : JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    /** The text, percent-encoded. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        client.close();
    }
}
