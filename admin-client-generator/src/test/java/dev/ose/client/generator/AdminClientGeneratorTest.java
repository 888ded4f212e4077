package dev.ose.client.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.palantir.javapoet.JavaFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class AdminClientGeneratorTest {

    private static final String OPERATION = """
            {"operationId": "ListThings", "summary": "List things", "tags": ["Small things"],
             "parameters": [
               {"in": "query", "name": "after", "schema": {"type": "string"}},
               {"in": "query", "name": "limit", "schema": {"type": "integer", "format": "int32"}},
               {"in": "path", "name": "owner", "schema": {"type": "string"}, "description": "Id of a user."},
               {"in": "header", "name": "If-None-Match", "schema": {"type": "string"}}],
             "responses": {"200": {"content": {"application/json": {"schema":
               {"$ref": "#/components/schemas/PageThing"}}}}}}""";

    private static final String SCHEMAS = """
            {"PageThing": {"type": "object", "required": ["items"], "properties": {
               "items": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
               "next": {"type": "string"}}},
             "Thing": {"type": "object", "required": ["name", "size"], "properties": {
               "name": {"type": "string"},
               "size": {"type": "integer", "format": "int64"},
               "kind": {"$ref": "#/components/schemas/Kind"},
               "default": {"type": ["null", "boolean"]}}},
             "NewThing": {"type": "object", "required": ["name"], "properties": {
               "name": {"type": "string"},
               "kind": {"anyOf": [{"$ref": "#/components/schemas/Kind"}, {"type": "null"}]}}},
             "Kind": {"type": "string", "enum": ["BIG", "so-so"]}}""";

    @TempDir
    Path folder;

    private static Map<String, String> sources(String path, String method, String operation, String schemas) {
        String description = """
                {"paths": {"%s": {"%s": %s}},
                 "components": {"schemas": %s}}""".formatted(path, method, operation, schemas);
        return AdminClientGenerator.sources(JsonMapper.shared().readTree(description)).stream()
                .collect(Collectors.toMap(it -> it.typeSpec().name(), JavaFile::toString));
    }

    private static Map<String, String> sources() {
        return sources("/things/{owner}", "get", OPERATION, SCHEMAS);
    }

    private static Map<String, String> creation(String answers) {
        String operation = """
                {"operationId": "CreateThing", "summary": "Create a thing", "tags": ["XYZ"],
                 "requestBody": {"content": {"application/json": {"schema":
                   {"$ref": "#/components/schemas/NewThing"}}}},
                 "responses": %s}""".formatted(answers);
        return sources("/things", "post", operation, SCHEMAS);
    }

    @Test
    void operationIsMethodOfItsTag() {
        String api = sources().get("SmallThingsApi");

        assertThat(api)
                .contains("public static ListThings listThings(String owner)")
                .contains("Call.of(\"GET\", \"/things/{}\", null, PageThing::new, owner)")
                .contains("@param owner Id of a user.")
                .contains("record ListThings(Call<PageThing> call) implements Paged<PageThing>")
                .contains("public ListThings limit(@Nullable Integer limit)")
                .doesNotContain("If-None-Match");
    }

    @Test
    void receivedDocumentHasMembersToRead() {
        String thing = sources().get("Thing");

        assertThat(thing)
                .contains("public String name()")
                .contains("public long size()")
                .contains("public @Nullable String kind()")
                .contains("public @Nullable Boolean default_()")
                .doesNotContain("with");
        assertThat(sources().get("PageThing"))
                .contains("implements ResultPage<Thing>")
                .contains("public List<Thing> items()");
    }

    @Test
    void sentDocumentHasMembersToSet() {
        Map<String, String> sources = creation("{\"204\": {}}");

        assertThat(sources.get("NewThing"))
                .contains("public static NewThing of(String name)")
                .contains("public NewThing withKind(@Nullable String kind)")
                .doesNotContain("String name()");
        assertThat(sources.get("XyzApi")).contains("public static Call<JsonNode> createThing(NewThing body)");
    }

    @Test
    void documentDoesNotPrintItsMembers() {
        assertThat(creation("{\"204\": {}}").get("NewThing"))
                .containsPattern("String toString\\(\\) \\{\\s+return \"NewThing\";");
    }

    @Test
    void enumerationIsConstants() {
        assertThat(sources().get("Kind"))
                .contains("public static final String BIG = \"BIG\"")
                .contains("public static final String SO_SO = \"so-so\"");
    }

    @Test
    void textAndRedirectsAreLeftOut() {
        assertThat(creation("{\"200\": {\"content\": {\"text/csv\": {\"schema\": {\"type\": \"string\"}}}}}"))
                .doesNotContainKey("XyzApi");
        assertThat(creation("{\"302\": {}}")).doesNotContainKey("XyzApi");
    }

    @Test
    void unknownSchemaIsRefused() {
        String schemas = """
                {"PageThing": {"type": "object", "properties": {"odd": {"oneOf": []}}}}""";

        assertThatThrownBy(() -> sources("/things/{owner}", "get", OPERATION, schemas))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("oneOf");
    }

    @Test
    void folderKeepsWhatIsTheSameAndNothingElse() throws Exception {
        Path description = Files.writeString(
                folder.resolve("openapi.json"),
                "{\"paths\": {\"/things/{owner}\": {\"get\": " + OPERATION + "}}, \"components\": {\"schemas\": "
                        + SCHEMAS + "}}");
        Path root = folder.resolve("out");
        String[] arguments = {description.toString(), root.toString()};
        AdminClientGenerator.main(arguments);
        Path home = root.resolve("dev/ose/client");
        FileTime longAgo = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
        Files.setLastModifiedTime(home.resolve("Thing.java"), longAgo);
        Files.writeString(home.resolve("Kind.java"), "class Kind {}");
        Path former = Files.writeString(home.resolve("Former.java"), "class Former {}");

        AdminClientGenerator.main(arguments);

        assertThat(Files.getLastModifiedTime(home.resolve("Thing.java"))).isEqualTo(longAgo);
        assertThat(home.resolve("Kind.java")).content().contains("SO_SO");
        assertThat(former).doesNotExist();
    }
}
