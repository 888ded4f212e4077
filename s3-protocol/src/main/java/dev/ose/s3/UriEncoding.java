package dev.ose.s3;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Percent encoding as S3 uses it: decoded exactly once and strictly, encoded with {@code A-Z a-z 0-9 - . _ ~}
 * unreserved. Raw texts are the request's octets, one per char (ISO-8859-1), so that unescaped UTF-8 survives. All
 * functions are total.
 */
public final class UriEncoding {

    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private static final boolean[] UNRESERVED = unreserved();

    private static final char REPLACEMENT = '\uFFFD';

    private UriEncoding() {}

    /**
     * The octets that {@code raw} stands for. Empty when a {@code %} is not followed by two hex digits, or when a char
     * is not an octet. A {@code +} stays a {@code +}.
     */
    public static Optional<byte[]> decodeOctets(String raw) {
        byte[] octets = new byte[raw.length()];
        int length = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c > 0xff) {
                return Optional.empty();
            }
            if (c == '%') {
                int octet = escapedOctet(raw, i);
                if (octet < 0) {
                    return Optional.empty();
                }
                octets[length++] = (byte) octet;
                i += 2;
            } else {
                octets[length++] = (byte) c;
            }
        }
        return Optional.of(Arrays.copyOf(octets, length));
    }

    /**
     * The text that {@code raw} stands for. Empty for a broken escape, for octets that are not valid UTF-8 (overlong
     * forms and surrogates included) and for a NUL.
     */
    public static Optional<String> decode(String raw) {
        return decodeOctets(raw).flatMap(UriEncoding::utf8Text).filter(text -> text.indexOf('\0') < 0);
    }

    /** The text that these octets spell in UTF-8, or empty when they spell none. */
    public static Optional<String> utf8Text(byte[] octets) {
        String text = new String(octets, StandardCharsets.UTF_8);
        // Nearly always right, at a fraction of a decoder's cost: what is broken shows as a replacement character.
        return text.indexOf(REPLACEMENT) < 0 ? Optional.of(text) : strictText(octets);
    }

    private static Optional<String> strictText(byte[] octets) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(octets))
                    .toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }

    /** Encodes the UTF-8 form of {@code text} for a path: slashes stay, everything reserved is escaped. */
    public static String encodePath(String text) {
        return encode(text.getBytes(StandardCharsets.UTF_8), true);
    }

    /** Encodes the UTF-8 form of {@code text} for a query name or value: slashes are escaped too. */
    public static String encodeQuery(String text) {
        return encode(text.getBytes(StandardCharsets.UTF_8), false);
    }

    /** Encodes octets; a slash stays as it is when {@code keepSlash}. */
    public static String encode(byte[] octets, boolean keepSlash) {
        StringBuilder encoded = new StringBuilder(octets.length + 16);
        for (byte octet : octets) {
            appendEncoded(encoded, (char) (octet & 0xff), keepSlash);
        }
        return encoded.toString();
    }

    /**
     * Appends a char that stands for an octet, escaped unless it is unreserved, or a slash and {@code keepSlash}.
     *
     * @throws IllegalArgumentException if it stands for no octet
     */
    public static void appendEncoded(StringBuilder target, char octet, boolean keepSlash) {
        if (isPlain(octet, keepSlash)) {
            target.append(octet);
        } else if (octet > 0xff) {
            throw new IllegalArgumentException("not an ISO-8859-1 character");
        } else {
            target.append('%').append(HEX[octet >> 4]).append(HEX[octet & 0xf]);
        }
    }

    /** Whether the char stays as it is: if it is unreserved, or a slash and {@code keepSlash}. */
    public static boolean isPlain(char c, boolean keepSlash) {
        return (c < UNRESERVED.length && UNRESERVED[c]) || (keepSlash && c == '/');
    }

    private static boolean[] unreserved() {
        boolean[] table = new boolean[0x80];
        for (char c = 0; c < table.length; c++) {
            table[c] = (c >= 'A' && c <= 'Z')
                    || (c >= 'a' && c <= 'z')
                    || (c >= '0' && c <= '9')
                    || "-._~".indexOf(c) >= 0;
        }
        return table;
    }

    /** The octet of the escape sequence that begins at an index; -1 if none does. */
    public static int escapedOctet(String raw, int percent) {
        if (raw.charAt(percent) != '%' || percent + 2 >= raw.length()) {
            return -1;
        }
        int high = hexDigit(raw.charAt(percent + 1));
        int low = hexDigit(raw.charAt(percent + 2));
        return high < 0 || low < 0 ? -1 : (high << 4) | low;
    }

    private static int hexDigit(char c) {
        // Character.digit would also take the digits of other scripts.
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }
}
