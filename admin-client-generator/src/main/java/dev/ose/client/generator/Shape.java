package dev.ose.client.generator;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** What JSON values of a schema are in Java. */
sealed interface Shape {

    ClassName MEMBERS = AdminClientGenerator.named("Members");

    /** Its type, a primitive one where that exists. */
    TypeName type();

    /** A function that reads it of the JSON of a value. */
    CodeBlock reader();

    /** Reads it of the JSON of a value that may be missing. */
    CodeBlock read(CodeBlock json);

    /** A value that is neither list nor object. */
    enum Scalar implements Shape {
        TEXT(String.class, "asString", "\"\""),
        INT(int.class, "asInt", "0"),
        LONG(long.class, "asLong", "0"),
        FLAG(boolean.class, "asBoolean", "false");

        private final Class<?> type;
        private final String method;
        private final String absent;

        Scalar(Class<?> type, String method, String absent) {
            this.type = type;
            this.method = method;
            this.absent = absent;
        }

        @Override
        public TypeName type() {
            return TypeName.get(type);
        }

        @Override
        public CodeBlock reader() {
            return CodeBlock.of("$T::$L", JsonNode.class, method);
        }

        @Override
        public CodeBlock read(CodeBlock json) {
            return CodeBlock.of("$L.$L($L)", json, method, absent);
        }
    }

    /** An integer without bounds. */
    record Unbounded() implements Shape {

        @Override
        public TypeName type() {
            return TypeName.get(BigInteger.class);
        }

        @Override
        public CodeBlock reader() {
            return CodeBlock.of("$T::integer", MEMBERS);
        }

        @Override
        public CodeBlock read(CodeBlock json) {
            return CodeBlock.of("$T.integer($L)", MEMBERS, json);
        }
    }

    /** An object whose members are not described. */
    record Free() implements Shape {

        @Override
        public TypeName type() {
            return TypeName.get(JsonNode.class);
        }

        @Override
        public CodeBlock reader() {
            return CodeBlock.of("$T.identity()", Function.class);
        }

        @Override
        public CodeBlock read(CodeBlock json) {
            return json;
        }
    }

    /** A document that has a record. */
    record Described(ClassName type) implements Shape {

        @Override
        public CodeBlock reader() {
            return CodeBlock.of("$T::new", type);
        }

        @Override
        public CodeBlock read(CodeBlock json) {
            return CodeBlock.of("new $T($L)", type, json);
        }
    }

    /** A list. */
    record Listed(Shape item) implements Shape {

        @Override
        public TypeName type() {
            return ParameterizedTypeName.get(
                    ClassName.get(List.class), item.type().box());
        }

        @Override
        public CodeBlock reader() {
            return CodeBlock.of("json -> $L", read(CodeBlock.of("json")));
        }

        @Override
        public CodeBlock read(CodeBlock json) {
            return CodeBlock.of("$T.list($L, $L)", MEMBERS, json, item.reader());
        }
    }

    /** An object whose members have any names. */
    record Mapped(Shape value) implements Shape {

        @Override
        public TypeName type() {
            return ParameterizedTypeName.get(
                    ClassName.get(Map.class),
                    ClassName.get(String.class),
                    value.type().box());
        }

        @Override
        public CodeBlock reader() {
            return CodeBlock.of("json -> $L", read(CodeBlock.of("json")));
        }

        @Override
        public CodeBlock read(CodeBlock json) {
            return CodeBlock.of("$T.map($L, $L)", MEMBERS, json, value.reader());
        }
    }
}
