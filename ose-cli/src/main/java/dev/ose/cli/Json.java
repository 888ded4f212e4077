package dev.ose.cli;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Builds JSON. */
final class Json {

    private Json() {}

    /** An object with its fields in the given order, name before value. */
    static JsonNode object(Object... namesAndValues) {
        ObjectNode object = JsonMapper.shared().createObjectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.set((String) namesAndValues[i], tree(namesAndValues[i + 1]));
        }
        return object;
    }

    static JsonNode tree(Object value) {
        return JsonMapper.shared().valueToTree(value);
    }
}
