package dev.ose.osis.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Reads and writes the documents as JSON in snake case. Thread-safe. */
public final class OsisJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // RFC 8259 leaves open which of two equal names counts, and another parser may have validated the other
            // one.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(
                    EnumFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE,
                    EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .addModule(new SimpleModule()
                    .addSerializer(Secret.class, new SecretWriter())
                    .addDeserializer(Secret.class, new SecretReader()))
            .build();

    private OsisJson() {}

    /** The document of this form. */
    public static <T> T read(byte[] json, Class<T> form) throws MalformedDocumentException {
        try {
            return present(MAPPER.readValue(json, form), form);
        } catch (JacksonException e) {
            throw new MalformedDocumentException(form.getSimpleName());
        }
    }

    /** A page of documents of this form. */
    public static <T> OsisPage<T> readPage(byte[] json, Class<T> form) throws MalformedDocumentException {
        JavaType page = MAPPER.getTypeFactory().constructParametricType(OsisPage.class, form);
        try {
            return present(MAPPER.<OsisPage<T>>readValue(json, page), form);
        } catch (JacksonException e) {
            throw new MalformedDocumentException("page of " + form.getSimpleName());
        }
    }

    /** JSON null is well-formed, but not a document. */
    private static <T> T present(@Nullable T document, Class<?> form) throws MalformedDocumentException {
        if (document == null) {
            throw new MalformedDocumentException(form.getSimpleName());
        }
        return document;
    }

    /** The document's JSON, on one line. */
    public static byte[] write(Object document) {
        return MAPPER.writeValueAsBytes(document);
    }

    private static final class SecretWriter extends StdSerializer<Secret> {

        SecretWriter() {
            super(Secret.class);
        }

        @Override
        public void serialize(Secret secret, JsonGenerator json, SerializationContext context) {
            secret.use(bytes -> json.writeString(new String(bytes, StandardCharsets.UTF_8)));
        }
    }

    private static final class SecretReader extends StdDeserializer<Secret> {

        SecretReader() {
            super(Secret.class);
        }

        @Override
        public Secret deserialize(JsonParser json, DeserializationContext context) {
            return Secret.of(json.getString());
        }
    }
}
