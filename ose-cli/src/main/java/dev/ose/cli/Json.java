package dev.ose.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
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

    /** Adds a member of a merge patch, unless the option for it was not given; an empty one removes what there is. */
    static void change(Map<String, @Nullable Object> patch, String member, @Nullable String option) {
        if (option != null) {
            patch.put(member, option.isEmpty() ? null : option);
        }
    }

    static JsonNode tree(Object value) {
        return JsonMapper.shared().valueToTree(value);
    }
}
