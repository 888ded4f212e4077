package dev.ose.s3.sigv4;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The headers that a signature covers: the list as written, and its names in the order of the canonical request. */
public record SignedHeaders(String text, List<String> names) {

    /** More names than this are refused; a request cannot carry as many headers. */
    static final int MAX_NAMES = 128;

    public SignedHeaders {
        names = List.copyOf(names);
    }

    /** Whether the signature covers a header. */
    public boolean contains(String lowerCaseName) {
        return names.contains(lowerCaseName);
    }

    /** Reads a semicolon-separated list; null if a name is empty, repeated or not a lower-case token. */
    static @Nullable SignedHeaders parse(String text) {
        List<String> names = new ArrayList<>(8);
        int from = 0;
        while (from <= text.length()) {
            int semicolon = text.indexOf(';', from);
            int to = semicolon < 0 ? text.length() : semicolon;
            if (!isLowerCaseToken(text, from, to) || names.size() == MAX_NAMES) {
                return null;
            }
            names.add(text.substring(from, to));
            from = to + 1;
        }
        Collections.sort(names);
        for (int i = 1; i < names.size(); i++) {
            if (names.get(i).equals(names.get(i - 1))) {
                return null;
            }
        }
        return new SignedHeaders(text, names);
    }

    /** The list of the given names, which are sorted and distinct. */
    static SignedHeaders of(Collection<String> sortedNames) {
        return new SignedHeaders(String.join(";", sortedNames), List.copyOf(sortedNames));
    }

    private static boolean isLowerCaseToken(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            boolean isLetterOrDigit = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
            if (!isLetterOrDigit && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
                return false;
            }
        }
        return from < to;
    }
}
