package dev.ose.server.catalog.rsql;

import cz.jirutka.rsql.parser.RSQLParser;
import cz.jirutka.rsql.parser.RSQLParserException;
import cz.jirutka.rsql.parser.ast.AndNode;
import cz.jirutka.rsql.parser.ast.ComparisonNode;
import cz.jirutka.rsql.parser.ast.LogicalNode;
import cz.jirutka.rsql.parser.ast.Node;
import cz.jirutka.rsql.parser.ast.RSQLOperators;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses filters written in RSQL, within bounds on their length, depth and number of comparisons.
 *
 * @param <F> the result of parsing
 * @see <a href="https://github.com/jirutka/rsql-parser#grammar-and-semantic">RSQL</a>
 */
final class RsqlReader<F> {

    static final int MAX_CHARS = 4_000;
    static final int MAX_DEPTH = 16;
    static final int MAX_COMPARISONS = 100;

    private static final String FIELD = "filter";
    private static final RSQLParser PARSER = new RSQLParser(RSQLOperators.defaultOperators());

    private final Words<F> words;
    private int comparisons;

    private RsqlReader(Words<F> words) {
        this.words = words;
    }

    /** Builds filters of one kind. */
    interface Words<F> {

        /** A conjunction; matches everything if it has no parts. */
        F all(List<F> parts);

        /** A disjunction. */
        F any(List<F> parts);

        /** A comparison of a property. Fails with {@link #invalid}. */
        F compare(String property, Relation relation, String value);
    }

    /** Parses a filter; an empty text matches everything. Fails with {@code Invalid}. */
    static <F> F read(String text, Words<F> words) {
        if (text.isEmpty()) {
            return words.all(List.of());
        }
        if (text.length() > MAX_CHARS) {
            throw invalid("must have at most " + MAX_CHARS + " characters");
        }
        if (text.indexOf('\0') >= 0 || text.chars().filter(each -> each == '(').count() > MAX_COMPARISONS) {
            throw invalid("must have no zero character and at most " + MAX_COMPARISONS + " parentheses");
        }
        return new RsqlReader<>(words).filter(parse(text), 1);
    }

    private static Node parse(String text) {
        try {
            return PARSER.parse(text);
        } catch (RSQLParserException e) {
            throw invalid("is not RSQL: comparisons like size=gt=1000, joined by ; for and, by , for or");
        }
    }

    private F filter(Node node, int depth) {
        if (depth > MAX_DEPTH) {
            throw invalid("must not be nested deeper than " + MAX_DEPTH);
        }
        if (node instanceof ComparisonNode comparison) {
            return comparison(comparison);
        }
        List<F> parts = new ArrayList<>();
        for (Node each : (LogicalNode) node) {
            parts.add(filter(each, depth + 1));
        }
        return node instanceof AndNode ? words.all(parts) : words.any(parts);
    }

    private F comparison(ComparisonNode node) {
        comparisons += node.getArguments().size();
        if (comparisons > MAX_COMPARISONS) {
            throw invalid("must have at most " + MAX_COMPARISONS + " comparisons");
        }
        String operator = node.getOperator().getSymbol();
        return switch (operator) {
            case "==" -> one(node, Relation.EQUAL);
            case "!=" -> one(node, Relation.DIFFERENT);
            case "=lt=" -> one(node, Relation.LESS);
            case "=le=" -> one(node, Relation.AT_MOST);
            case "=gt=" -> one(node, Relation.MORE);
            case "=ge=" -> one(node, Relation.AT_LEAST);
            case "=in=" -> words.any(each(node, Relation.EQUAL));
            case "=out=" -> words.all(each(node, Relation.DIFFERENT));
            default -> throw invalid("has an operator that is not offered: " + operator);
        };
    }

    private F one(ComparisonNode node, Relation relation) {
        return words.compare(node.getSelector(), relation, node.getArguments().getFirst());
    }

    private List<F> each(ComparisonNode node, Relation relation) {
        return node.getArguments().stream()
                .map(value -> words.compare(node.getSelector(), relation, value))
                .toList();
    }

    static FailureException invalid(String rule) {
        return new FailureException(new Failure.Invalid(FIELD, rule));
    }
}
