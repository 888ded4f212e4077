package dev.ose.server.pagination;

import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import java.time.Instant;
import java.util.List;

/** A filter on the rows of a list. */
public sealed interface ListFilter {

    /** A conjunction; matches everything if it has no parts. */
    record All(List<ListFilter> parts) implements ListFilter {

        public All {
            parts = List.copyOf(parts);
        }
    }

    /** A disjunction; matches nothing if it has no parts. */
    record Any(List<ListFilter> parts) implements ListFilter {

        public Any {
            parts = List.copyOf(parts);
        }
    }

    /** Whether a text matches a pattern, or does not. */
    record Like(ListProperty property, Glob pattern, boolean isWanted) implements ListFilter {}

    /** A comparison of a text, byte by byte. */
    record Text(ListProperty property, Relation relation, String value) implements ListFilter {}

    /** Whether a text starts with a prefix. */
    record StartsWith(ListProperty property, String prefix) implements ListFilter {}

    /** A comparison of a number. */
    record Numeric(ListProperty property, Relation relation, long value) implements ListFilter {}

    /** A comparison of a time. What never happens is after all times. */
    record Time(ListProperty property, Relation relation, Instant value) implements ListFilter {}
}
