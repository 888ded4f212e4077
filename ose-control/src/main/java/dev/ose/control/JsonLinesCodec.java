package dev.ose.control;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Messages as lines of JSON. Only on the socket are secrets written in clear. */
final class JsonLinesCodec {

    // Unknown fields are rejected: ignoring one, such as dryRun, would change the command's meaning.
    private static final JsonMapper STRICT = JsonMapper.builder()
            .addModule(secrets())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final JsonMapper LENIENT = JsonMapper.builder()
            .addModule(secrets())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private JsonLinesCodec() {}

    private static SimpleModule secrets() {
        return new SimpleModule("secrets")
                .addSerializer(Secret.class, new Teller())
                .addDeserializer(Secret.class, new Keeper());
    }

    private static final class Teller extends ValueSerializer<Secret> {
        @Override
        public void serialize(Secret secret, JsonGenerator json, SerializationContext context) {
            json.writeString(secret.<String>use(bytes -> new String(bytes, StandardCharsets.UTF_8)));
        }
    }

    private static final class Keeper extends ValueDeserializer<Secret> {
        @Override
        public Secret deserialize(JsonParser json, DeserializationContext context) {
            return Secret.of(json.getString());
        }
    }

    /** A message with its line end. */
    static byte[] line(Object message) {
        return (LENIENT.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    static Command command(byte[] line) throws ControlException {
        Command command;
        try {
            command = STRICT.readValue(line, Command.class);
        } catch (JacksonException e) {
            // Without Jackson's message, which may quote a secret.
            throw unreadable();
        }
        if (command == null) {
            throw unreadable();
        }
        return command;
    }

    /** A value from an own file; an error does not quote the contents. */
    static <T> Optional<T> value(byte[] json, Class<T> type) throws IOException {
        try {
            return Optional.ofNullable(LENIENT.readValue(json, type));
        } catch (JacksonException e) {
            throw new IOException("not a " + type.getSimpleName());
        }
    }

    static Event event(byte[] line) throws ControlException {
        try {
            Event event = LENIENT.readValue(line, Event.class);
            if (event != null) {
                return event;
            }
        } catch (JacksonException e) {
            // Reported below, as for null: nothing of the line may be quoted.
        }
        throw new ControlException(ControlCode.OUTCOME_UNKNOWN.refusal(
                "The keeper's answer cannot be read.",
                "Bring ose and the keeper to the same version, then look at ose service status."));
    }

    private static ControlException unreadable() {
        return new ControlException(ControlCode.UNREADABLE.refusal(
                "The keeper does not know this command.",
                "Bring ose and the keeper to the same version: restart ose-keeper after an upgrade."));
    }
}
