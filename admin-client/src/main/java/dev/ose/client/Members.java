package dev.ose.client;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes members of documents. */
final class Members {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Members() {}

    static <T> @Nullable T optional(JsonNode value, Function<JsonNode, T> reader) {
        return value.isMissingNode() || value.isNull() ? null : reader.apply(value);
    }

    static BigInteger integer(JsonNode value) {
        return value.isNumber() ? value.bigIntegerValue() : BigInteger.ZERO;
    }

    static <T> List<T> list(JsonNode values, Function<JsonNode, T> reader) {
        List<T> all = new ArrayList<>();
        values.forEach(each -> all.add(reader.apply(each)));
        return List.copyOf(all);
    }

    /** Iterates in the order of the document. */
    static <T> Map<String, T> map(JsonNode values, Function<JsonNode, T> reader) {
        Map<String, T> all = new LinkedHashMap<>();
        values.properties().forEach(each -> all.put(each.getKey(), reader.apply(each.getValue())));
        return all;
    }

    /** An object with these members, name before value. */
    static JsonNode object(Object... namesAndValues) {
        ObjectNode object = NODES.objectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.set((String) namesAndValues[i], json(namesAndValues[i + 1]));
        }
        return object;
    }

    /** A copy of an object with one member more, which is JSON's null if its value is null. */
    static JsonNode with(JsonNode object, String member, @Nullable Object value) {
        ObjectNode copy = NODES.objectNode();
        copy.setAll((ObjectNode) object);
        return copy.set(member, json(value));
    }

    private static JsonNode json(@Nullable Object value) {
        return switch (value) {
            case null -> NODES.nullNode();
            case JsonNode it -> it;
            case Document it -> it.json();
            case Boolean it -> NODES.booleanNode(it);
            case Integer it -> NODES.numberNode(it);
            case Long it -> NODES.numberNode(it);
            case List<?> it -> {
                ArrayNode array = NODES.arrayNode();
                it.forEach(each -> array.add(json(each)));
                yield array;
            }
            case Map<?, ?> it -> {
                ObjectNode object = NODES.objectNode();
                it.forEach((name, each) -> object.set((String) name, json(each)));
                yield object;
            }
            case String it -> NODES.stringNode(it);
            default -> throw new IllegalStateException(value.getClass() + " is no value of JSON");
        };
    }
}
