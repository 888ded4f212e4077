package dev.ose.server.store;

import dev.ose.server.search.Filter;
import dev.ose.server.search.Filter.Relation;
import java.util.ArrayList;
import java.util.List;

/**
 * A filter as a condition of SQL, or a statement with one.
 *
 * @param text with a mark for each value
 * @param values in the order of the marks
 */
record FilterSql(String text, List<Object> values) {

    FilterSql {
        values = List.copyOf(values);
    }

    static FilterSql of(Filter filter) {
        return switch (filter) {
            case Filter.All all -> joined(all.parts(), " AND ", "true");
            case Filter.Any any -> joined(any.parts(), " OR ", "false");
            case Filter.Key key -> compared("key", key.relation(), key.value());
            case Filter.KeyLike like ->
                one(
                        like.wanted() ? "key LIKE ?" : "key NOT LIKE ?",
                        like.pattern().like());
            case Filter.Size size -> compared("size_bytes", size.relation(), size.bytes());
            case Filter.Modified modified ->
                compared("date_trunc('second', modified_at)", modified.relation(), modified.at());
            case Filter.Tag tag -> one(tag.wanted() ? "etag = ?" : "etag <> ?", ETagCode.pack(tag.value()));
            case Filter.BucketLike bucket -> throw undecided();
            case Filter.OwnerLike owner -> throw undecided();
        };
    }

    private static FilterSql joined(List<Filter> parts, String word, String none) {
        if (parts.isEmpty()) {
            return new FilterSql(none, List.of());
        }
        List<String> texts = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (Filter part : parts) {
            FilterSql sql = of(part);
            texts.add(sql.text());
            values.addAll(sql.values());
        }
        return new FilterSql('(' + String.join(word, texts) + ')', values);
    }

    private static FilterSql compared(String column, Relation relation, Object value) {
        String operator =
                switch (relation) {
                    case EQUAL -> " = ?";
                    case DIFFERENT -> " <> ?";
                    case LESS -> " < ?";
                    case AT_MOST -> " <= ?";
                    case MORE -> " > ?";
                    case AT_LEAST -> " >= ?";
                };
        return one(column + operator, value);
    }

    private static FilterSql one(String text, Object value) {
        return new FilterSql(text, List.of(value));
    }

    private static IllegalStateException undecided() {
        return new IllegalStateException("what a filter says of a bucket is decided before its rows are read");
    }
}
