package dev.ose.s3.form;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.form.PolicyCondition.Equal;
import dev.ose.s3.form.PolicyCondition.LengthRange;
import dev.ose.s3.form.PolicyCondition.Prefix;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Reads the JSON of a policy: {@code {"expiration": ..., "conditions": [...]}}. */
final class PolicyDocument {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonParser json;
    private final List<PolicyCondition> conditions = new ArrayList<>();
    private @Nullable Instant expiration;
    private boolean hasConditions;

    private PolicyDocument(JsonParser json) {
        this.json = json;
    }

    static PostPolicy parse(String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw invalid("could not decode Base64.");
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            return new PolicyDocument(parser).policy();
        } catch (JacksonException e) {
            throw invalid("Invalid JSON.");
        }
    }

    private PostPolicy policy() {
        require(json.nextToken(), JsonToken.START_OBJECT);
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            switch (json.currentName()) {
                case "expiration" -> expiration = instant(nextText());
                case "conditions" -> conditions();
                default -> throw invalid("Unexpected: '" + json.currentName() + "'.");
            }
        }
        if (json.nextToken() != null) {
            throw invalid("Invalid JSON.");
        }
        if (expiration == null) {
            throw invalid("Policy missing expiration.");
        }
        if (!hasConditions) {
            throw invalid("Policy missing conditions.");
        }
        return new PostPolicy(expiration, conditions);
    }

    private void conditions() {
        hasConditions = true;
        require(json.nextToken(), JsonToken.START_ARRAY);
        while (true) {
            switch (json.nextToken()) {
                case START_OBJECT -> equality();
                case START_ARRAY -> condition();
                case END_ARRAY -> {
                    return;
                }
                default -> throw invalid("Invalid Condition: must be an object or a list.");
            }
        }
    }

    private void equality() {
        String one = "Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.";
        if (json.nextToken() != JsonToken.PROPERTY_NAME) {
            throw invalid(one);
        }
        conditions.add(new Equal(json.currentName().toLowerCase(Locale.ROOT), nextText()));
        if (json.nextToken() != JsonToken.END_OBJECT) {
            throw invalid(one);
        }
    }

    private void condition() {
        String operator = nextText().toLowerCase(Locale.ROOT);
        switch (operator) {
            case "eq" -> conditions.add(new Equal(field(nextText()), nextText()));
            case "starts-with" -> conditions.add(new Prefix(field(nextText()), nextText()));
            case "content-length-range" -> conditions.add(new LengthRange(nextLength(), nextLength()));
            default -> throw invalid("Invalid Condition: unknown operation '" + operator + "'.");
        }
        require(json.nextToken(), JsonToken.END_ARRAY);
    }

    private static String field(String name) {
        if (!name.startsWith("$")) {
            throw invalid("Invalid Condition: a field begins with '$'.");
        }
        return name.substring(1).toLowerCase(Locale.ROOT);
    }

    private String nextText() {
        JsonToken token = json.nextToken();
        if (token == null || !token.isScalarValue() || token == JsonToken.VALUE_NULL) {
            throw invalid("Invalid Condition: a text was expected.");
        }
        return json.getString();
    }

    private long nextLength() {
        String text = nextText();
        try {
            long length = Long.parseLong(text);
            if (length >= 0) {
                return length;
            }
        } catch (NumberFormatException e) {
            throw invalid("Invalid content-length-range.");
        }
        throw invalid("Invalid content-length-range.");
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw invalid("Invalid 'expiration' value: '" + text + "'");
        }
    }

    private static void require(@Nullable JsonToken actual, JsonToken expected) {
        if (actual != expected) {
            throw invalid("Invalid JSON.");
        }
    }

    private static S3ErrorException invalid(String why) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_POLICY_DOCUMENT, "Invalid Policy: " + why));
    }
}
