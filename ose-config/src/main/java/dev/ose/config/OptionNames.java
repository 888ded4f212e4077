package dev.ose.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of options: their environment variables, and suggestions for mistyped names. */
final class OptionNames {

    static final String VARIABLE_PREFIX = "OSE_";

    private static final int MAX_COMPARED = 200;

    /** The form of an adapter's options, as keys and as variables. */
    private static final Pattern OF_PLATFORM =
            Pattern.compile("(oss\\.[a-z][a-z0-9]{1,30}\\.|OSE_OSS_[A-Z][A-Z0-9]{1,30}_).+");

    private OptionNames() {}

    static String variable(String key) {
        return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    /** Whether the name may be that of an adapter's option: it has the form, and no known name begins like it. */
    static boolean isOfUnknownPlatform(String name, Collection<String> known) {
        Matcher matcher = OF_PLATFORM.matcher(name);
        return matcher.matches() && known.stream().noneMatch(other -> other.startsWith(matcher.group(1)));
    }

    /** The known name with the smallest edit distance; empty if all are too different. */
    static Optional<String> nearest(String name, Collection<String> known) {
        return within(name, known, Math.max(2, name.length() / 2));
    }

    /** The known name within the distance of a typing error. */
    static Optional<String> near(String name, Collection<String> known) {
        return within(name, known, 2);
    }

    private static Optional<String> within(String name, Collection<String> known, int edits) {
        if (name.length() > MAX_COMPARED) {
            return Optional.empty();
        }
        String wanted = name.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT))))
                .filter(best -> distance(wanted, best.toLowerCase(Locale.ROOT)) <= edits);
    }

    /** Levenshtein's distance. */
    private static int distance(String left, String right) {
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] current = new int[right.length() + 1];
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
