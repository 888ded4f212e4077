package dev.ose.server.search;

import java.time.Instant;
import java.util.List;

/** What an object must be like to be found. */
public sealed interface Filter {

    /** How a value must stand to another. */
    enum Relation {
        EQUAL,
        DIFFERENT,
        LESS,
        AT_MOST,
        MORE,
        AT_LEAST
    }

    /** All of these; everything if there are none. */
    record All(List<Filter> parts) implements Filter {
        public All {
            parts = List.copyOf(parts);
        }
    }

    /** One of these; nothing if there are none. */
    record Any(List<Filter> parts) implements Filter {
        public Any {
            parts = List.copyOf(parts);
        }
    }

    /** The key, by the bytes of its UTF-8. */
    record Key(Relation relation, String value) implements Filter {}

    /** The key as a whole. */
    record KeyLike(Glob pattern, boolean wanted) implements Filter {}

    /** The size in bytes. */
    record Size(Relation relation, long bytes) implements Filter {}

    /** When it was written, to the second. */
    record Modified(Relation relation, Instant at) implements Filter {}

    /** The entity tag, without quotes. */
    record Tag(String value, boolean wanted) implements Filter {}

    /** The bucket's name. */
    record BucketLike(Glob pattern, boolean wanted) implements Filter {}

    /** The name of the bucket's owner. */
    record OwnerLike(Glob pattern, boolean wanted) implements Filter {}

    /** The same filter in one bucket: what it says of buckets and owners is decided, and what follows from that. */
    default Filter in(SearchedBucket bucket) {
        return switch (this) {
            case BucketLike(Glob pattern, boolean wanted) ->
                constant(pattern.matches(bucket.name().value()) == wanted);
            case OwnerLike(Glob pattern, boolean wanted) -> constant(pattern.matches(bucket.owner()) == wanted);
            case All(List<Filter> parts) -> {
                List<Filter> left = parts.stream()
                        .map(part -> part.in(bucket))
                        .filter(part -> !part.equals(everything()))
                        .toList();
                yield left.contains(nothing()) ? nothing() : left.size() == 1 ? left.getFirst() : new All(left);
            }
            case Any(List<Filter> parts) -> {
                List<Filter> left = parts.stream()
                        .map(part -> part.in(bucket))
                        .filter(part -> !part.equals(nothing()))
                        .toList();
                yield left.contains(everything()) ? everything() : left.size() == 1 ? left.getFirst() : new Any(left);
            }
            case Key key -> key;
            case KeyLike like -> like;
            case Size size -> size;
            case Modified modified -> modified;
            case Tag tag -> tag;
        };
    }

    /** Finds every object. */
    static Filter everything() {
        return new All(List.of());
    }

    /** Finds none. */
    static Filter nothing() {
        return new Any(List.of());
    }

    private static Filter constant(boolean holds) {
        return holds ? everything() : nothing();
    }
}
