package dev.ose.server.catalog.search;

/**
 * A pattern in which {@code *} matches any sequence of characters and {@code ?} a single one.
 *
 * @param text has at most {@link #MAX_STARS} stars, so that matching stays cheap
 */
public record Glob(String text) {

    /** Maximum number of stars in a pattern. */
    public static final int MAX_STARS = 8;

    public Glob {
        if (text.chars().filter(each -> each == '*').count() > MAX_STARS) {
            throw new IllegalArgumentException("too many stars");
        }
    }

    /** Whether a text contains wildcards. */
    public static boolean isPattern(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    /** The literal prefix of all matches. */
    public String prefix() {
        int end = 0;
        while (end < text.length() && text.charAt(end) != '*' && text.charAt(end) != '?') {
            end++;
        }
        return text.substring(0, end);
    }

    /** Whether the pattern is a literal prefix followed by a star. */
    public boolean isPrefix() {
        return text.length() == prefix().length() + 1 && text.endsWith("*");
    }

    /** Whether {@code subject} matches as a whole. Takes time proportional to the product of both lengths at worst. */
    public boolean matches(String subject) {
        int[] wanted = text.codePoints().toArray();
        int[] given = subject.codePoints().toArray();
        int w = 0;
        int g = 0;
        int star = -1;
        int mark = 0;
        while (g < given.length) {
            if (w < wanted.length && wanted[w] == '*') {
                star = w++;
                mark = g;
            } else if (w < wanted.length && (wanted[w] == '?' || wanted[w] == given[g])) {
                w++;
                g++;
            } else if (star >= 0) {
                w = star + 1;
                g = ++mark;
            } else {
                return false;
            }
        }
        while (w < wanted.length && wanted[w] == '*') {
            w++;
        }
        return w == wanted.length;
    }

    /** The equivalent pattern for SQL {@code LIKE}, with a backslash as the escape character. */
    public String like() {
        StringBuilder like = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            switch (each) {
                case '*' -> like.append('%');
                case '?' -> like.append('_');
                case '%', '_', '\\' -> like.append('\\').append(each);
                default -> like.append(each);
            }
        }
        return like.toString();
    }
}
