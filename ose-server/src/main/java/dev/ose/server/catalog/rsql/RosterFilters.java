package dev.ose.server.catalog.rsql;

import static dev.ose.server.catalog.rsql.RsqlReader.invalid;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.roster.Condition;
import dev.ose.server.roster.Property;
import dev.ose.server.roster.Roster;
import java.util.List;

/** Parses filters of the lists of the admin API. */
public final class RosterFilters {

    private RosterFilters() {}

    /** Parses a filter; an empty text matches everything. Fails with {@code Invalid}. */
    public static Condition read(Roster roster, String text) {
        return RsqlReader.read(text, new Words(roster));
    }

    private record Words(Roster roster) implements RsqlReader.Words<Condition> {

        @Override
        public Condition all(List<Condition> parts) {
            return new Condition.All(parts);
        }

        @Override
        public Condition any(List<Condition> parts) {
            return new Condition.Any(parts);
        }

        @Override
        public Condition compare(String name, Relation relation, String value) {
            Property property = roster.find(name).orElseThrow(() -> invalid("may ask for " + roster.names() + " only"));
            return switch (property.kind()) {
                case TEXT -> text(property, relation, value);
                case NUMBER -> new Condition.Numeric(property, relation, Operand.number(value, name));
                case TIME -> new Condition.Time(property, relation, Operand.time(value));
            };
        }

        private static Condition text(Property property, Relation relation, String value) {
            if (Operand.isEquality(relation) && Glob.isPattern(value)) {
                return new Condition.Like(property, Operand.glob(value), relation == Relation.EQUAL);
            }
            // Valid UTF-8 without NUL, or the database would refuse it.
            if (!value.isEmpty() && ObjectKey.parse(value).isEmpty()) {
                throw invalid("compares a text with what is none");
            }
            return new Condition.Text(property, relation, value);
        }
    }
}
