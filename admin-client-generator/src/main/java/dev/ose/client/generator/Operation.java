package dev.ose.client.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An operation that answers JSON or nothing.
 *
 * @param tag the subject that it belongs to
 * @param id its {@code operationId}
 * @param line how it is asked for
 * @param inPath the parameters of the path, in its order
 * @param inQuery the parameters of the query
 * @param body the schema of the body; absent if it has none
 * @param answer the schema of the answer of success; absent if that has no body
 */
record Operation(
        String tag,
        String id,
        Line line,
        List<Parameter> inPath,
        List<Parameter> inQuery,
        @Nullable JsonNode body,
        @Nullable JsonNode answer) {

    private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

    /** The request line, and a sentence about what it asks for. */
    record Line(String method, String path, String summary) {}

    /** A parameter with its schema and description. */
    record Parameter(String name, JsonNode schema, String description) {}

    /** All such operations of an OpenAPI document, in its order. */
    static List<Operation> all(JsonNode description) {
        List<Operation> all = new ArrayList<>();
        description.required("paths").properties().forEach(path -> path.getValue()
                .properties()
                .forEach(each -> {
                    if (!METHODS.contains(each.getKey())) {
                        throw new IllegalArgumentException(path.getKey() + " has an unknown member " + each.getKey());
                    }
                    success(each.getValue())
                            .ifPresent(content ->
                                    all.add(of(description, path.getKey(), each.getKey(), each.getValue(), content)));
                }));
        return all;
    }

    private static Operation of(
            JsonNode description, String path, String method, JsonNode operation, Map<String, JsonNode> content) {
        List<Parameter> inPath = new ArrayList<>();
        List<Parameter> inQuery = new ArrayList<>();
        for (JsonNode each : operation.path("parameters")) {
            JsonNode parameter = resolved(description, each);
            List<Parameter> list =
                    switch (parameter.required("in").asString()) {
                        case "path" -> inPath;
                        case "query" -> inQuery;
                        // Conditions and keys of repetition are the transport's.
                        case "header" -> new ArrayList<>();
                        default -> throw new IllegalArgumentException("a parameter is in " + parameter.path("in"));
                    };
            list.add(new Parameter(
                    parameter.required("name").asString(),
                    parameter.required("schema"),
                    parameter.path("description").asString("")));
        }
        inPath.sort((a, b) -> Integer.compare(path.indexOf('{' + a.name() + '}'), path.indexOf('{' + b.name() + '}')));
        return new Operation(
                operation.required("tags").required(0).asString(),
                operation.required("operationId").asString(),
                new Line(
                        method.toUpperCase(Locale.ROOT),
                        path,
                        operation.required("summary").asString()),
                inPath,
                inQuery,
                body(operation),
                content.get("application/json"));
    }

    private static @Nullable JsonNode body(JsonNode operation) {
        JsonNode content = operation.path("requestBody").path("content");
        return content.isEmpty()
                ? null
                : content.properties().iterator().next().getValue().required("schema");
    }

    /** The schemas of the answer of success by media type; nothing if it is a redirect or no JSON. */
    private static Optional<Map<String, JsonNode>> success(JsonNode operation) {
        Map<String, JsonNode> statuses = new TreeMap<>();
        operation.required("responses").properties().forEach(each -> statuses.put(each.getKey(), each.getValue()));
        for (Map.Entry<String, JsonNode> status : statuses.entrySet()) {
            if (status.getKey().startsWith("2")) {
                Map<String, JsonNode> content = new TreeMap<>();
                status.getValue()
                        .path("content")
                        .properties()
                        .forEach(each ->
                                content.put(each.getKey(), each.getValue().required("schema")));
                return content.isEmpty() || content.containsKey("application/json")
                        ? Optional.of(content)
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static JsonNode resolved(JsonNode description, JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.isEmpty() ? node : description.at(reference.substring(1));
    }
}
