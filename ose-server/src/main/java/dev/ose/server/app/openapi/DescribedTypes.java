package dev.ose.server.app.openapi;

import dev.ose.adapter.Secret;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Names the types of the document, and remembers which class has which name. Enums are types of their own, so that
 * generated clients have one for each. A type that is nested in one of the domain is named after both, because the
 * domain has no annotation that could give another name.
 */
public final class DescribedTypes implements ModelConverter {

    private static final String CONTROLLERS = "dev.ose.server.admin";

    private final Map<String, Class<?>> named = new ConcurrentHashMap<>();

    @Override
    @SuppressWarnings("rawtypes") // The interface is so.
    public @Nullable Schema resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> others) {
        if (!others.hasNext()) {
            return null;
        }
        Class<?> described = Json.mapper().constructType(type.getType()).getRawClass();
        if (described == Secret.class) {
            return plain("string", type);
        }
        if (described == JsonNode.class) {
            // The API has whole documents as objects only.
            return plain("object", type);
        }
        if (described.isEnum()) {
            type.resolveEnumAsRef(true);
        }
        Class<?> outer = described.getEnclosingClass();
        if (outer != null && !described.getPackageName().startsWith(CONTROLLERS) && isOurs(described)) {
            type.name(outer.getSimpleName() + described.getSimpleName());
        }
        Schema<?> made = others.next().resolve(type, context, others);
        if (made != null && made.get$ref() != null && isOurs(described)) {
            remember(made.get$ref().substring(made.get$ref().lastIndexOf('/') + 1), described);
        }
        return made;
    }

    private static Schema<?> plain(String form, AnnotatedType type) {
        JsonSchema schema = new JsonSchema();
        schema.types(Set.of(form));
        Stream.ofNullable(type.getCtxAnnotations())
                .flatMap(Arrays::stream)
                .filter(io.swagger.v3.oas.annotations.media.Schema.class::isInstance)
                .map(io.swagger.v3.oas.annotations.media.Schema.class::cast)
                .findFirst()
                .ifPresent(declared -> limit(schema, declared));
        return schema;
    }

    private static void limit(JsonSchema schema, io.swagger.v3.oas.annotations.media.Schema declared) {
        if (!declared.description().isEmpty()) {
            schema.description(declared.description());
        }
        if (declared.minLength() > 0) {
            schema.minLength(declared.minLength());
        }
        if (declared.maxLength() < Integer.MAX_VALUE) {
            schema.maxLength(declared.maxLength());
        }
    }

    private static boolean isOurs(Class<?> type) {
        return type.getPackageName().startsWith("dev.ose.");
    }

    private void remember(String name, Class<?> described) {
        Class<?> before = named.putIfAbsent(name, described);
        if (before != null && before != described) {
            throw new IllegalStateException(
                    "two types of the API are called " + name + ": " + before + ", " + described);
        }
    }

    /** The class that a schema describes; empty if it is not one of ours. */
    Optional<Class<?>> find(String name) {
        return Optional.ofNullable(named.get(name));
    }
}
