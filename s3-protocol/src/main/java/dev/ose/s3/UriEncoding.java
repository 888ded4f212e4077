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
                int octet = escaped(raw, i);
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
            if (isUnreserved(octet) || (keepSlash && octet == '/')) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(HEX[(octet >> 4) & 0xf]).append(HEX[octet & 0xf]);
            }
        }
        return encoded.toString();
    }

    private static boolean isUnreserved(byte c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~';
    }

    private static int escaped(String raw, int percent) {
        if (percent + 2 >= raw.length()) {
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
