package dev.ose.server.catalog.search;

import dev.ose.server.catalog.search.Filter.Relation;
import java.time.Instant;
import java.util.List;

/** What a bucket must be like to be found. */
public sealed interface BucketFilter {

    /** All of these; everything if there are none. */
    record All(List<BucketFilter> parts) implements BucketFilter {
        public All {
            parts = List.copyOf(parts);
        }
    }

    /** One of these; nothing if there are none. */
    record Any(List<BucketFilter> parts) implements BucketFilter {
        public Any {
            parts = List.copyOf(parts);
        }
    }

    /** A text, by the bytes of its UTF-8. */
    record Text(BucketProperty property, Relation relation, String value) implements BucketFilter {}

    /** A text as a whole. */
    record Like(BucketProperty property, Glob pattern, boolean wanted) implements BucketFilter {}

    /** A number of objects or bytes. */
    record Amount(BucketProperty property, Relation relation, long number) implements BucketFilter {}

    /** When it was made, to the second. */
    record Created(Relation relation, Instant at) implements BucketFilter {}
}
