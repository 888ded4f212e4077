package dev.ose.adapter.template;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.http.Errand;
import dev.ose.adapter.http.PlatformHttp;
import dev.ose.adapter.http.PlatformHttp.Repetition;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The platform's administration over HTTP. Bodies carry secrets, so nothing of them gets into a message, nor does a parser's
 * exception, which may quote them. Thread-safe.
 */
final class AdminApi implements AutoCloseable {

    private static final String PLATFORM = "The platform";
    private static final int MAX_ANSWER_BYTES = 1024 * 1024;

    private final TemplateConfig config;
    private final PlatformHttp http;

    AdminApi(TemplateConfig config) {
        this.config = config;
        this.http = new PlatformHttp(
                new PlatformHttp.Bounds(config.connectTimeout(), config.timeout(), MAX_ANSWER_BYTES), config.tls());
    }

    /** What is there, or nothing if the platform answers 404. */
    <T> Optional<T> find(String path, String purpose, Function<JsonNode, T> form) {
        Errand errand = new Errand(PLATFORM, purpose, false);
        HttpResponse<byte[]> answer = send("GET", path, Map.of(), errand, Repetition.ONCE);
        return answer.statusCode() == 404
                ? Optional.empty()
                : Optional.of(read(required(answer, errand), errand, form));
    }

    /** An order that comes to the same when it is given twice. */
    <T> T put(String path, Map<String, ?> document, String purpose, Function<JsonNode, T> form) {
        Errand errand = new Errand(PLATFORM, purpose, true);
        return read(required(send("PUT", path, document, errand, Repetition.ONCE), errand), errand, form);
    }

    /** An order that does something each time: never sent twice. */
    <T> T post(String path, String purpose, Function<JsonNode, T> form) {
        Errand errand = new Errand(PLATFORM, purpose, true);
        return read(required(send("POST", path, Map.of(), errand, Repetition.NEVER), errand), errand, form);
    }

    /** Deletes what may not be there any more. */
    void delete(String path, String purpose) {
        Errand errand = new Errand(PLATFORM, purpose, true);
        HttpResponse<byte[]> answer = send("DELETE", path, Map.of(), errand, Repetition.ONCE);
        if (answer.statusCode() != 404) {
            required(answer, errand);
        }
    }

    /** A text as it is written in a path. */
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpResponse<byte[]> send(
            String method, String path, Map<String, ?> document, Errand errand, Repetition repetition) {
        HttpRequest.BodyPublisher body = document.isEmpty()
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(document));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(config.adminEndpoint() + path))
                .header("Content-Type", "application/json")
                .method(method, body);
        config.token()
                .use(bytes -> request.header("Authorization", "Bearer " + new String(bytes, StandardCharsets.UTF_8)));
        return http.send(request.build(), errand, repetition);
    }

    /** Whatever was answered with less than 500; PlatformHttp has told the rest already. */
    private static HttpResponse<byte[]> required(HttpResponse<byte[]> answer, Errand errand) {
        int status = answer.statusCode();
        if (status / 100 == 2) {
            return answer;
        }
        Kind kind =
                switch (status) {
                    case 404 -> Kind.NOT_FOUND;
                    case 405, 501 -> Kind.NOT_IMPLEMENTED;
                    default -> Kind.REJECTED;
                };
        throw new PlatformException(kind, PLATFORM + " refused to " + errand.purpose() + ": status " + status + '.');
    }

    private static <T> T read(HttpResponse<byte[]> answer, Errand errand, Function<JsonNode, T> form) {
        try {
            return form.apply(JsonMapper.shared().readTree(answer.body()));
        } catch (JacksonException e) {
            throw errand.unanswered("its answer is not what it should be", null);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
