package dev.ose.s3.document;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A value of JSON that grows while a document, in XML or in JSON, is read. */
sealed interface JsonValue {

    /** Writes the value, with all that is in it by now. */
    void write(JsonGenerator json);

    /** A text. */
    record Text(String text) implements JsonValue {
        @Override
        public void write(JsonGenerator json) {
            json.writeString(text);
        }
    }

    /** A whole number. */
    record Count(long number) implements JsonValue {
        @Override
        public void write(JsonGenerator json) {
            json.writeNumber(number);
        }
    }

    /** Yes or no. */
    record Flag(boolean isSet) implements JsonValue {
        @Override
        public void write(JsonGenerator json) {
            json.writeBoolean(isSet);
        }
    }

    /** A list. */
    final class Items implements JsonValue {

        private final List<JsonValue> values = new ArrayList<>();

        void add(JsonValue value) {
            values.add(value);
        }

        List<JsonValue> values() {
            return Collections.unmodifiableList(values);
        }

        @Override
        public void write(JsonGenerator json) {
            json.writeStartArray();
            values.forEach(value -> value.write(json));
            json.writeEndArray();
        }
    }

    /** An object; its members keep the order in which they came. */
    final class Members implements JsonValue {

        private final Map<String, JsonValue> values = new LinkedHashMap<>();

        void put(String name, JsonValue value) {
            values.put(name, value);
        }

        boolean has(String name) {
            return values.containsKey(name);
        }

        @Nullable
        JsonValue find(String name) {
            return values.get(name);
        }

        /** Takes the member away; null if there is none of that name. */
        @Nullable
        JsonValue remove(String name) {
            return values.remove(name);
        }

        Set<String> names() {
            return Collections.unmodifiableSet(values.keySet());
        }

        /** The list of that name, which is there from now on. */
        Items items(String name) {
            if (values.computeIfAbsent(name, _ -> new Items()) instanceof Items items) {
                return items;
            }
            throw new IllegalStateException(name + " is no list");
        }

        @Override
        public void write(JsonGenerator json) {
            json.writeStartObject();
            writeMembers(json);
            json.writeEndObject();
        }

        /** Writes the members alone, into an object that may have more. */
        void writeMembers(JsonGenerator json) {
            values.forEach((name, value) -> {
                json.writeName(name);
                value.write(json);
            });
        }
    }
}
