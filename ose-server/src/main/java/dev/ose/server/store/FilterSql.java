package dev.ose.server.store;

import dev.ose.server.search.BucketFilter;
import dev.ose.server.search.Filter;
import dev.ose.server.search.Filter.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

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
            case Filter.All all -> joined(all.parts(), FilterSql::of, " AND ", "true");
            case Filter.Any any -> joined(any.parts(), FilterSql::of, " OR ", "false");
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

    /** Over the columns of {@link JdbcBucketSearch}. */
    static FilterSql of(BucketFilter filter) {
        return switch (filter) {
            case BucketFilter.All all -> joined(all.parts(), FilterSql::of, " AND ", "true");
            case BucketFilter.Any any -> joined(any.parts(), FilterSql::of, " OR ", "false");
            case BucketFilter.Text text ->
                compared(JdbcBucketSearch.column(text.property()), text.relation(), text.value());
            case BucketFilter.Like like ->
                one(
                        JdbcBucketSearch.column(like.property()) + (like.wanted() ? " LIKE ?" : " NOT LIKE ?"),
                        like.pattern().like());
            case BucketFilter.Amount amount ->
                compared(JdbcBucketSearch.column(amount.property()), amount.relation(), amount.number());
            case BucketFilter.Created created ->
                compared("date_trunc('second', created_at)", created.relation(), created.at());
        };
    }

    private static <T> FilterSql joined(List<T> parts, Function<T, FilterSql> sql, String word, String none) {
        if (parts.isEmpty()) {
            return new FilterSql(none, List.of());
        }
        List<String> texts = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (T part : parts) {
            FilterSql condition = sql.apply(part);
            texts.add(condition.text());
            values.addAll(condition.values());
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
