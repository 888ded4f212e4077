package dev.ose.server.admin;

import cz.jirutka.rsql.parser.RSQLParser;
import cz.jirutka.rsql.parser.RSQLParserException;
import cz.jirutka.rsql.parser.ast.AndNode;
import cz.jirutka.rsql.parser.ast.ComparisonNode;
import cz.jirutka.rsql.parser.ast.LogicalNode;
import cz.jirutka.rsql.parser.ast.Node;
import cz.jirutka.rsql.parser.ast.RSQLOperators;
import dev.ose.s3.ObjectKey;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.search.Filter;
import dev.ose.server.search.Filter.Relation;
import dev.ose.server.search.Glob;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads filters written in RSQL, within bounds on their length, depth and number of comparisons.
 *
 * @see <a href="https://github.com/jirutka/rsql-parser#grammar-and-semantic">RSQL</a>
 */
final class SearchLanguage {

    static final int MAX_CHARS = 4_000;
    static final int MAX_DEPTH = 16;
    static final int MAX_COMPARISONS = 100;

    private static final String FIELD = "filter";
    private static final RSQLParser PARSER = new RSQLParser(RSQLOperators.defaultOperators());

    private int comparisons;

    private SearchLanguage() {}

    /** The filter that {@code text} says; everything for an empty one. Fails with {@code Invalid}. */
    static Filter read(String text) {
        if (text.isEmpty()) {
            return Filter.everything();
        }
        if (text.length() > MAX_CHARS) {
            throw invalid("must have at most " + MAX_CHARS + " characters");
        }
        if (text.indexOf('\0') >= 0 || text.chars().filter(each -> each == '(').count() > MAX_COMPARISONS) {
            throw invalid("must have no zero character and at most " + MAX_COMPARISONS + " parentheses");
        }
        return new SearchLanguage().filter(parse(text), 1);
    }

    private static Node parse(String text) {
        try {
            return PARSER.parse(text);
        } catch (RSQLParserException e) {
            throw invalid("is not RSQL: comparisons like size=gt=1000, joined by ; for and, by , for or");
        }
    }

    private Filter filter(Node node, int depth) {
        if (depth > MAX_DEPTH) {
            throw invalid("must not be nested deeper than " + MAX_DEPTH);
        }
        if (node instanceof ComparisonNode comparison) {
            return comparison(comparison);
        }
        List<Filter> parts = new ArrayList<>();
        for (Node each : (LogicalNode) node) {
            parts.add(filter(each, depth + 1));
        }
        return node instanceof AndNode ? new Filter.All(parts) : new Filter.Any(parts);
    }

    private Filter comparison(ComparisonNode node) {
        comparisons += node.getArguments().size();
        if (comparisons > MAX_COMPARISONS) {
            throw invalid("must have at most " + MAX_COMPARISONS + " comparisons");
        }
        String operator = node.getOperator().getSymbol();
        List<String> arguments = node.getArguments();
        return switch (operator) {
            case "==" -> one(node, Relation.EQUAL, arguments.getFirst());
            case "!=" -> one(node, Relation.DIFFERENT, arguments.getFirst());
            case "=lt=" -> one(node, Relation.LESS, arguments.getFirst());
            case "=le=" -> one(node, Relation.AT_MOST, arguments.getFirst());
            case "=gt=" -> one(node, Relation.MORE, arguments.getFirst());
            case "=ge=" -> one(node, Relation.AT_LEAST, arguments.getFirst());
            case "=in=" ->
                new Filter.Any(arguments.stream()
                        .map(each -> one(node, Relation.EQUAL, each))
                        .toList());
            case "=out=" ->
                new Filter.All(arguments.stream()
                        .map(each -> one(node, Relation.DIFFERENT, each))
                        .toList());
            default -> throw invalid("has an operator that is not offered: " + operator);
        };
    }

    private static Filter one(ComparisonNode node, Relation relation, String argument) {
        return switch (node.getSelector()) {
            case "key" -> key(relation, argument);
            case "size" -> new Filter.Size(relation, size(argument));
            case "modified" -> new Filter.Modified(relation, time(argument));
            case "etag" -> new Filter.Tag(argument, isWanted(relation, "etag"));
            case "bucket" -> new Filter.BucketLike(glob(argument), isWanted(relation, "bucket"));
            case "owner" -> new Filter.OwnerLike(glob(argument), isWanted(relation, "owner"));
            case "contentType", "tag", "tags" ->
                throw invalid("asks for " + node.getSelector()
                        + ", which only the platform knows: content types and tags are not kept by OSE");
            default -> throw invalid("may ask for bucket, etag, key, modified, owner and size only");
        };
    }

    private static Filter key(Relation relation, String argument) {
        boolean isEquality = relation == Relation.EQUAL || relation == Relation.DIFFERENT;
        if (isEquality && Glob.isPattern(argument)) {
            return new Filter.KeyLike(glob(argument), relation == Relation.EQUAL);
        }
        // Legal UTF-8 and no zero: anything else the database would refuse.
        if (ObjectKey.parse(argument).isEmpty()) {
            throw invalid("compares a key with what cannot be one");
        }
        return new Filter.Key(relation, argument);
    }

    private static Glob glob(String argument) {
        if (argument.length() > ObjectKey.MAX_BYTES
                || argument.chars().filter(each -> each == '*').count() > Glob.MAX_STARS
                || (!argument.isEmpty() && ObjectKey.parse(argument).isEmpty())) {
            throw invalid("has a pattern that is longer than a key or has more than " + Glob.MAX_STARS + " stars");
        }
        return new Glob(argument);
    }

    private static boolean isWanted(Relation relation, String selector) {
        return switch (relation) {
            case EQUAL -> true;
            case DIFFERENT -> false;
            case LESS, AT_MOST, MORE, AT_LEAST -> throw invalid("can only ask whether " + selector + " is equal");
        };
    }

    private static long size(String argument) {
        try {
            return Long.parseLong(argument);
        } catch (NumberFormatException e) {
            throw invalid("compares a size with what is no number of bytes");
        }
    }

    /** A moment, or a day, which means its begin in UTC. */
    private static Instant time(String argument) {
        try {
            Instant time = argument.length() <= "2026-01-01".length()
                    ? LocalDate.parse(argument).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : OffsetDateTime.parse(argument).toInstant();
            if (time.isBefore(Instant.EPOCH) || time.isAfter(Instant.parse("9999-12-31T00:00:00Z"))) {
                throw invalid("compares with a time before 1970 or behind 9999");
            }
            return time;
        } catch (DateTimeException e) {
            throw invalid("compares a time with what is neither like 2026-01-31 nor like 2026-01-31T12:00:00Z");
        }
    }

    private static FailureException invalid(String rule) {
        return new FailureException(new Failure.Invalid(FIELD, rule));
    }
}
