package dev.ose.server.catalog.search;

import dev.ose.server.catalog.search.Filter.Relation;
import java.time.Instant;
import java.util.List;

/** A condition on buckets. */
public sealed interface BucketFilter {

    /** A conjunction; matches everything if it has no parts. */
    record All(List<BucketFilter> parts) implements BucketFilter {
        public All {
            parts = List.copyOf(parts);
        }
    }

    /** A disjunction; matches nothing if it has no parts. */
    record Any(List<BucketFilter> parts) implements BucketFilter {
        public Any {
            parts = List.copyOf(parts);
        }
    }

    /** Compares a text in UTF-8 byte order. */
    record Text(BucketProperty property, Relation relation, String value) implements BucketFilter {}

    /** Matches a whole text. */
    record Like(BucketProperty property, Glob pattern, boolean wanted) implements BucketFilter {}

    /** Compares a number of objects or bytes. */
    record Amount(BucketProperty property, Relation relation, long number) implements BucketFilter {}

    /** Compares the creation time, to the second. */
    record Created(Relation relation, Instant at) implements BucketFilter {}
}
