package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads one whole object of untrusted JSON. Refuses with {@code MalformedJSON} a name that comes twice, more than 16
 * levels or 20,000 values, and every number that is not a whole one of 64 bits. A member that is null counts as one
 * that is not there.
 */
final class JsonTree {

    private static final int MAX_DEPTH = 16;

    /** More than the members of 1,000 objects to delete. */
    private static final int MAX_VALUES = 20_000;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private final JsonParser json;
    private int values;

    private JsonTree(JsonParser json) {
        this.json = json;
    }

    static JsonValue.Members read(byte[] document) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), document)) {
            JsonTree tree = new JsonTree(parser);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw malformed();
            }
            JsonValue.Members read = tree.members();
            if (parser.nextToken() != null) {
                throw malformed();
            }
            return read;
        } catch (JacksonException e) {
            throw malformed();
        }
    }

    static S3ErrorException malformed() {
        return new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_JSON));
    }

    private JsonValue.Members members() {
        JsonValue.Members members = new JsonValue.Members();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken token = json.nextToken();
            if (token != JsonToken.VALUE_NULL) {
                members.put(name, value(token));
            }
        }
        return members;
    }

    private JsonValue.Items items() {
        JsonValue.Items items = new JsonValue.Items();
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            items.add(value(token));
        }
        return items;
    }

    private JsonValue value(@Nullable JsonToken token) {
        values++;
        if (values > MAX_VALUES) {
            throw malformed();
        }
        return switch (token) {
            case VALUE_STRING -> new JsonValue.Text(json.getString());
            case VALUE_NUMBER_INT -> new JsonValue.Count(json.getLongValue());
            case VALUE_TRUE -> new JsonValue.Flag(true);
            case VALUE_FALSE -> new JsonValue.Flag(false);
            case START_OBJECT -> members();
            case START_ARRAY -> items();
            case null, default -> throw malformed();
        };
    }
}
