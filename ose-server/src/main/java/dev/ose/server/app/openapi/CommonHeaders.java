package dev.ose.server.app.openapi;

import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.RateLimits;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.http.HttpHeaders;

/** Header fields of answers. */
final class CommonHeaders {

    static final String RETRY_AFTER = HttpHeaders.RETRY_AFTER;
    static final String ETAG = HttpHeaders.ETAG;
    static final String LOCATION = HttpHeaders.LOCATION;
    static final String LINK = HttpHeaders.LINK;

    private static final Map<String, String> MEANINGS = meanings();

    private CommonHeaders() {}

    private static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        meanings.put(Problem.REQUEST_ID, "The id of the request, as in the audit log.");
        meanings.put(RateLimits.POLICY, "How many requests of a login and of an address are served at once.");
        meanings.put(RateLimits.LEFT, "What is left of a policy.");
        meanings.put(RETRY_AFTER, "After how many seconds the request may be repeated.");
        meanings.put(ETAG, "Identifies what is shown, for If-Match and If-None-Match.");
        meanings.put(LOCATION, "Where the browser is sent.");
        meanings.put(LINK, "The next page (rel=\"next\"); absent on the last one.");
        return meanings;
    }

    static void describe(Components components) {
        MEANINGS.forEach((name, meaning) -> {
            JsonSchema schema = new JsonSchema();
            schema.types(Set.of(name.equals(RETRY_AFTER) ? "integer" : "string"));
            components.addHeaders(name, new Header().description(meaning).schema(schema));
        });
    }

    /** The fields of every answer. */
    static void addTo(ApiResponse answer) {
        add(answer, Problem.REQUEST_ID);
        add(answer, RateLimits.POLICY);
    }

    static void add(ApiResponse answer, String name) {
        answer.addHeaderObject(name, new Header().$ref("#/components/headers/" + name));
    }
}
