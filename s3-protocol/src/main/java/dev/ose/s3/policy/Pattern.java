package dev.ose.s3.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A text of a policy to which values are compared: with {@code *} and {@code ?} as wild cards, and variables such as
 * {@code ${aws:username}} that stand for a fact of the request, letter by letter. Matching takes at most the product of
 * both lengths, and no more than the request can afford; no regular expression is made of what a tenant writes.
 */
final class Pattern {

    /** Code points are not negative. */
    private static final int ANY = -1;

    private static final int ONE = -2;

    /** A piece of the pattern: text, in which there may be wild cards, or a variable. */
    private sealed interface Piece {

        record Text(String text, boolean wild) implements Piece {}

        record Variable(ContextKey key) implements Piece {}

        /** An unknown variable. */
        record Unknown() implements Piece {}
    }

    /** The most UTF-16 units that a variable may stand for: as many as the longest key may have. */
    private static final int MAX_VALUE = 1024;

    /** A context without facts, for patterns without variables. */
    private static final RequestContext NO_REQUEST = new RequestContext() {
        @Override
        public List<String> values(ContextKey key) {
            return List.of();
        }

        @Override
        public boolean affords(long steps) {
            return true;
        }
    };

    private final List<Piece> pieces = new ArrayList<>();
    private final boolean ignoresCase;
    /** The whole pattern if there is no variable in it. */
    private int @Nullable [] constant;

    private Pattern(boolean ignoresCase) {
        this.ignoresCase = ignoresCase;
    }

    /** An action, whose case does not matter. */
    static Pattern action(String text) {
        Pattern pattern = new Pattern(true);
        pattern.add(text, true);
        pattern.finish();
        return pattern;
    }

    /**
     * A text.
     *
     * @param wild whether {@code *} and {@code ?} are wild cards
     * @param variables whether {@code ${...}} stands for something
     */
    static Pattern text(String text, boolean wild, boolean variables, boolean ignoresCase) {
        Pattern pattern = new Pattern(ignoresCase);
        int start = 0;
        while (variables) {
            int open = text.indexOf("${", start);
            int close = open < 0 ? -1 : text.indexOf('}', open);
            if (close < 0) {
                break;
            }
            pattern.add(text.substring(start, open), wild);
            pattern.variable(text.substring(open + 2, close));
            start = close + 1;
        }
        pattern.add(text.substring(start), wild);
        pattern.finish();
        return pattern;
    }

    private void finish() {
        if (pieces.stream().allMatch(Piece.Text.class::isInstance)) {
            constant = expanded(NO_REQUEST);
        }
    }

    /** Whether it contains an unknown variable. */
    boolean isUnknown() {
        return pieces.stream().anyMatch(Piece.Unknown.class::isInstance);
    }

    /** Unknown if a variable has no value or several. */
    TriState matches(String value, RequestContext context) {
        return matches(codes(value), context);
    }

    /** The same for a value whose code points were taken, and folded if need be, before. */
    TriState matches(int[] value, RequestContext context) {
        int[] pattern = constant != null ? constant : expanded(context);
        if (pattern == null || !context.affords(value.length)) {
            return TriState.UNKNOWN;
        }
        return matches(pattern, value, context);
    }

    private int[] codes(String value) {
        return folded(value).codePoints().toArray();
    }

    /** With the values of its variables; null if one has none. */
    private int @Nullable [] expanded(RequestContext context) {
        IntStream.Builder pattern = IntStream.builder();
        for (Piece piece : pieces) {
            Optional<IntStream> codes = codes(piece, context);
            if (codes.isEmpty() || !context.affords(MAX_VALUE)) {
                return null;
            }
            codes.get().forEach(pattern);
        }
        return pattern.build().toArray();
    }

    private Optional<IntStream> codes(Piece piece, RequestContext context) {
        return switch (piece) {
            case Piece.Text(String text, boolean wild) -> Optional.of(wild ? wildCodes(text) : text.codePoints());
            case Piece.Unknown _ -> Optional.empty();
            case Piece.Variable(ContextKey key) -> {
                List<String> values = context.values(key);
                yield context.knows(key)
                                && values.size() == 1
                                && values.getFirst().length() <= MAX_VALUE
                        ? Optional.of(folded(values.getFirst()).codePoints())
                        : Optional.empty();
            }
        };
    }

    private static IntStream wildCodes(String text) {
        return text.codePoints().map(code -> switch (code) {
            case '*' -> ANY;
            case '?' -> ONE;
            default -> code;
        });
    }

    private void add(String text, boolean wild) {
        pieces.add(new Piece.Text(folded(text), wild));
    }

    private void variable(String name) {
        switch (name) {
            // The escapes of special characters in policies.
            case "*", "?", "$" -> add(name, false);
            default ->
                pieces.add(ContextKey.find(name).<Piece>map(Piece.Variable::new).orElse(new Piece.Unknown()));
        }
    }

    private String folded(String text) {
        return ignoresCase ? text.toLowerCase(Locale.ROOT) : text;
    }

    /** Goes back to the last {@code *} only: an earlier one could not match more. */
    private static TriState matches(int[] pattern, int[] value, RequestContext context) {
        int at = 0;
        int in = 0;
        int star = -1;
        int resume = 0;
        while (in < value.length) {
            if (at < pattern.length && pattern[at] == ANY) {
                star = at++;
                resume = in;
            } else if (at < pattern.length && (pattern[at] == ONE || pattern[at] == value[in])) {
                at++;
                in++;
            } else if (star >= 0) {
                if (!context.affords(at - star)) {
                    return TriState.UNKNOWN;
                }
                at = star + 1;
                in = ++resume;
            } else {
                return TriState.NO;
            }
        }
        while (at < pattern.length && pattern[at] == ANY) {
            at++;
        }
        return TriState.of(at == pattern.length);
    }
}
