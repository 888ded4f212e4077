package dev.ose.s3.document;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The mapping between an element of a document and JSON. */
sealed interface JsonShape {

    /** A text as it stands. */
    record Text() implements JsonShape {}

    /** An entity tag, without its quotes. */
    record Tag() implements JsonShape {}

    /** A whole number. */
    record Count() implements JsonShape {}

    /** Yes or no. */
    record Flag() implements JsonShape {}

    /** The text of the one element in it that matters. */
    record Only(String element) implements JsonShape {}

    /**
     * An object.
     *
     * @param members by the names of their elements; other elements are left out
     * @param isOpen whether other elements, which are texts then, are kept under their own names
     */
    record Fields(Map<String, Member> members, boolean isOpen) implements JsonShape {}

    /**
     * An object of one of several kinds, each with a member that the others lack; its element in XML names the kind.
     *
     * @param kinds by the names of those members in JSON
     */
    record Kinds(Fields fields, Map<String, String> kinds) implements JsonShape {}

    /**
     * One member of an object.
     *
     * @param name its name in JSON; empty if what is in it belongs to the object around it
     * @param repeated whether it is a list
     */
    record Member(String element, String name, JsonShape shape, boolean repeated) {}

    /** In the given order, so that lists that are empty are always written in the same place. */
    static Fields fields(Member... members) {
        Map<String, Member> byElement = new LinkedHashMap<>();
        for (Member member : members) {
            byElement.put(member.element(), member);
        }
        return new Fields(Collections.unmodifiableMap(byElement), false);
    }

    static Member one(String element, String name, JsonShape shape) {
        return new Member(element, name, shape, false);
    }

    static Member text(String element, String name) {
        return one(element, name, new Text());
    }

    static Member count(String element, String name) {
        return one(element, name, new Count());
    }

    static Member flag(String element, String name) {
        return one(element, name, new Flag());
    }

    static Member list(String element, String name, JsonShape shape) {
        return new Member(element, name, shape, true);
    }

    static Member flat(String element, Fields inner) {
        return one(element, "", inner);
    }
}
