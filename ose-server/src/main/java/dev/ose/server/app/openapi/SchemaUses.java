package dev.ose.server.app.openapi;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which schemas requests consist of, and which ones answers. */
final class SchemaUses {

    private final Set<String> ofRequests = new HashSet<>();
    private final Set<String> ofAnswers = new HashSet<>();

    private SchemaUses() {}

    static SchemaUses of(OpenAPI api) {
        SchemaUses uses = new SchemaUses();
        @SuppressWarnings("rawtypes") // The library's maps are so.
        Map<String, Schema> schemas = api.getComponents().getSchemas();
        api.getPaths().values().stream()
                .flatMap(item -> item.readOperations().stream())
                .forEach(operation -> uses.add(operation, schemas));
        return uses;
    }

    boolean isOfRequestsOnly(String name) {
        return ofRequests.contains(name) && !ofAnswers.contains(name);
    }

    @SuppressWarnings("rawtypes") // The library's maps are so.
    private void add(Operation operation, Map<String, Schema> schemas) {
        if (operation.getRequestBody() != null) {
            bodies(operation.getRequestBody().getContent()).forEach(schema -> add(schema, schemas, ofRequests));
        }
        operation.getResponses().values().stream()
                .map(ApiResponse::getContent)
                .flatMap(SchemaUses::bodies)
                .forEach(schema -> add(schema, schemas, ofAnswers));
    }

    private static Stream<Schema<?>> bodies(@Nullable Content content) {
        return content == null
                ? Stream.empty()
                : content.values().stream()
                        .map(MediaType::getSchema)
                        .filter(Objects::nonNull)
                        .map(it -> it);
    }

    @SuppressWarnings("rawtypes") // The library's maps are so.
    private static void add(@Nullable Schema<?> schema, Map<String, Schema> schemas, Set<String> found) {
        if (schema == null) {
            return;
        }
        if (schema.get$ref() != null) {
            String name = schema.get$ref().substring(schema.get$ref().lastIndexOf('/') + 1);
            if (found.add(name)) {
                add(schemas.get(name), schemas, found);
            }
        }
        add(schema.getItems(), schemas, found);
        if (schema.getAdditionalProperties() instanceof Schema<?> values) {
            add(values, schemas, found);
        }
        for (Schema<?> property :
                schema.getProperties() == null ? List.<Schema<?>>of() : schemas(schema.getProperties())) {
            add(property, schemas, found);
        }
    }

    @SuppressWarnings("rawtypes") // The library's maps are so.
    private static List<Schema<?>> schemas(Map<String, Schema> properties) {
        return properties.values().stream().<Schema<?>>map(it -> it).toList();
    }
}
