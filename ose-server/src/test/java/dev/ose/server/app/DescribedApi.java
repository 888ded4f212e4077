package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI document of the documentation, which every answer that a test sees has to fit: its status, its media
 * type, and its body, whose objects have no members but the described ones. A body that the service accepted has to
 * fit, too.
 */
final class DescribedApi {

    static final Path FILE = Path.of("../docs/reference/openapi.json");

    private static final Pattern VARIABLE = Pattern.compile("\\\\\\{[^}]+}");
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private static final int REDIRECTED = 300;
    private static final DescribedApi CHECKED_IN = read();

    private final JsonNode document;
    private final List<Route> routes;
    private final Map<JsonNode, Schema> schemas = new ConcurrentHashMap<>();

    /** A path of the document, as an expression for requests. */
    private record Route(String path, Pattern pattern, JsonNode operations) {

        static Route of(Map.Entry<String, JsonNode> path) {
            String text = path.getKey().replace("{", "\\{").replace(".", "\\.");
            return new Route(
                    path.getKey(), Pattern.compile(VARIABLE.matcher(text).replaceAll("[^/]+")), path.getValue());
        }

        int variables() {
            return (int) path.chars().filter(c -> c == '{').count();
        }
    }

    private DescribedApi(JsonNode document) {
        this.document = document;
        this.routes = document.get("paths")
                .propertyStream()
                .map(Route::of)
                .sorted(Comparator.comparingInt(Route::variables))
                .toList();
    }

    private static DescribedApi read() {
        try {
            return new DescribedApi(JsonMapper.shared().readTree(Files.readString(FILE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails unless the document has this answer to this request; paths that it does not have are not its matter. */
    static void check(HttpRequest request, HttpResponse<String> answer) {
        CHECKED_IN
                .find(request.method(), request.uri().getRawPath())
                .ifPresent(operation -> CHECKED_IN.check(operation, body(request), answer));
    }

    /** Publishers of texts publish all at once. */
    private static String body(HttpRequest request) {
        HttpResponse.BodySubscriber<String> text = HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
        request.bodyPublisher().orElse(HttpRequest.BodyPublishers.noBody()).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                text.onSubscribe(subscription);
            }

            @Override
            public void onNext(ByteBuffer part) {
                text.onNext(List.of(part));
            }

            @Override
            public void onError(Throwable failure) {
                text.onError(failure);
            }

            @Override
            public void onComplete() {
                text.onComplete();
            }
        });
        return text.getBody().toCompletableFuture().join();
    }

    private Optional<JsonNode> find(String method, String path) {
        return routes.stream()
                .filter(route -> route.pattern().matcher(path).matches())
                .findFirst()
                .flatMap(route -> route.operations().optional(method.toLowerCase(Locale.ROOT)));
    }

    private void check(JsonNode operation, String sent, HttpResponse<String> answer) {
        String seen = "%s %d %s".formatted(operation.get("operationId").asString(), answer.statusCode(), answer.body());
        JsonNode described = resolved(operation.get("responses").path(Integer.toString(answer.statusCode())));
        assertThat(described.isMissingNode()).as("undescribed: %s", seen).isFalse();
        checkBody(described.path("content"), answer, seen);
        if (answer.statusCode() < REDIRECTED && operation.has("requestBody")) {
            JsonNode body = operation.at("/requestBody/content/application~1json/schema");
            assertThat(errors(body, sent)).as("accepted by %s: %s", seen, sent).isEmpty();
        }
    }

    private void checkBody(JsonNode contents, HttpResponse<String> answer, String seen) {
        String type = answer.headers()
                .firstValue("Content-Type")
                .map(DescribedApi::bare)
                .orElse("");
        if (answer.body().isEmpty() && contents.isEmpty()) {
            return;
        }
        JsonNode content = contents.propertyStream()
                .filter(it -> bare(it.getKey()).equals(type))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(MissingNode.getInstance());
        assertThat(content.isMissingNode())
                .as("of the type '%s': %s", type, seen)
                .isFalse();
        if (type.equals("application/json") || type.endsWith("+json")) {
            assertThat(errors(content.get("schema"), answer.body())).as(seen).isEmpty();
        }
    }

    private static String bare(String mediaType) {
        return mediaType.split(";", 2)[0].strip();
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asString().substring(1)) : node;
    }

    private List<String> errors(JsonNode schema, String body) {
        return schemas
                .computeIfAbsent(schema, this::compile)
                .validate(
                        JsonMapper.shared().readTree(body),
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                .stream()
                .map(Error::toString)
                .toList();
    }

    /** A schema of the document on its own, and strict: an undescribed member is a mistake of the document. */
    private Schema compile(JsonNode schema) {
        ObjectNode whole = JsonMapper.shared().createObjectNode();
        whole.setAll((ObjectNode) schema);
        ObjectNode definitions = whole.putObject("$defs");
        document.at("/components/schemas").propertyStream().forEach(it -> {
            ObjectNode definition = (ObjectNode) it.getValue().deepCopy();
            if (definition.has("properties") && !definition.has("additionalProperties")) {
                definition.put("additionalProperties", false);
            }
            definitions.set(it.getKey(), definition);
        });
        return SCHEMAS.getSchema(
                JsonMapper.shared().readTree(whole.toString().replace("#/components/schemas/", "#/$defs/")));
    }
}
