package dev.ose.server.catalog.rsql;

import static dev.ose.server.catalog.rsql.RsqlReader.invalid;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListFilter;
import dev.ose.server.pagination.ListProperty;
import java.util.List;

/** Parses filters of the lists of the admin API. */
public final class ListFilters {

    private ListFilters() {}

    /** Parses a filter; an empty text matches everything. Fails with {@code Invalid}. */
    public static ListFilter read(AdminList list, String text) {
        return RsqlReader.read(text, new Words(list));
    }

    private record Words(AdminList list) implements RsqlReader.Words<ListFilter> {

        @Override
        public ListFilter all(List<ListFilter> parts) {
            return new ListFilter.All(parts);
        }

        @Override
        public ListFilter any(List<ListFilter> parts) {
            return new ListFilter.Any(parts);
        }

        @Override
        public ListFilter compare(String name, Relation relation, String value) {
            ListProperty property = list.find(name).orElseThrow(() -> invalid("may compare " + list.names() + " only"));
            return switch (property.kind()) {
                case TEXT -> text(property, relation, value);
                case NUMBER -> new ListFilter.Numeric(property, relation, Operand.number(value, name));
                case TIME -> new ListFilter.Time(property, relation, Operand.time(value));
            };
        }

        private static ListFilter text(ListProperty property, Relation relation, String value) {
            if (Operand.isEquality(relation) && Glob.isPattern(value)) {
                return new ListFilter.Like(property, Operand.glob(value), relation == Relation.EQUAL);
            }
            // Valid UTF-8 without NUL, or the database would refuse it.
            if (!value.isEmpty() && ObjectKey.parse(value).isEmpty()) {
                throw invalid("compares a text with what is none");
            }
            return new ListFilter.Text(property, relation, value);
        }
    }
}
