package dev.ose.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The generated requests against the description that they are generated from. */
class DescribedOperationsTest {

    /** An operation of the description that answers JSON or nothing. */
    record Described(String tag, String id, String method, String path, String sample) {

        @Override
        public String toString() {
            return id;
        }
    }

    static Stream<Described> operations() throws IOException {
        List<Described> all = new ArrayList<>();
        JsonNode paths = JsonMapper.shared()
                .readTree(Files.readString(Path.of("../docs/reference/openapi.json")))
                .required("paths");
        for (Map.Entry<String, JsonNode> path : paths.properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                if (isJson(operation.getValue().required("responses"))) {
                    all.add(new Described(
                            operation.getValue().path("tags").path(0).asString(),
                            operation.getValue().path("operationId").asString(),
                            operation.getKey(),
                            path.getKey(),
                            path.getKey().replaceAll("\\{[^}]*}", "a%20%2F")));
                }
            }
        }
        return all.stream();
    }

    private static boolean isJson(JsonNode answers) {
        return answers.properties().stream()
                .filter(it -> it.getKey().startsWith("2"))
                .findFirst()
                .map(it -> it.getValue().path("content"))
                .filter(it -> it.isEmpty() || it.has("application/json"))
                .isPresent();
    }

    @Test
    void descriptionHasManyOperations() throws Exception {
        assertThat(operations()).hasSizeGreaterThan(150);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void operationIsARequest(Described operation) throws Exception {
        List<String> names = new ArrayList<>();
        for (Method method : apiOf(operation.tag()).getDeclaredMethods()) {
            names.add(method.getName());
            if (method.getName().equalsIgnoreCase(operation.id())) {
                Call<?> call = call(method);

                assertThat(call.method()).isEqualToIgnoringCase(operation.method());
                assertThat(call.target()).isEqualTo(operation.sample());
                return;
            }
        }
        assertThat(names).contains(operation.id());
    }

    private static Class<?> apiOf(String tag) throws ClassNotFoundException {
        String name = Arrays.stream(tag.split(" ", -1))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .reduce("", String::concat);
        return Class.forName("dev.ose.client." + (name.equals("CORS") ? "Cors" : name) + "Api");
    }

    private static Call<?> call(Method method) throws ReflectiveOperationException {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> type == String.class ? "a /" : null)
                .toArray();
        return ((Request<?>) method.invoke(null, arguments)).call();
    }
}
