package dev.ose.server.catalog.rsql;

import static dev.ose.server.catalog.rsql.RsqlReader.invalid;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Parses the values of comparisons. Every method fails with {@code Invalid}. */
final class Operand {

    private Operand() {}

    /** A pattern no longer than a key. */
    static Glob glob(String text) {
        if (text.length() > ObjectKey.MAX_BYTES
                || text.chars().filter(each -> each == '*').count() > Glob.MAX_STARS
                || (!text.isEmpty() && ObjectKey.parse(text).isEmpty())) {
            throw invalid("has a pattern that is longer than a key or has more than " + Glob.MAX_STARS + " stars");
        }
        return new Glob(text);
    }

    /** Whether equality is wanted, for a property that supports only {@code ==} and {@code !=}. */
    static boolean isWanted(Relation relation, String property) {
        return switch (relation) {
            case EQUAL -> true;
            case DIFFERENT -> false;
            case LESS, AT_MOST, MORE, AT_LEAST -> throw invalid("can only ask whether " + property + " is equal");
        };
    }

    static boolean isEquality(Relation relation) {
        return relation == Relation.EQUAL || relation == Relation.DIFFERENT;
    }

    /** A number of bytes or objects. */
    static long number(String text, String property) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw invalid("compares " + property + " with what is no whole number");
        }
    }

    /** A time, or a date, which means its start in UTC. */
    static Instant time(String text) {
        try {
            Instant time = text.length() <= "2026-01-01".length()
                    ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : OffsetDateTime.parse(text).toInstant();
            if (time.isBefore(Instant.EPOCH) || time.isAfter(Instant.parse("9999-12-31T00:00:00Z"))) {
                throw invalid("compares with a time before 1970 or behind 9999");
            }
            return time;
        } catch (DateTimeException e) {
            throw invalid("compares a time with what is neither like 2026-01-31 nor like 2026-01-31T12:00:00Z");
        }
    }
}
