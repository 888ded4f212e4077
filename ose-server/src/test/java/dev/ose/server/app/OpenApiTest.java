package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.StoragePlatform;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.app.openapi.ApiDescription;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The OpenAPI document of a node whose platform can do everything: compared with the one in the documentation, which
 * {@code -Dose.golden=write} writes. Each run also leaves it as {@code target/openapi.json}.
 */
class OpenApiTest extends OnAdminNode {

    private static final JsonMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonNode document = JsonMapper.shared().nullNode();

    /** Can do everything that adapters can report, so that all operations are described. */
    private static final class AblePlatform extends MemoryPlatform {

        @Override
        public PlatformInfo info() {
            PlatformInfo usual = super.info();
            return new PlatformInfo(
                    usual.kind(),
                    usual.version(),
                    usual.s3Endpoint(),
                    usual.region(),
                    EnumSet.allOf(Capability.class),
                    Set.of());
        }
    }

    @Override
    StoragePlatform platform() {
        return new AblePlatform();
    }

    @BeforeAll
    void read() throws Exception {
        HttpResponse<String> answer = node.get("/api/v1/openapi");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        document = AdminNode.json(answer);
    }

    @Test
    void documentIsTheOneOfTheDocumentation() throws IOException {
        String text = INDENTED.writeValueAsString(document) + '\n';
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/openapi.json"), text);
        if ("write".equals(System.getProperty("ose.golden"))) {
            Files.writeString(DescribedApi.FILE, text);
        }

        assertThat(text).isEqualTo(Files.readString(DescribedApi.FILE));
    }

    @Test
    void everyOperationIsDescribedOrHasAReasonNotToBe() {
        List<String> described = document.get("paths")
                .propertyStream()
                .flatMap(path -> path.getValue().propertyStream().map(it -> it.getKey() + ' ' + path.getKey()))
                .toList();

        assertThat(described)
                .containsExactlyInAnyOrderElementsOf(AdminOperations.all().stream()
                        .filter(operation -> !ApiDescription.UNDESCRIBED.containsKey(operation))
                        .map(AdminOperation::route)
                        .map(route -> route.method().name().toLowerCase(Locale.ROOT) + ' ' + route.path())
                        .toList());
    }

    @Test
    void everyOperationSaysWhatItTakesAndAnswers() {
        operations().forEach(operation -> {
            String name = operation.get("operationId").asString();
            assertThat(operation.path("summary").asString("")).as(name).isNotBlank();
            assertThat(operation.path("description").asString("")).as(name).isNotBlank();
            assertThat(operation.path("tags").size()).as(name).isOne();
            assertThat(operation.path("security").size()).as(name).isPositive();
            operation.path("parameters").forEach(parameter -> assertThat(parameter.has("$ref")
                            || !parameter.path("description").asString("").isBlank())
                    .as("%s: %s", name, parameter)
                    .isTrue());
            // A type that cannot be described, such as one whose name another has, leaves nothing here.
            Stream.concat(
                            Stream.of(operation.path("requestBody")),
                            operation.get("responses").valueStream())
                    .flatMap(body -> body.path("content").valueStream())
                    .forEach(content ->
                            assertThat(content.has("schema")).as(name).isTrue());
        });
    }

    @Test
    void loginsAreDeclaredAndNamed() {
        assertThat(document.get("openapi").asString()).startsWith("3.1.");
        assertThat(document.at("/components/securitySchemes").propertyNames())
                .containsExactlyInAnyOrder("session", "csrf", "bearer", "basic");
        assertThat(document.at("/paths/~1api~1v1~1admin~1tenants/post/security").toString())
                .isEqualTo("[{\"csrf\":[],\"session\":[]},{\"bearer\":[]},{\"basic\":[]}]");
        assertThat(document.at("/paths/~1api~1v1~1admin~1me~1tokens/post/security")
                        .toString())
                .doesNotContain("bearer");
        assertThat(document.at("/paths/~1api~1v1~1session/post/security").toString())
                .isEqualTo("[{}]");
    }

    private Stream<JsonNode> operations() {
        return document.get("paths").valueStream().flatMap(JsonNode::valueStream);
    }
}
