package dev.ose.s3.sigv4;

import dev.ose.s3.UriEncoding;

/**
 * The form of URIs that Signature Version 4 signs, on ISO-8859-1 characters that stand for bytes. Unlike in {@link
 * UriEncoding#decode}, a stray percent sign is an ordinary character.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html">the canonical request</a>
 */
final class CanonicalUri {

    private CanonicalUri() {}

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
            UriEncoding.appendEncoded(encoded, text.charAt(i), false);
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
            int escaped = UriEncoding.escapedOctet(canonical, i);
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
            int escaped = UriEncoding.escapedOctet(raw, i);
            if (escaped >= 0) {
                UriEncoding.appendEncoded(canonical, (char) escaped, isPath);
                i += 2;
            } else {
                UriEncoding.appendEncoded(canonical, c == '+' && !isPath ? ' ' : c, isPath);
            }
        }
        return canonical.toString();
    }

    private static boolean isCanonical(String raw, boolean isPath) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (UriEncoding.isPlain(c, isPath)) {
                continue;
            }
            int escaped = UriEncoding.escapedOctet(raw, i);
            if (escaped < 0
                    || UriEncoding.isPlain((char) escaped, isPath)
                    || raw.charAt(i + 1) > 'F'
                    || raw.charAt(i + 2) > 'F') {
                return false;
            }
            i += 2;
        }
        return true;
    }
}
