package dev.ose.s3.document;

import dev.ose.s3.xml.XmlWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a value of JSON as the document that {@link JsonAnswer} would have made it of. Everything must be of its
 * shape: what was passed over might be what the client cares for most.
 */
final class JsonToXml {

    private final XmlWriter xml;

    private JsonToXml(XmlWriter xml) {
        this.xml = xml;
    }

    /** The document, or {@code MalformedJSON}. */
    static byte[] write(String root, JsonShape.Fields shape, JsonValue.Members document) {
        XmlWriter xml = Documents.start(root);
        new JsonToXml(xml).members(shape, document);
        return xml.end().toBytes();
    }

    private void members(JsonShape.Fields shape, JsonValue.Members values) {
        Set<String> written = new HashSet<>();
        members(shape, values, written);
        if (written.size() < values.names().size()) {
            throw JsonTree.malformed();
        }
    }

    private void members(JsonShape.Fields shape, JsonValue.Members values, Set<String> written) {
        for (JsonShape.Member member : shape.members().values()) {
            if (member.name().isEmpty() && member.shape() instanceof JsonShape.Fields inner) {
                if (hasAny(inner, values)) {
                    xml.start(member.element());
                    members(inner, values, written);
                    xml.end();
                }
            } else {
                JsonValue value = values.find(member.name());
                if (value != null) {
                    written.add(member.name());
                    member(member, value);
                }
            }
        }
    }

    private static boolean hasAny(JsonShape.Fields shape, JsonValue.Members values) {
        return shape.members().values().stream().map(JsonShape.Member::name).anyMatch(values::has);
    }

    private void member(JsonShape.Member member, JsonValue value) {
        if (!member.repeated()) {
            element(member.element(), member.shape(), value);
        } else if (value instanceof JsonValue.Items items) {
            items.values().forEach(item -> element(member.element(), member.shape(), item));
        } else {
            throw JsonTree.malformed();
        }
    }

    private void element(String name, JsonShape shape, JsonValue value) {
        switch (shape) {
            case JsonShape.Text _ -> xml.element(name, text(value));
            case JsonShape.Tag _ -> xml.element(name, '"' + text(value).strip().replace("\"", "") + '"');
            case JsonShape.Count _ -> xml.element(name, count(value));
            case JsonShape.Flag _ -> xml.element(name, flag(value));
            case JsonShape.Only(String inner) ->
                xml.start(name).element(inner, text(value)).end();
            case JsonShape.Fields inner -> {
                xml.start(name);
                members(inner, object(value));
                xml.end();
            }
            case JsonShape.Kinds(var inner, var kinds) -> {
                JsonValue.Members object = object(value);
                xml.startTyped(name, kind(kinds, object));
                members(inner, object);
                xml.end();
            }
        }
    }

    private static String kind(Map<String, String> kinds, JsonValue.Members object) {
        List<String> found = kinds.entrySet().stream()
                .filter(kind -> object.has(kind.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        if (found.size() != 1) {
            throw JsonTree.malformed();
        }
        return found.getFirst();
    }

    private static String text(JsonValue value) {
        if (value instanceof JsonValue.Text(String text)) {
            return text;
        }
        throw JsonTree.malformed();
    }

    private static long count(JsonValue value) {
        if (value instanceof JsonValue.Count(long number)) {
            return number;
        }
        throw JsonTree.malformed();
    }

    private static boolean flag(JsonValue value) {
        if (value instanceof JsonValue.Flag(boolean isSet)) {
            return isSet;
        }
        throw JsonTree.malformed();
    }

    private static JsonValue.Members object(JsonValue value) {
        if (value instanceof JsonValue.Members members) {
            return members;
        }
        throw JsonTree.malformed();
    }
}
