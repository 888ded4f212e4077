package dev.ose.s3.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A text of a policy to which values are compared: with {@code *} and {@code ?} as wild cards, and variables such as
 * {@code ${aws:username}} that stand for a fact of the request, letter by letter. Matching takes at most the product of
 * both lengths; no regular expression is made of what a tenant writes.
 */
final class Pattern {

    /** Code points are not negative. */
    private static final int ANY = -1;

    private static final int ONE = -2;

    /** A piece of the pattern: text, in which there may be wild cards, or a variable. */
    private sealed interface Piece {

        record Text(String text, boolean wild) implements Piece {}

        record Variable(ContextKey key) implements Piece {}

        /** Asks for a fact that we do not know. */
        record Unknown() implements Piece {}
    }

    private final List<Piece> pieces = new ArrayList<>();
    private final boolean ignoresCase;

    private Pattern(boolean ignoresCase) {
        this.ignoresCase = ignoresCase;
    }

    /** An action, whose case does not matter. */
    static Pattern action(String text) {
        Pattern pattern = new Pattern(true);
        pattern.add(text, true);
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
        return pattern;
    }

    /** Whether it asks for a fact that we do not know. */
    boolean isUnknown() {
        return pieces.stream().anyMatch(Piece.Unknown.class::isInstance);
    }

    /** Unknown where a variable stands for nothing. */
    Truth matches(String value, RequestContext context) {
        IntStream.Builder pattern = IntStream.builder();
        for (Piece piece : pieces) {
            Optional<IntStream> codes = codes(piece, context);
            if (codes.isEmpty()) {
                return Truth.UNKNOWN;
            }
            codes.get().forEach(pattern);
        }
        return Truth.of(
                matches(pattern.build().toArray(), folded(value).codePoints().toArray()));
    }

    private Optional<IntStream> codes(Piece piece, RequestContext context) {
        return switch (piece) {
            case Piece.Text(String text, boolean wild) -> Optional.of(wild ? wildCodes(text) : text.codePoints());
            case Piece.Unknown _ -> Optional.empty();
            case Piece.Variable(ContextKey key) -> {
                List<String> values = context.values(key);
                yield values.size() == 1 ? Optional.of(folded(values.getFirst()).codePoints()) : Optional.empty();
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
            // How a policy writes a character that would mean something.
            case "*", "?", "$" -> add(name, false);
            default ->
                pieces.add(ContextKey.find(name).<Piece>map(Piece.Variable::new).orElse(new Piece.Unknown()));
        }
    }

    private String folded(String text) {
        return ignoresCase ? text.toLowerCase(Locale.ROOT) : text;
    }

    /** Goes back to the last {@code *} only: an earlier one could not match more. */
    private static boolean matches(int[] pattern, int[] value) {
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
                at = star + 1;
                in = ++resume;
            } else {
                return false;
            }
        }
        while (at < pattern.length && pattern[at] == ANY) {
            at++;
        }
        return at == pattern.length;
    }
}
