package dev.ose.adapter.template;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.http.CallPurpose;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.PlatformHttp;
import dev.ose.adapter.http.PlatformHttp.Repetition;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The platform's administration over HTTP. Bodies contain secrets, so messages quote nothing of them, nor of a parser's
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
                new PlatformHttp.Bounds(config.connectTimeout(), config.timeout(), MAX_ANSWER_BYTES),
                config.tls(),
                config.routes());
    }

    /** The resource; empty if the platform answers 404. */
    <T> Optional<T> find(String path, String purpose, Function<JsonNode, T> form) {
        CallPurpose callPurpose = new CallPurpose(PLATFORM, purpose, false);
        OutboundAnswer answer = send("GET", path, Map.of(), callPurpose, Repetition.ONCE);
        return answer.status() == 404
                ? Optional.empty()
                : Optional.of(read(required(answer, callPurpose), callPurpose, form));
    }

    /** An idempotent change, which may be repeated. */
    <T> T put(String path, Map<String, ?> document, String purpose, Function<JsonNode, T> form) {
        CallPurpose callPurpose = new CallPurpose(PLATFORM, purpose, true);
        return read(
                required(send("PUT", path, document, callPurpose, Repetition.ONCE), callPurpose), callPurpose, form);
    }

    /** A change that is not idempotent: never repeated. */
    <T> T post(String path, String purpose, Function<JsonNode, T> form) {
        CallPurpose callPurpose = new CallPurpose(PLATFORM, purpose, true);
        return read(
                required(send("POST", path, Map.of(), callPurpose, Repetition.NEVER), callPurpose), callPurpose, form);
    }

    /** Deletes a resource that may be absent already. */
    void delete(String path, String purpose) {
        CallPurpose callPurpose = new CallPurpose(PLATFORM, purpose, true);
        OutboundAnswer answer = send("DELETE", path, Map.of(), callPurpose, Repetition.ONCE);
        if (answer.status() != 404) {
            required(answer, callPurpose);
        }
    }

    /** The text, percent-encoded for a path. */
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private OutboundAnswer send(
            String method, String path, Map<String, ?> document, CallPurpose callPurpose, Repetition repetition) {
        OutboundRequest request = OutboundRequest.of(method, URI.create(config.adminEndpoint() + path));
        if (!document.isEmpty()) {
            request = request.with(JsonMapper.shared().writeValueAsBytes(document), "application/json");
        }
        String login = config.token().use(bytes -> "Bearer " + new String(bytes, StandardCharsets.UTF_8));
        return http.send(request.with("Authorization", login), callPurpose, repetition);
    }

    /** Fails for refusals; PlatformHttp has already thrown for statuses from 500 on. */
    private static OutboundAnswer required(OutboundAnswer answer, CallPurpose callPurpose) {
        int status = answer.status();
        if (status / 100 == 2) {
            return answer;
        }
        Kind kind =
                switch (status) {
                    case 404 -> Kind.NOT_FOUND;
                    case 405, 501 -> Kind.NOT_IMPLEMENTED;
                    default -> Kind.REJECTED;
                };
        throw new PlatformException(
                kind, PLATFORM + " refused to " + callPurpose.purpose() + ": status " + status + '.');
    }

    private static <T> T read(OutboundAnswer answer, CallPurpose callPurpose, Function<JsonNode, T> form) {
        try {
            return form.apply(JsonMapper.shared().readTree(answer.body()));
        } catch (JacksonException e) {
            throw callPurpose.unanswered("its answer is not what it should be", null);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
