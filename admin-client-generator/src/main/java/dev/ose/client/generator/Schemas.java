package dev.ose.client.generator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The schemas of an OpenAPI document that have names. */
final class Schemas {

    private static final String REFERENCE = "#/components/schemas/";

    private final Map<String, JsonNode> byName = new TreeMap<>();

    Schemas(JsonNode description) {
        description
                .required("components")
                .required("schemas")
                .properties()
                .forEach(each -> byName.put(each.getKey(), each.getValue()));
    }

    Map<String, JsonNode> byName() {
        return byName;
    }

    /** The schema of this name. */
    JsonNode named(String name) {
        JsonNode schema = byName.get(name);
        if (schema == null) {
            throw new IllegalArgumentException("no schema is named " + name);
        }
        return schema;
    }

    static boolean isEnumeration(JsonNode schema) {
        return schema.has("enum");
    }

    /** Whether null is one of the values. */
    boolean isNullable(JsonNode schema) {
        for (JsonNode type : schema.path("type")) {
            if (type.asString().equals("null")) {
                return true;
            }
        }
        for (JsonNode choice : schema.path("anyOf")) {
            if (choice.path("type").asString("").equals("null")) {
                return true;
            }
        }
        String name = name(schema);
        return name != null && isNullable(named(name));
    }

    Shape shape(JsonNode schema) {
        String name = name(schema);
        if (name != null) {
            JsonNode named = named(name);
            return isEnumeration(named) ? Shape.Scalar.TEXT : new Shape.Described(AdminClientGenerator.named(name));
        }
        if (schema.has("anyOf")) {
            return shape(onlyChoice(schema));
        }
        return switch (type(schema)) {
            case "string" -> Shape.Scalar.TEXT;
            case "boolean" -> Shape.Scalar.FLAG;
            case "integer" -> integer(schema.path("format").asString(""));
            case "array" -> new Shape.Listed(shape(schema.required("items")));
            case "object" ->
                schema.path("additionalProperties").isObject()
                        ? new Shape.Mapped(shape(schema.required("additionalProperties")))
                        : new Shape.Free();
            default -> throw unknown(schema);
        };
    }

    private static Shape integer(String format) {
        return switch (format) {
            case "int32" -> Shape.Scalar.INT;
            case "int64" -> Shape.Scalar.LONG;
            default -> new Shape.Unbounded();
        };
    }

    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (type.isString()) {
            return type.asString();
        }
        List<String> types = new ArrayList<>();
        type.forEach(each -> types.add(each.asString()));
        types.remove("null");
        if (types.size() != 1) {
            throw unknown(schema);
        }
        return types.getFirst();
    }

    private static JsonNode onlyChoice(JsonNode schema) {
        List<JsonNode> choices = new ArrayList<>();
        for (JsonNode choice : schema.required("anyOf")) {
            if (!choice.path("type").asString("").equals("null")) {
                choices.add(choice);
            }
        }
        if (choices.size() != 1) {
            throw unknown(schema);
        }
        return choices.getFirst();
    }

    private static IllegalArgumentException unknown(JsonNode schema) {
        return new IllegalArgumentException("no type of Java is known for " + schema);
    }

    private @Nullable String name(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        if (reference.isEmpty()) {
            return null;
        }
        String name = reference.substring(REFERENCE.length());
        if (!reference.startsWith(REFERENCE) || !byName.containsKey(name)) {
            throw unknown(schema);
        }
        return name;
    }

    /** The names of all schemas that these refer to, directly or not. */
    Set<String> reachable(Collection<JsonNode> from) {
        Set<String> found = new TreeSet<>();
        Deque<JsonNode> waiting = new ArrayDeque<>(from);
        while (!waiting.isEmpty()) {
            JsonNode node = waiting.pop();
            String name = node.isObject() ? name(node) : null;
            if (name != null && found.add(name)) {
                waiting.push(named(name));
            }
            node.forEach(waiting::push);
        }
        return found;
    }
}
