package dev.ose.s3.policy;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A statement that allows named principals some actions on some resources, without conditions and exceptions.
 *
 * @param sid its Sid
 */
public record SimpleGrant(String sid, Set<String> principals, Set<String> actions, Set<String> resources) {

    public SimpleGrant {
        principals = Set.copyOf(principals);
        actions = Set.copyOf(actions);
        resources = Set.copyOf(resources);
    }

    /** Parses a statement with any spacing and order; empty if it has any other element. */
    public static Optional<SimpleGrant> read(String statement) {
        try (JsonParser json = PolicyReader.parser(statement)) {
            return new Reader(json).read();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** The statement in JSON. No text of it may have characters that JSON escapes. */
    public String text() {
        return "{\"Sid\":\"" + sid + "\",\"Effect\":\"Allow\",\"Principal\":{\"AWS\":" + list(principals)
                + "},\"Action\":" + list(actions) + ",\"Resource\":" + list(resources) + '}';
    }

    /** In the order of their names, so that equal grants make equal texts. */
    private static String list(Collection<String> texts) {
        return new TreeSet<>(texts).stream().collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }

    /** The elements of a statement read so far. */
    private static final class Reader {

        private final JsonParser json;
        private String sid = "";
        private String effect = "";
        private Set<String> principals = Set.of();
        private Set<String> actions = Set.of();
        private Set<String> resources = Set.of();
        private boolean isPlain = true;

        Reader(JsonParser json) {
            this.json = json;
        }

        Optional<SimpleGrant> read() {
            isPlain = json.nextToken() == JsonToken.START_OBJECT;
            while (isPlain && json.nextToken() == JsonToken.PROPERTY_NAME) {
                member(json.currentName());
            }
            return isPlain && effect.equals("Allow") && !principals.contains(Principal.EVERYBODY)
                    ? Optional.of(new SimpleGrant(sid, principals, actions, resources))
                    : Optional.empty();
        }

        private void member(String name) {
            json.nextToken();
            switch (name) {
                case "Sid" -> sid = text();
                case "Effect" -> effect = text();
                case "Principal" -> principals = accounts();
                case "Action" -> actions = texts();
                case "Resource" -> resources = texts();
                default -> isPlain = false;
            }
        }

        private String text() {
            isPlain &= json.currentToken() == JsonToken.VALUE_STRING;
            return isPlain ? json.getString() : "";
        }

        private Set<String> texts() {
            Set<String> texts = new LinkedHashSet<>();
            if (json.currentToken() == JsonToken.START_ARRAY) {
                while (isPlain && json.nextToken() != JsonToken.END_ARRAY) {
                    texts.add(text());
                }
            } else {
                texts.add(text());
            }
            return texts;
        }

        private Set<String> accounts() {
            Set<String> names = new LinkedHashSet<>();
            isPlain &= json.currentToken() == JsonToken.START_OBJECT;
            while (isPlain && json.nextToken() == JsonToken.PROPERTY_NAME) {
                isPlain = json.currentName().equals("AWS");
                json.nextToken();
                names.addAll(texts());
            }
            return names;
        }
    }
}
