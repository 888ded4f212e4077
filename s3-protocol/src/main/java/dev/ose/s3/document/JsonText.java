package dev.ose.s3.document;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes documents in JSON. */
final class JsonText {

    private static final JsonFactory JSON = new JsonFactory();

    private JsonText() {}

    /** The output of the steps, in UTF-8. */
    static byte[] of(Consumer<JsonGenerator> steps) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            steps.accept(json);
        }
        return out.toByteArray();
    }
}
