package dev.ose.server.catalog.search;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.label.LabelName;
import dev.ose.server.catalog.label.Labels;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A condition on objects. */
public sealed interface Filter {

    /** A comparison operator. */
    enum Relation {
        EQUAL,
        DIFFERENT,
        LESS,
        AT_MOST,
        MORE,
        AT_LEAST;

        /** Whether the operator holds for the result of a {@code compareTo}. */
        boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case DIFFERENT -> order != 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case MORE -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }
    }

    /** A conjunction; matches everything if it has no parts. */
    record All(List<Filter> parts) implements Filter {
        public All {
            parts = List.copyOf(parts);
        }
    }

    /** A disjunction; matches nothing if it has no parts. */
    record Any(List<Filter> parts) implements Filter {
        public Any {
            parts = List.copyOf(parts);
        }
    }

    /** Compares the key in UTF-8 byte order. */
    record Key(Relation relation, String value) implements Filter {}

    /** Matches the whole key. */
    record KeyLike(Glob pattern, boolean wanted) implements Filter {}

    /** Compares the size in bytes. */
    record Size(Relation relation, long bytes) implements Filter {}

    /** Compares the modification time, to the second. */
    record Modified(Relation relation, Instant at) implements Filter {}

    /** The entity tag, without quotes. */
    record Tag(String value, boolean wanted) implements Filter {}

    /**
     * Matches the whole value of a label; an absent label matches no pattern. If the object's labels are unknown,
     * neither the condition nor its negation matches.
     */
    record Label(LabelName name, Glob pattern, boolean wanted) implements Filter {}

    /** The bucket's name. */
    record BucketLike(Glob pattern, boolean wanted) implements Filter {}

    /** The name of the bucket's owner. */
    record OwnerLike(Glob pattern, boolean wanted) implements Filter {}

    /**
     * Simplifies the filter for one bucket: conditions on buckets and owners are decided, and those on labels if the
     * bucket keeps none.
     */
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
            case Label label -> bucket.labels().isKept() ? label : nothing();
        };
    }

    /**
     * Whether the object matches. To be called on the result of {@link #in}.
     *
     * @param labels null if unknown
     */
    default boolean matches(IndexedObject object, @Nullable Labels labels) {
        return switch (this) {
            case All(List<Filter> parts) -> parts.stream().allMatch(part -> part.matches(object, labels));
            case Any(List<Filter> parts) -> parts.stream().anyMatch(part -> part.matches(object, labels));
            case Key(Relation relation, String value) ->
                relation.holds(ObjectKey.compareUtf8(object.key().value(), value));
            case KeyLike(Glob pattern, boolean wanted) ->
                pattern.matches(object.key().value()) == wanted;
            case Size(Relation relation, long bytes) ->
                relation.holds(Long.compare(object.facts().sizeBytes(), bytes));
            case Modified(Relation relation, Instant at) ->
                relation.holds(object.facts()
                        .modifiedAt()
                        .truncatedTo(ChronoUnit.SECONDS)
                        .compareTo(at));
            case Tag(String value, boolean wanted) -> object.facts().etag().equals(value) == wanted;
            case Label(LabelName name, Glob pattern, boolean wanted) ->
                labels != null && labels.find(name).filter(pattern::matches).isPresent() == wanted;
            case BucketLike like -> throw undecided();
            case OwnerLike like -> throw undecided();
        };
    }

    /** The narrowest range of keys, without evaluating disjunctions, that contains all matches. */
    default KeyRange range() {
        return switch (this) {
            case All(List<Filter> parts) -> parts.stream().map(Filter::range).reduce(KeyRange.ALL, KeyRange::and);
            case Key(Relation relation, String value) ->
                switch (relation) {
                    case EQUAL -> KeyRange.only(value);
                    case LESS -> new KeyRange("", Optional.of(value));
                    case AT_MOST -> new KeyRange("", Optional.of(KeyRange.next(value)));
                    case MORE, AT_LEAST -> KeyRange.from(value);
                    case DIFFERENT -> KeyRange.ALL;
                };
            case KeyLike(Glob pattern, boolean wanted) ->
                wanted ? KeyRange.startingWith(pattern.prefix()) : KeyRange.ALL;
            case Any any -> KeyRange.ALL;
            case Size size -> KeyRange.ALL;
            case Modified modified -> KeyRange.ALL;
            case Tag tag -> KeyRange.ALL;
            case Label label -> KeyRange.ALL;
            case BucketLike like -> KeyRange.ALL;
            case OwnerLike like -> KeyRange.ALL;
        };
    }

    /** A pattern that the keys of all matches have, if it is narrower than {@link #range}. */
    default Optional<Glob> keyPattern() {
        return switch (this) {
            case All(List<Filter> parts) ->
                parts.stream().flatMap(part -> part.keyPattern().stream()).findFirst();
            case KeyLike(Glob pattern, boolean wanted) when wanted && !pattern.isPrefix() -> Optional.of(pattern);
            case KeyLike like -> Optional.empty();
            case Any any -> Optional.empty();
            case Key key -> Optional.empty();
            case Size size -> Optional.empty();
            case Modified modified -> Optional.empty();
            case Tag tag -> Optional.empty();
            case Label label -> Optional.empty();
            case BucketLike like -> Optional.empty();
            case OwnerLike like -> Optional.empty();
        };
    }

    /** Whether the filter contains a condition on labels. */
    default boolean asksForLabels() {
        return switch (this) {
            case All(List<Filter> parts) -> parts.stream().anyMatch(Filter::asksForLabels);
            case Any(List<Filter> parts) -> parts.stream().anyMatch(Filter::asksForLabels);
            case Label label -> true;
            case Key key -> false;
            case KeyLike like -> false;
            case Size size -> false;
            case Modified modified -> false;
            case Tag tag -> false;
            case BucketLike like -> false;
            case OwnerLike like -> false;
        };
    }

    /** The filter without conditions on labels: it matches at least as much. */
    default Filter withoutLabels() {
        return switch (this) {
            case All(List<Filter> parts) ->
                new All(parts.stream().map(Filter::withoutLabels).toList());
            case Any(List<Filter> parts) ->
                new Any(parts.stream().map(Filter::withoutLabels).toList());
            case Label label -> everything();
            case Key key -> key;
            case KeyLike like -> like;
            case Size size -> size;
            case Modified modified -> modified;
            case Tag tag -> tag;
            case BucketLike like -> like;
            case OwnerLike like -> like;
        };
    }

    /** A label that all matches have, with a value instead of a pattern. */
    default Optional<Label> commonLabel() {
        return switch (this) {
            case All(List<Filter> parts) ->
                parts.stream().flatMap(part -> part.commonLabel().stream()).findFirst();
            case Label label
            when label.wanted() && !Glob.isPattern(label.pattern().text()) -> Optional.of(label);
            case Label label -> Optional.empty();
            case Any any -> Optional.empty();
            case Key key -> Optional.empty();
            case KeyLike like -> Optional.empty();
            case Size size -> Optional.empty();
            case Modified modified -> Optional.empty();
            case Tag tag -> Optional.empty();
            case BucketLike like -> Optional.empty();
            case OwnerLike like -> Optional.empty();
        };
    }

    private static IllegalStateException undecided() {
        return new IllegalStateException("what a filter says of a bucket is decided before its objects are read");
    }

    /** Matches every object. */
    static Filter everything() {
        return new All(List.of());
    }

    /** Matches no object. */
    static Filter nothing() {
        return new Any(List.of());
    }

    private static Filter constant(boolean holds) {
        return holds ? everything() : nothing();
    }
}
