package dev.ose.server.roster;

import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import java.time.Instant;
import java.util.List;

/** A condition on the rows of a list. */
public sealed interface Condition {

    /** A conjunction; matches everything if it has no parts. */
    record All(List<Condition> parts) implements Condition {

        public All {
            parts = List.copyOf(parts);
        }
    }

    /** A disjunction; matches nothing if it has no parts. */
    record Any(List<Condition> parts) implements Condition {

        public Any {
            parts = List.copyOf(parts);
        }
    }

    /** Whether a text matches a pattern, or does not. */
    record Like(Property property, Glob pattern, boolean isWanted) implements Condition {}

    /** A comparison of a text, byte by byte. */
    record Text(Property property, Relation relation, String value) implements Condition {}

    /** Whether a text begins with a prefix. */
    record Begins(Property property, String prefix) implements Condition {}

    /** A comparison of a number. */
    record Numeric(Property property, Relation relation, long value) implements Condition {}

    /** A comparison of a time. What never happens is after all times. */
    record Time(Property property, Relation relation, Instant value) implements Condition {}
}
