package dev.ose.keeper.support;

import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * One line of text, and which of its characters are hidden. A method reads from the given position to the one it
 * returns, and a few characters more, so that a caller whose positions only grow is linear in the line's length. Not
 * thread-safe.
 */
final class Line {

    /** Returned outside of the line: U+FFFF, which is no Unicode character and cannot occur. */
    static final char END = '\uffff';

    private static final String HIDDEN = "***";

    private final CharSequence text;
    private final BitSet hidden = new BitSet();

    Line(CharSequence text) {
        this.text = text;
    }

    int length() {
        return text.length();
    }

    /** The character at a position; {@link #END} outside of the line. */
    char at(int position) {
        return position >= 0 && position < text.length() ? text.charAt(position) : END;
    }

    /** The character at a position, with A to Z in lower case. */
    char lowerAt(int position) {
        char c = at(position);
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    /** The first position from {@code from} on whose character is not in the set. */
    int past(int from, IntPredicate set) {
        int position = from;
        while (position < text.length() && set.test(text.charAt(position))) {
            position++;
        }
        return position;
    }

    /** The first position from {@code from} on whose character is in the set; the length if there is none. */
    int until(int from, IntPredicate set) {
        return past(from, set.negate());
    }

    /** Whether a lower-case word stands at a position, ignoring the case of A to Z in the line. */
    boolean says(int position, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (lowerAt(position + i) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The first occurrence of a lower-case word, compared as by {@link #says}; the length if there is none. */
    int find(String word, int from) {
        for (int position = from; position <= text.length() - word.length(); position++) {
            if (says(position, word)) {
                return position;
            }
        }
        return text.length();
    }

    /** The first exact occurrence of a text; the length if there is none. */
    int findExactly(String wanted, int from) {
        for (int position = from; position <= text.length() - wanted.length(); position++) {
            int same = 0;
            while (same < wanted.length() && at(position + same) == wanted.charAt(same)) {
                same++;
            }
            if (same == wanted.length()) {
                return position;
            }
        }
        return text.length();
    }

    /** The position behind an optional quote with its backslashes; the position itself if there is none. */
    int pastQuote(int position) {
        int behind = past(position, c -> c == '\\');
        return isQuote(at(behind)) ? behind + 1 : position;
    }

    static boolean isQuote(int c) {
        return c == '"' || c == '\'';
    }

    /** Horizontal white space of Unicode and ASCII. */
    static boolean isSpace(int c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /** Hides the characters from {@code from} (inclusive) to {@code to} (exclusive). */
    void hide(int from, int to) {
        if (from < to) {
            hidden.set(from, Math.min(to, text.length()));
        }
    }

    /**
     * The line without hidden characters; a longer line is cut at {@code longest} characters, and the cut is marked.
     */
    String shown(int longest) {
        int end = Math.min(text.length(), longest);
        StringBuilder shown = new StringBuilder(end + 16);
        int position = 0;
        while (position < end) {
            int next = Math.min(end, hidden.get(position) ? hidden.nextClearBit(position) : nextHidden(position));
            if (hidden.get(position)) {
                shown.append(HIDDEN);
            } else {
                shown.append(text, position, next);
            }
            position = next;
        }
        return text.length() > end ? shown.append(" (cut)").toString() : shown.toString();
    }

    private int nextHidden(int from) {
        int next = hidden.nextSetBit(from);
        return next < 0 ? text.length() : next;
    }
}
