package dev.ose.s3.sigv4;

/** Percent-encoding as Signature Version 4 defines it, on ISO-8859-1 characters that stand for bytes. */
final class UriCodec {

    private static final char[] HEX = "0123456789ABCDEF".toCharArray();
    private static final boolean[] UNRESERVED = unreserved();

    private UriCodec() {}

    /** A path in canonical form: decoded once, then encoded again except for slashes. */
    static String canonicalPath(String raw) {
        return raw.isEmpty() ? "/" : recode(raw, true);
    }

    /** A name or value of a query in canonical form; a plus sign is a space. */
    static String canonicalQueryPart(String raw) {
        return recode(raw, false);
    }

    /** Encodes text, one byte per character, for use in a query. */
    static String encode(String text) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            appendEncoded(encoded, text.charAt(i), false);
        }
        return encoded.toString();
    }

    /** Decodes a canonical query part. */
    static String decode(String canonical) {
        if (canonical.indexOf('%') < 0) {
            return canonical;
        }
        StringBuilder decoded = new StringBuilder(canonical.length());
        for (int i = 0; i < canonical.length(); i++) {
            int escaped = escapedByte(canonical, i);
            if (escaped >= 0) {
                decoded.append((char) escaped);
                i += 2;
            } else {
                decoded.append(canonical.charAt(i));
            }
        }
        return decoded.toString();
    }

    private static String recode(String raw, boolean isPath) {
        if (isCanonical(raw, isPath)) {
            return raw;
        }
        StringBuilder canonical = new StringBuilder(raw.length() + 32);
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            int escaped = escapedByte(raw, i);
            if (escaped >= 0) {
                appendEncoded(canonical, (char) escaped, isPath);
                i += 2;
            } else {
                appendEncoded(canonical, c == '+' && !isPath ? ' ' : c, isPath);
            }
        }
        return canonical.toString();
    }

    private static boolean isCanonical(String raw, boolean isPath) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (isPlain(c, isPath)) {
                continue;
            }
            int escaped = escapedByte(raw, i);
            if (escaped < 0 || isPlain((char) escaped, isPath) || raw.charAt(i + 1) > 'F' || raw.charAt(i + 2) > 'F') {
                return false;
            }
            i += 2;
        }
        return true;
    }

    /** The byte of the escape sequence that starts here, or -1; a stray percent sign is an ordinary character. */
    private static int escapedByte(String text, int at) {
        if (text.charAt(at) != '%' || at + 2 >= text.length()) {
            return -1;
        }
        int high = hexDigit(text.charAt(at + 1));
        int low = hexDigit(text.charAt(at + 2));
        return high < 0 || low < 0 ? -1 : (high << 4) | low;
    }

    private static int hexDigit(char c) {
        // Character.digit would also take the digits of other alphabets.
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        char lower = (char) (c | 0x20);
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    private static void appendEncoded(StringBuilder target, char c, boolean isPath) {
        if (isPlain(c, isPath)) {
            target.append(c);
        } else if (c > 0xff) {
            throw new IllegalArgumentException("not an ISO-8859-1 character");
        } else {
            target.append('%').append(HEX[c >> 4]).append(HEX[c & 15]);
        }
    }

    private static boolean isPlain(char c, boolean isPath) {
        return (c < 128 && UNRESERVED[c]) || (c == '/' && isPath);
    }

    private static boolean[] unreserved() {
        boolean[] table = new boolean[128];
        for (char c = 0; c < 128; c++) {
            table[c] = (c >= 'A' && c <= 'Z')
                    || (c >= 'a' && c <= 'z')
                    || (c >= '0' && c <= '9')
                    || "-._~".indexOf(c) >= 0;
        }
        return table;
    }
}
