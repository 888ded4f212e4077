package dev.ose.client.generator;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.processing.Generated;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Writes the record of each document: methods that read members if it is received, and such that set them if it is
 * sent. An enumeration becomes a class of constants.
 */
final class DocumentSource {

    static final AnnotationSpec GENERATED = AnnotationSpec.builder(Generated.class)
            .addMember("value", "$S", "docs/reference/openapi.json")
            .build();

    private static final AnnotationSpec NULLABLE =
            AnnotationSpec.builder(Nullable.class).build();
    private static final ClassName DOCUMENT = AdminClientGenerator.named("Document");
    private static final ClassName PAGE = AdminClientGenerator.named("ResultPage");

    private final Schemas schemas;

    DocumentSource(Schemas schemas) {
        this.schemas = schemas;
    }

    List<TypeSpec> types(List<Operation> operations) {
        Set<String> sent = schemas.reachable(operations.stream()
                .map(Operation::body)
                .filter(Objects::nonNull)
                .toList());
        Set<String> received = schemas.reachable(operations.stream()
                .map(Operation::answer)
                .filter(Objects::nonNull)
                .toList());
        List<TypeSpec> types = new ArrayList<>();
        schemas.byName().forEach((name, schema) -> {
            boolean isReceived = received.contains(name) || !sent.contains(name);
            types.add(
                    Schemas.isEnumeration(schema)
                            ? constants(name, schema)
                            : document(name, schema, sent.contains(name), isReceived));
        });
        return types;
    }

    private static TypeSpec constants(String name, JsonNode schema) {
        TypeSpec.Builder type = TypeSpec.classBuilder(AdminClientGenerator.named(name))
                .addJavadoc("Values of {@code $L} in this version of the API.", name)
                .addAnnotation(GENERATED)
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .build());
        for (JsonNode value : schema.required("enum")) {
            type.addField(FieldSpec.builder(String.class, JavaNames.constant(value.asString()))
                    .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                    .initializer("$S", value.asString())
                    .build());
        }
        return type.build();
    }

    private TypeSpec document(String name, JsonNode schema, boolean isSent, boolean isReceived) {
        ClassName self = AdminClientGenerator.named(name);
        Shape item = isReceived ? itemOfPage(schema) : null;
        TypeSpec.Builder type = TypeSpec.recordBuilder(self)
                .addJavadoc("The document {@code $L}.", name)
                .addAnnotation(GENERATED)
                .addModifiers(Modifier.PUBLIC)
                .recordConstructor(MethodSpec.constructorBuilder()
                        .addParameter(JsonNode.class, "json")
                        .build())
                .addSuperinterface(
                        item == null
                                ? DOCUMENT
                                : ParameterizedTypeName.get(PAGE, item.type().box()));
        type.addMethod(MethodSpec.methodBuilder("toString")
                .addJavadoc("Omits the members, which may be secrets.")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(String.class)
                .addStatement("return $S", name)
                .build());
        Set<String> required = new TreeSet<>();
        schema.path("required").forEach(each -> required.add(each.asString()));
        if (isSent) {
            type.addMethod(of(self, schema.path("properties"), required));
        }
        schema.path("properties").properties().forEach(member -> {
            boolean isNeeded = required.contains(member.getKey());
            if (isReceived) {
                boolean isOfPage = item != null && Set.of("items", "next").contains(member.getKey());
                type.addMethod(getter(member.getKey(), member.getValue(), isNeeded, isOfPage));
            }
            if (isSent && (!isNeeded || isReceived)) {
                type.addMethod(setter(self, member.getKey(), member.getValue()));
            }
        });
        return type.build();
    }

    /** What the items of a page are; null if the schema is not that of a page. */
    private @Nullable Shape itemOfPage(JsonNode schema) {
        JsonNode members = schema.path("properties");
        return members.has("next") && members.path("items").has("items")
                ? schemas.shape(members.path("items").path("items"))
                : null;
    }

    private MethodSpec of(ClassName self, JsonNode members, Set<String> required) {
        MethodSpec.Builder method = MethodSpec.methodBuilder("of")
                .addJavadoc("A document with the members that it must have.")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(self);
        List<CodeBlock> pairs = new ArrayList<>();
        for (String name : required) {
            String variable = JavaNames.variable(name);
            method.addParameter(schemas.shape(members.required(name)).type(), variable);
            pairs.add(CodeBlock.of("$S, $N", name, variable));
        }
        return method.addStatement("return new $T($T.object($L))", self, Shape.MEMBERS, CodeBlock.join(pairs, ", "))
                .build();
    }

    private MethodSpec getter(String name, JsonNode schema, boolean isRequired, boolean isOverride) {
        Shape shape = schemas.shape(schema);
        // A document that is absent says so itself, and lists without items say enough.
        boolean isNull = (!isRequired || schemas.isNullable(schema))
                && (shape instanceof Shape.Scalar || shape instanceof Shape.Unbounded);
        CodeBlock json = CodeBlock.of("json.path($S)", name);
        MethodSpec.Builder method =
                MethodSpec.methodBuilder(JavaNames.variable(name)).addModifiers(Modifier.PUBLIC);
        if (isOverride) {
            method.addAnnotation(Override.class);
        }
        String description = schema.path("description").asString("");
        if (!description.isEmpty()) {
            method.addJavadoc("$L.", description);
        }
        return isNull
                ? method.returns(nullable(shape))
                        .addStatement("return $T.optional($L, $L)", Shape.MEMBERS, json, shape.reader())
                        .build()
                : method.returns(shape.type())
                        .addStatement("return $L", shape.read(json))
                        .build();
    }

    private MethodSpec setter(ClassName self, String name, JsonNode schema) {
        Shape shape = schemas.shape(schema);
        String variable = JavaNames.variable(name);
        MethodSpec.Builder method = MethodSpec.methodBuilder("with" + JavaNames.camel(name))
                .addModifiers(Modifier.PUBLIC)
                .returns(self);
        String description = schema.path("description").asString("");
        if (!description.isEmpty()) {
            method.addJavadoc("$L.", description);
        }
        return method.addParameter(
                        ParameterSpec.builder(schemas.isNullable(schema) ? nullable(shape) : shape.type(), variable)
                                .build())
                .addStatement("return new $T($T.with(json, $S, $N))", self, Shape.MEMBERS, name, variable)
                .build();
    }

    static TypeName nullable(Shape shape) {
        return shape.type().box().annotated(NULLABLE);
    }
}
