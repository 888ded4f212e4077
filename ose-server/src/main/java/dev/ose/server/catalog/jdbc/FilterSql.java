package dev.ose.server.catalog.jdbc;

import dev.ose.server.catalog.search.BucketFilter;
import dev.ose.server.catalog.search.Filter.Relation;
import java.util.ArrayList;
import java.util.List;

/**
 * A SQL condition or statement with its values.
 *
 * @param text with a placeholder for each value
 * @param values in the order of the placeholders
 */
record FilterSql(String text, List<Object> values) {

    FilterSql {
        values = List.copyOf(values);
    }

    /** The condition over the columns of {@link JdbcBucketSearch}. */
    static FilterSql of(BucketFilter filter) {
        return switch (filter) {
            case BucketFilter.All all -> joined(all.parts(), " AND ", "true");
            case BucketFilter.Any any -> joined(any.parts(), " OR ", "false");
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

    private static FilterSql joined(List<BucketFilter> parts, String word, String none) {
        if (parts.isEmpty()) {
            return new FilterSql(none, List.of());
        }
        List<String> texts = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (BucketFilter part : parts) {
            FilterSql condition = of(part);
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
}
