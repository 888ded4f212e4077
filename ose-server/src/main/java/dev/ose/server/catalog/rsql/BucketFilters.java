package dev.ose.server.catalog.rsql;

import static dev.ose.server.catalog.rsql.RsqlReader.invalid;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.search.BucketFilter;
import dev.ose.server.catalog.search.BucketProperty;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Parses filters and orders of buckets. Callers outside the buckets' tenant may not use internal properties, because a
 * property that can be compared is disclosed.
 */
public final class BucketFilters {

    private static final Map<String, BucketProperty> PROPERTIES = new TreeMap<>(Map.of(
            "name", BucketProperty.NAME,
            "creationDate", BucketProperty.CREATED,
            "region", BucketProperty.REGION,
            "owner", BucketProperty.OWNER,
            "objectCount", BucketProperty.OBJECTS,
            "usedBytes", BucketProperty.BYTES));

    private final boolean isInsider;

    /** @param isInsider whether the caller belongs to the buckets' tenant */
    public BucketFilters(boolean isInsider) {
        this.isInsider = isInsider;
    }

    /** Parses a filter; an empty text matches everything. Fails with {@code Invalid}. */
    public BucketFilter read(String text) {
        return RsqlReader.read(text, new Words());
    }

    /** The property of that name; {@link BucketProperty#NAME} for an empty one. Fails with {@code Invalid}. */
    public BucketProperty order(String name) {
        return name.isEmpty()
                ? BucketProperty.NAME
                : find(name).orElseThrow(() -> new FailureException(new Failure.Invalid("order", "may be " + names())));
    }

    private Optional<BucketProperty> find(String name) {
        return Optional.ofNullable(PROPERTIES.get(name)).filter(this::mayBeAsked);
    }

    private boolean mayBeAsked(BucketProperty property) {
        return isInsider || !property.isInternal();
    }

    private String names() {
        return PROPERTIES.entrySet().stream()
                .filter(each -> mayBeAsked(each.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    }

    private final class Words implements RsqlReader.Words<BucketFilter> {

        @Override
        public BucketFilter all(List<BucketFilter> parts) {
            return new BucketFilter.All(parts);
        }

        @Override
        public BucketFilter any(List<BucketFilter> parts) {
            return new BucketFilter.Any(parts);
        }

        @Override
        public BucketFilter compare(String name, Relation relation, String value) {
            BucketProperty property = find(name).orElseThrow(() -> invalid("may compare " + names() + " only"));
            return switch (property) {
                case NAME, REGION, OWNER -> text(property, relation, value);
                case CREATED -> new BucketFilter.Created(relation, Operand.time(value));
                case OBJECTS, BYTES -> new BucketFilter.Amount(property, relation, Operand.number(value, name));
            };
        }

        private static BucketFilter text(BucketProperty property, Relation relation, String value) {
            if (Operand.isEquality(relation) && Glob.isPattern(value)) {
                return new BucketFilter.Like(property, Operand.glob(value), relation == Relation.EQUAL);
            }
            // Valid UTF-8 without NUL, or the database would refuse it.
            if (!value.isEmpty() && ObjectKey.parse(value).isEmpty()) {
                throw invalid("compares a text with what is none");
            }
            return new BucketFilter.Text(property, relation, value);
        }
    }
}
