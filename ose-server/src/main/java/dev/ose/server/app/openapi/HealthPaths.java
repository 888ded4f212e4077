package dev.ose.server.app.openapi;

import dev.ose.server.app.servlet.HealthAnswers;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The paths of {@link HealthAnswers}, which answers in front of the controllers. */
final class HealthPaths {

    private HealthPaths() {}

    static void describe(Paths paths) {
        paths.addPathItem(HealthAnswers.LIVE, path("Tell whether the node lives; if not, only a restart helps"));
        paths.addPathItem(HealthAnswers.READY, path("Tell whether the node accepts requests"));
    }

    private static PathItem path(String summary) {
        return new PathItem()
                .get(new Operation()
                        .summary(summary)
                        .tags(List.of("Node"))
                        .responses(new ApiResponses()
                                .addApiResponse("200", answer("Yes.", "UP"))
                                .addApiResponse("503", answer("No.", "DOWN"))));
    }

    private static ApiResponse answer(String meaning, String status) {
        JsonSchema word = new JsonSchema();
        word.types(Set.of("string"));
        word.setConst(status);
        JsonSchema document = new JsonSchema();
        document.types(Set.of("object"));
        document.setProperties(Map.of("status", word));
        document.setRequired(List.of("status"));
        return new ApiResponse()
                .description(meaning)
                .content(new Content()
                        .addMediaType(
                                org.springframework.http.MediaType.APPLICATION_JSON_VALUE,
                                new MediaType().schema(document)));
    }
}
