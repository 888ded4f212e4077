package dev.ose.s3.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The Condition element of a statement as it is written, so that some of its conditions can be taken out while the
 * others stay letter by letter.
 *
 * @param text the whole element, a JSON object
 */
record ConditionText(String text, List<Test> tests) {

    /** One operator applied to one key; {@code written} is the JSON of its values. */
    record Test(String operator, String key, List<String> values, String written) {

        /** The parsed condition, without variables. */
        Condition condition() {
            return Condition.of(new Condition.Test(operator, key), ContextKey.find(key), values, false);
        }
    }

    ConditionText {
        tests = List.copyOf(tests);
    }

    /**
     * Reads an element.
     *
     * @throws MalformedPolicyException if it is not an object of objects of texts or lists of texts
     */
    static ConditionText read(String text) {
        List<Test> tests = new ArrayList<>();
        try (JsonParser json = PolicyReader.parser(text)) {
            require(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String operator = json.currentName();
                require(json.nextToken() == JsonToken.START_OBJECT);
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    tests.add(test(operator, json, text));
                }
            }
        } catch (JacksonException e) {
            throw new MalformedPolicyException("it is not valid JSON");
        }
        return new ConditionText(text, tests);
    }

    private static Test test(String operator, JsonParser json, String text) {
        String key = json.currentName();
        List<String> values = new ArrayList<>();
        boolean isList = json.nextToken() == JsonToken.START_ARRAY;
        int start = (int) json.currentTokenLocation().getCharOffset();
        if (isList) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                values.add(value(json));
            }
            require(!values.isEmpty());
        } else {
            values.add(value(json));
        }
        int end = (int) json.currentLocation().getCharOffset();
        return new Test(operator, key, values, text.substring(start, end));
    }

    private static String value(JsonParser json) {
        JsonToken token = json.currentToken();
        require(token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL);
        // Read to its end, behind which the parser then stands.
        return json.getString();
    }

    private static void require(boolean isSo) {
        if (!isSo) {
            throw new MalformedPolicyException("a Condition holds operators, which hold keys with texts");
        }
    }

    /** The tests by operator and key, in their order, each with the JSON of its values. */
    Map<String, Map<String, String>> written(Predicate<Test> kept) {
        Map<String, Map<String, String>> operators = new LinkedHashMap<>();
        tests.stream().filter(kept).forEach(test -> operators
                .computeIfAbsent(test.operator(), _ -> new LinkedHashMap<>())
                .put(test.key(), test.written()));
        return operators;
    }

    /**
     * An element of these tests.
     *
     * @throws MalformedPolicyException if an operator or key has characters that no known one has
     */
    static String write(Map<String, Map<String, String>> operators) {
        StringBuilder json = new StringBuilder("{");
        operators.forEach((operator, keys) -> {
            json.append(json.length() > 1 ? "," : "").append(name(operator)).append(":{");
            String separator = "";
            for (Map.Entry<String, String> key : keys.entrySet()) {
                json.append(separator).append(name(key.getKey())).append(':').append(key.getValue());
                separator = ",";
            }
            json.append('}');
        });
        return json.append('}').toString();
    }

    private static String name(String name) {
        if (!name.chars().allMatch(c -> c >= ' ' && c < 0x7f && c != '"' && c != '\\')) {
            throw new MalformedPolicyException("a name in a Condition has characters that none has");
        }
        return '"' + name + '"';
    }
}
