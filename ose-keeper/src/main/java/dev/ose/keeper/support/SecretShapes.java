package dev.ose.keeper.support;

/**
 * Hides what looks like a secret by its shape alone: header values, tokens, password hashes, user information of URLs,
 * keys as long as AWS's.
 *
 * <p>Each shape is matched in one pass whose position only grows, so that the cost is linear in the line's length for
 * any client input.
 */
final class SecretShapes {

    private static final String[] HEADERS = {"authorization", "cookie", "auth-context", "security-token"};
    private static final String[] SCHEMES = {"bearer", "basic"};
    private static final String[] HASHES = {"$2a$", "$2b$", "$2y$", "$6$", "$5$", "$y$"};
    private static final int MIN_CREDENTIAL = 6;
    private static final int MIN_BINARY_VALUE = 24;
    private static final int SECRET_KEY_LENGTH = 40;

    private SecretShapes() {}

    /** Hides every shape in a line. */
    static void hide(Line line) {
        for (String header : HEADERS) {
            hideHeader(line, header);
        }
        for (String scheme : SCHEMES) {
            hideCredential(line, scheme);
        }
        hideUserInformation(line);
        hideWebTokens(line);
        hideHashes(line);
        hideBinaryValues(line);
        hideSecretKeys(line);
    }

    private static void hideHeader(Line line, String name) {
        int position = line.find(name, 0);
        while (position < line.length()) {
            int separator = line.past(line.pastQuote(position + name.length()), Line::isSpace);
            position = separator;
            if (line.at(separator) == ':' || line.at(separator) == '=') {
                int value = line.pastQuote(line.past(separator + 1, Line::isSpace));
                position = line.until(value, Line::isQuote);
                line.hide(value, position);
            }
            position = line.find(name, position);
        }
    }

    private static void hideCredential(Line line, String scheme) {
        int position = line.find(scheme, 0);
        while (position < line.length()) {
            int behind = position + scheme.length();
            int value = line.past(behind, Line::isSpace);
            int end = value > behind ? line.past(value, SecretShapes::isOfCredential) : value;
            if (end - value >= MIN_CREDENTIAL && !Character.isLetterOrDigit(line.at(position - 1))) {
                line.hide(value, end);
            }
            position = line.find(scheme, Math.max(behind, end));
        }
    }

    /** The text between {@code ://} and the last {@code @} of the same word, if it contains a colon. */
    private static void hideUserInformation(Line line) {
        int position = 0;
        while (position < line.length()) {
            int end = line.until(position, SecretShapes::endsUrl);
            int from = pastSchemeOfUrl(line, position, end);
            int colon = line.until(from, c -> c == ':' || endsUrl(c));
            int at = lastAt(line, colon, end);
            if (at > colon) {
                line.hide(from, at);
            }
            position = end + 1;
        }
    }

    private static boolean endsUrl(int c) {
        return Line.isSpace(c) || Line.isQuote(c);
    }

    private static int pastSchemeOfUrl(Line line, int from, int to) {
        for (int position = from; position < to; position++) {
            if (line.at(position) == ':' && line.says(position, "://")) {
                return position + 3;
            }
        }
        return to;
    }

    private static int lastAt(Line line, int from, int to) {
        int position = to - 1;
        while (position > from && line.at(position) != '@') {
            position--;
        }
        return position;
    }

    /** JSON web tokens: three parts, of which the first begins as every JSON object does. */
    private static void hideWebTokens(Line line) {
        int position = 0;
        while (position < line.length()) {
            int from = line.until(position, SecretShapes::isOfWebToken);
            int to = line.past(from, SecretShapes::isOfWebToken);
            int start = startOfWebToken(line, from, to);
            if (start < to) {
                line.hide(start, to);
            }
            position = to + 1;
        }
    }

    /** The first beginning of a JSON object that is followed by two dots; the end if there is none. */
    private static int startOfWebToken(Line line, int from, int to) {
        int dots = 0;
        int start = to;
        for (int position = to - 1; position >= from; position--) {
            char c = line.at(position);
            if (c == '.') {
                dots++;
            } else if (c == 'e' && dots >= 2 && line.at(position + 1) == 'y' && line.at(position + 2) == 'J') {
                start = position;
            }
        }
        return start;
    }

    /** As crypt(3), Argon2 and PostgreSQL write them. */
    private static void hideHashes(Line line) {
        int position = line.until(0, c -> c == '$');
        while (position < line.length()) {
            int end = position + 1;
            if (isHash(line, position)) {
                end = line.until(position, c -> Line.isSpace(c) || Line.isQuote(c));
                line.hide(position, end);
            }
            position = line.until(end, c -> c == '$');
        }
    }

    private static boolean isHash(Line line, int dollar) {
        for (String hash : HASHES) {
            if (line.says(dollar, hash)) {
                return true;
            }
        }
        return line.says(dollar, "$argon2") || line.says(dollar - "scram-sha-256".length(), "scram-sha-256$");
    }

    private static void hideBinaryValues(Line line) {
        String name = "\"value\"";
        int position = line.find(name, 0);
        while (position < line.length()) {
            int separator = line.past(position + name.length(), Line::isSpace);
            int value = line.pastQuote(line.past(separator + 1, Line::isSpace));
            int end = line.past(value, c -> isOfBase64(c) || c == '=');
            if (line.at(separator) == ':' && end - value >= MIN_BINARY_VALUE) {
                line.hide(value, end);
            }
            position = line.find(name, Math.max(separator, end));
        }
    }

    /** Words as long as an AWS secret key with a mixture of characters that no word or hash has. */
    private static void hideSecretKeys(Line line) {
        int position = 0;
        while (position < line.length()) {
            int from = line.until(position, SecretShapes::isOfBase64);
            int to = line.past(from, SecretShapes::isOfBase64);
            char before = line.at(from - 1);
            boolean isAlone = before != '=' && before != '_' && before != '-' && line.at(to) != '=';
            if (to - from == SECRET_KEY_LENGTH && isAlone && isMixed(line, from, to)) {
                line.hide(from, to);
            }
            position = to + 1;
        }
    }

    private static boolean isMixed(Line line, int from, int to) {
        boolean hasLower = false;
        boolean hasUpper = false;
        boolean hasDigit = false;
        for (int position = from; position < to; position++) {
            char c = line.at(position);
            hasLower |= c >= 'a' && c <= 'z';
            hasUpper |= c >= 'A' && c <= 'Z';
            hasDigit |= c >= '0' && c <= '9';
        }
        return hasLower && hasUpper && hasDigit;
    }

    private static boolean isOfCredential(int c) {
        return isOfBase64(c) || c == '.' || c == '_' || c == '~' || c == '=' || c == '-';
    }

    private static boolean isOfWebToken(int c) {
        return (isOfBase64(c) && c != '+' && c != '/') || c == '_' || c == '-' || c == '.';
    }

    static boolean isOfBase64(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    }
}
