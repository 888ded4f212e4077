package dev.ose.keeper.support;

import java.util.List;
import java.util.Map;

/**
 * Hides values by the names before them: {@code password=x}, {@code "secretKey": "x"}, {@code --token x}. A name is
 * secret if it contains one of the listed words.
 *
 * <p>Positions only grow: the text after a name is read once, whether or not it turns out to be a value.
 */
final class NamedSecrets {

    /** By first letter: at most positions only that letter is compared. */
    private static final Map<Character, List<String>> WORDS = Map.of(
            'p', List.of("password", "passwd", "passphrase", "pwd"),
            's', List.of("secret", "signature"),
            't', List.of("token"),
            'c', List.of("credential", "cookie"));

    /** The words that make "key" secret if they precede it, directly or joined by one of {@code -_.}. */
    private static final Map<Character, List<String>> KEYS =
            Map.of('p', List.of("private"), 's', List.of("session", "sso", "shared"), 'a', List.of("api", "access"));

    private static final String KEY = "key";

    private NamedSecrets() {}

    /** Hides the values of secret names, behind {@code =}, {@code :} and {@code %3D}. */
    static void hideValues(Line line) {
        int position = 0;
        while (position < line.length()) {
            int word = pastSecretWord(line, position);
            position = word < 0 ? position + 1 : pastValue(line, line.past(word, NamedSecrets::isOfName));
        }
    }

    /** Hides the word after a command line option with a secret name. */
    static void hideArguments(Line line) {
        int position = 0;
        while (position < line.length()) {
            int from = line.past(position, Line::isSpace);
            int to = line.until(from, Line::isSpace);
            int next = line.past(to, Line::isSpace);
            if (line.at(from) == '-' && line.at(next) != '-' && isSecretOption(line, from, to)) {
                line.hide(next, line.until(next, Line::isSpace));
            }
            position = Math.max(to, from + 1);
        }
    }

    private static boolean isSecretOption(Line line, int from, int to) {
        boolean hasWord = false;
        for (int position = from; position < to; position++) {
            if (!isOfWord(line.at(position)) && line.at(position) != '-') {
                return false;
            }
            hasWord = hasWord || pastSecretWord(line, position) >= 0;
        }
        return hasWord;
    }

    /** The position behind a secret word that begins here; -1 if there is none. */
    private static int pastSecretWord(Line line, int position) {
        Character first = line.lowerAt(position);
        for (String word : WORDS.getOrDefault(first, List.of())) {
            if (line.says(position, word)) {
                return position + word.length();
            }
        }
        for (String word : KEYS.getOrDefault(first, List.of())) {
            if (line.says(position, word)) {
                return pastKey(line, position + word.length());
            }
        }
        return -1;
    }

    private static int pastKey(Line line, int position) {
        char joint = line.at(position);
        int key = joint == '-' || joint == '_' || joint == '.' ? position + 1 : position;
        return line.says(key, KEY) ? key + KEY.length() : -1;
    }

    /** Hides the value of the name that ends here, if it has one. Returns the position to continue from. */
    private static int pastValue(Line line, int nameEnd) {
        int separator = line.past(line.pastQuote(nameEnd), Line::isSpace);
        int behind = pastSeparator(line, separator);
        if (behind < 0) {
            return separator;
        }
        int value = line.past(behind, Line::isSpace);
        int opened = line.pastQuote(value);
        int end;
        if (opened > value) {
            end = closingQuote(line, opened, line.at(opened - 1), opened - 1 - value);
        } else if (line.at(value) == '[' || line.at(value) == '{') {
            // If a list or an object spans lines, the following lines carry names or are hidden by their shape.
            opened = value + 1;
            end = line.until(opened, c -> c == ']' || c == '}');
        } else {
            end = line.until(value, NamedSecrets::endsBareValue);
            if (isHarmless(line, nameEnd, value, end)) {
                return end;
            }
        }
        line.hide(opened, end);
        return end;
    }

    private static int pastSeparator(Line line, int position) {
        char c = line.at(position);
        return c == '=' || c == ':' ? position + 1 : line.says(position, "%3d") ? position + 3 : -1;
    }

    /**
     * Where a quoted value ends: at a quote preceded by as many backslashes as the opening one, or by fewer, which ends
     * the enclosing quoted text. A quote with more backslashes belongs to the value. Without a closing quote the rest
     * of the line is the value.
     */
    private static int closingQuote(Line line, int from, char quote, int backslashes) {
        int before = 0;
        for (int position = from; position < line.length(); position++) {
            char c = line.at(position);
            if (c == quote && closes(before, backslashes)) {
                return position - Math.min(before, backslashes);
            }
            before = c == '\\' ? before + 1 : 0;
        }
        return line.length();
    }

    /**
     * Each level of quoting doubles a backslash, so the value's own backslashes come in multiples of the doubled
     * number.
     */
    private static boolean closes(int before, int backslashes) {
        return before < backslashes || before % (2 * (backslashes + 1)) == backslashes;
    }

    /** Paths of files, true, false and null are not secret. */
    private static boolean isHarmless(Line line, int nameEnd, int value, int end) {
        boolean namesFile = line.at(value) == '/' && line.says(nameEnd - "file".length(), "file");
        return namesFile
                || (end - value == 4 && (line.says(value, "true") || line.says(value, "null")))
                || (end - value == 5 && line.says(value, "false"));
    }

    private static boolean endsBareValue(int c) {
        return Line.isSpace(c)
                || Line.isQuote(c)
                || c == ','
                || c == ';'
                || c == '&'
                || c == '}'
                || c == ']'
                || c == ')';
    }

    private static boolean isOfName(int c) {
        return isOfWord(c) || c == '.' || c == '-';
    }

    private static boolean isOfWord(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
}
