package dev.ose.client.generator;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import tools.jackson.databind.JsonNode;

/**
 * Writes the class of each tag: a static method for each operation, which takes the parameters of the path and the
 * body. The query is set at what it returns, a record of the operation.
 */
final class ApiSource {

    private static final ClassName CALL = AdminClientGenerator.named("Call");
    private static final ClassName REQUEST = AdminClientGenerator.named("Request");
    private static final ClassName PAGED = AdminClientGenerator.named("Paged");

    private final Schemas schemas;

    ApiSource(Schemas schemas) {
        this.schemas = schemas;
    }

    List<TypeSpec> types(List<Operation> operations) {
        Map<String, List<Operation>> byTag =
                operations.stream().collect(Collectors.groupingBy(Operation::tag, TreeMap::new, Collectors.toList()));
        List<TypeSpec> types = new ArrayList<>();
        byTag.forEach((tag, all) -> types.add(api(tag, all)));
        return types;
    }

    private TypeSpec api(String tag, List<Operation> operations) {
        ClassName self = AdminClientGenerator.named(JavaNames.ofTag(tag) + "Api");
        TypeSpec.Builder type = TypeSpec.classBuilder(self)
                .addJavadoc("Requests of the admin API: $L.", tag)
                .addAnnotation(DocumentSource.GENERATED)
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .build());
        for (Operation operation : operations) {
            if (!operation.inQuery().isEmpty()) {
                type.addType(query(self.nestedClass(operation.id()), operation));
            }
            type.addMethod(method(self, operation));
        }
        return type.build();
    }

    private MethodSpec method(ClassName self, Operation operation) {
        MethodSpec.Builder method = MethodSpec.methodBuilder(JavaNames.variable(operation.id()))
                .addJavadoc(
                        "$L: {@code $L $L}.",
                        operation.line().summary(),
                        operation.line().method(),
                        operation.line().path())
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC);
        List<CodeBlock> arguments = new ArrayList<>();
        String path = operation.line().path();
        for (Operation.Parameter parameter : operation.inPath()) {
            String variable = JavaNames.variable(parameter.name());
            method.addParameter(String.class, variable);
            if (!parameter.description().isEmpty()) {
                method.addJavadoc("\n\n@param $N $L", variable, parameter.description());
            }
            arguments.add(CodeBlock.of(", $N", variable));
            path = path.replace('{' + parameter.name() + '}', "{}");
        }
        JsonNode body = operation.body();
        if (body != null) {
            method.addParameter(schemas.shape(body).type(), "body");
        }
        CodeBlock call = CodeBlock.of(
                "$T.of($S, $S, $L, $L$L)",
                CALL,
                operation.line().method(),
                path,
                body == null ? "null" : "body",
                answer(operation).reader(),
                CodeBlock.join(arguments, ""));
        if (operation.inQuery().isEmpty()) {
            return method.returns(
                            ParameterizedTypeName.get(CALL, answer(operation).type()))
                    .addStatement("return $L", call)
                    .build();
        }
        ClassName query = self.nestedClass(operation.id());
        return method.returns(query)
                .addStatement("return new $T($L)", query, call)
                .build();
    }

    private Shape answer(Operation operation) {
        JsonNode schema = operation.answer();
        return schema == null ? new Shape.Free() : schemas.shape(schema);
    }

    private TypeSpec query(ClassName self, Operation operation) {
        TypeName answer = answer(operation).type();
        boolean isPaged = isPaged(operation);
        TypeSpec.Builder type = TypeSpec.recordBuilder(self)
                .addJavadoc("$L.", operation.line().summary())
                .addModifiers(Modifier.PUBLIC)
                .addSuperinterface(ParameterizedTypeName.get(isPaged ? PAGED : REQUEST, answer))
                .recordConstructor(MethodSpec.constructorBuilder()
                        .addParameter(ParameterizedTypeName.get(CALL, answer), "call")
                        .build());
        for (Operation.Parameter parameter : operation.inQuery()) {
            String variable = JavaNames.variable(parameter.name());
            MethodSpec.Builder method = MethodSpec.methodBuilder(variable)
                    .addModifiers(Modifier.PUBLIC)
                    .returns(self)
                    .addParameter(DocumentSource.nullable(schemas.shape(parameter.schema())), variable)
                    .addStatement("return new $T(call.with($S, $N))", self, parameter.name(), variable);
            if (!parameter.description().isEmpty()) {
                method.addJavadoc("$L Unset if null.", parameter.description());
            }
            if (isPaged && Set.of("after", "limit").contains(parameter.name())) {
                method.addAnnotation(Override.class);
            }
            type.addMethod(method.build());
        }
        return type.build();
    }

    private boolean isPaged(Operation operation) {
        Set<String> names =
                operation.inQuery().stream().map(Operation.Parameter::name).collect(Collectors.toSet());
        return names.containsAll(Set.of("after", "limit"))
                && answer(operation) instanceof Shape.Described it
                && schemas.named(it.type().simpleName()).path("properties").has("next");
    }
}
