package dev.ose.client.generator;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.TypeSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The main class. */
public final class AdminClientGenerator {

    /** The package of what is generated, and of what it uses. */
    static final String PACKAGE = "dev.ose.client";

    private AdminClientGenerator() {}

    /**
     * Writes the sources into a directory, in which nothing else is left; files that have not changed stay as they are.
     *
     * @param arguments the OpenAPI document, and the directory
     * @throws IOException if the document cannot be read, or a file not be written
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("the arguments are the OpenAPI document and a directory");
        }
        JsonNode description = JsonMapper.shared().readTree(Files.readString(Path.of(arguments[0])));
        new SourceFolder(Path.of(arguments[1])).replace(sources(description));
    }

    /** The sources for an OpenAPI document. */
    static List<JavaFile> sources(JsonNode description) {
        List<TypeSpec> types = new ArrayList<>();
        List<Operation> operations = Operation.all(description);
        Schemas schemas = new Schemas(description);
        types.addAll(new DocumentSource(schemas).types(operations));
        types.addAll(new ApiSource(schemas).types(operations));
        return types.stream()
                .map(type -> JavaFile.builder(PACKAGE, type)
                        .indent("    ")
                        .skipJavaLangImports(true)
                        .build())
                .toList();
    }

    static ClassName named(String name) {
        return ClassName.get(PACKAGE, name);
    }
}
