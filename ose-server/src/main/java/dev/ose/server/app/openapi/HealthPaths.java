package dev.ose.server.app.openapi;

import dev.ose.server.app.servlet.HealthAnswers;
import dev.ose.server.runtime.lifecycle.NodeState.Unreadiness;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The paths of {@link HealthAnswers}, which answers in front of the controllers. */
final class HealthPaths {

    private HealthPaths() {}

    static void describe(Paths paths) {
        paths.addPathItem(
                HealthAnswers.LIVE, path("Check whether the node lives; if not, only a restart helps", Map.of()));
        paths.addPathItem(
                HealthAnswers.READY,
                path("Check whether load balancers may send requests", Map.of(HealthAnswers.REASON, reason())));
    }

    private static PathItem path(String summary, Map<String, JsonSchema> ifDown) {
        return new PathItem()
                .get(new Operation()
                        .summary(summary)
                        .tags(List.of("Node"))
                        .responses(new ApiResponses()
                                .addApiResponse("200", answer("Yes.", "UP", Map.of()))
                                .addApiResponse("503", answer("No.", "DOWN", ifDown))));
    }

    private static JsonSchema reason() {
        JsonSchema reason = new JsonSchema();
        reason.types(Set.of("string"));
        reason.setEnum(
                Arrays.stream(Unreadiness.values()).<Object>map(Enum::name).toList());
        return reason;
    }

    @SuppressWarnings("rawtypes") // The library's maps are so.
    private static ApiResponse answer(String meaning, String status, Map<String, JsonSchema> further) {
        JsonSchema word = new JsonSchema();
        word.types(Set.of("string"));
        word.setConst(status);
        JsonSchema document = new JsonSchema();
        document.types(Set.of("object"));
        Map<String, Schema> members = new TreeMap<>(further);
        members.put("status", word);
        document.setProperties(members);
        document.setRequired(List.copyOf(members.keySet()));
        return new ApiResponse()
                .description(meaning)
                .content(new Content()
                        .addMediaType(
                                org.springframework.http.MediaType.APPLICATION_JSON_VALUE,
                                new MediaType().schema(document)));
    }
}
