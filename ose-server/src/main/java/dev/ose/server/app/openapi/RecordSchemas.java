package dev.ose.server.app.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.ose.server.admin.json.Required;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * States which members of a JSON object are there and which may be null, as the record is read or written: a member of
 * an answer is missing only if {@link JsonInclude} leaves it out; a member of a request may be missing or null unless
 * it is declared as required, and no other member is accepted.
 */
final class RecordSchemas {

    private static final String NULL = "null";

    private RecordSchemas() {}

    static void ofAnswer(Schema<?> schema, Class<?> described) {
        Set<String> required = new LinkedHashSet<>();
        members(described).forEach(member -> {
            String name = member.getName();
            JsonInclude.Include included = included(member);
            boolean isNullable = isNullable(member);
            if (included == JsonInclude.Include.ALWAYS) {
                required.add(name);
                if (isNullable) {
                    allowNull(schema, name);
                }
            } else if (!isNullable && (included == JsonInclude.Include.NON_NULL || !canBeEmpty(member.getType()))) {
                required.add(name);
            }
        });
        require(schema, required);
    }

    static void ofRequest(Schema<?> schema, Class<?> described) {
        Set<String> required = new LinkedHashSet<>();
        members(described).forEach(member -> {
            if (isRequired(member)) {
                required.add(member.getName());
            } else {
                allowNull(schema, member.getName());
            }
        });
        require(schema, required);
        schema.setAdditionalProperties(false);
    }

    private static void require(Schema<?> schema, Set<String> required) {
        schema.setRequired(required.isEmpty() ? null : List.copyOf(required));
    }

    private static Stream<RecordComponent> members(Class<?> described) {
        return Arrays.stream(described.getRecordComponents())
                .flatMap(member -> member.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                        ? members(member.getType())
                        : Stream.of(member));
    }

    private static JsonInclude.Include included(RecordComponent member) {
        return Stream.of(member.getAccessor(), member.getDeclaringRecord())
                .flatMap(it -> Optional.ofNullable(it.getAnnotation(JsonInclude.class)).stream())
                .map(JsonInclude::value)
                .findFirst()
                .orElse(JsonInclude.Include.ALWAYS);
    }

    private static boolean canBeEmpty(Class<?> type) {
        return type == String.class || Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    private static boolean isNullable(RecordComponent member) {
        return member.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static boolean isRequired(RecordComponent member) {
        return member.getType().isPrimitive() || member.isAnnotationPresent(Required.class);
    }

    private static void allowNull(Schema<?> schema, String name) {
        @SuppressWarnings("rawtypes") // The library's maps are so.
        Map<String, Schema> properties = new LinkedHashMap<>(schema.getProperties());
        properties.computeIfPresent(name, (_, property) -> orNull(property));
        schema.setProperties(properties);
    }

    private static Schema<?> orNull(Schema<?> schema) {
        if (schema.get$ref() != null) {
            return new JsonSchema()
                    .anyOf(List.of(schema, new JsonSchema().types(Set.of(NULL))))
                    .description(schema.getDescription());
        }
        if (schema.getTypes() != null) {
            // Sorted, so that the document is always the same.
            schema.setTypes(Stream.concat(schema.getTypes().stream(), Stream.of(NULL))
                    .sorted()
                    .collect(Collectors.toCollection(LinkedHashSet::new)));
        }
        return schema;
    }
}
