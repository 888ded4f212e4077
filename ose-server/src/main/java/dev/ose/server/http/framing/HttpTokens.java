package dev.ose.server.http.framing;

import java.nio.charset.StandardCharsets;

/** The octets allowed in the parts of a request's head (RFC 9110 §5.6.2, RFC 9112 §2-3). */
public final class HttpTokens {

    private static final byte TOKEN = 1;
    private static final byte VALUE = 2;
    private static final byte TARGET = 4;
    private static final byte HOST = 8;
    private static final byte PLAIN_TARGET = 16;
    private static final byte[] CLASSES = classes();

    private HttpTokens() {}

    /** A character of a method or a header name. */
    public static boolean isTokenChar(int octet) {
        return is(octet, TOKEN);
    }

    /** A character of a header value: no control character except the tab. */
    static boolean isValueChar(int octet) {
        return is(octet, VALUE);
    }

    /** A character of a request target that can be used unchanged: no blank, no control character, no fragment. */
    static boolean isTargetChar(int octet) {
        return is(octet, TARGET);
    }

    /** A character of the target without a meaning of its own. */
    static boolean isPlainTargetChar(int octet) {
        return is(octet, PLAIN_TARGET);
    }

    /** A character of a host's name or IPv4 address. */
    static boolean isHostNameChar(int octet) {
        return is(octet, HOST);
    }

    /** A hexadecimal digit in ASCII; {@link Character#digit} also accepts digits of other scripts. */
    static boolean isHexDigit(int octet) {
        return octet < 0x80 && Character.digit(octet, 16) >= 0;
    }

    private static boolean is(int octet, byte which) {
        return octet >= 0 && octet < 256 && (CLASSES[octet] & which) != 0;
    }

    private static byte[] classes() {
        byte[] classes = new byte[256];
        for (int c = 0x21; c < 256; c++) {
            if (c != 0x7f) {
                classes[c] |= VALUE;
                classes[c] |= c == '#' ? 0 : TARGET;
                classes[c] |= c == '#' || c == '%' ? 0 : PLAIN_TARGET;
            }
        }
        classes[' '] |= VALUE;
        classes['\t'] |= VALUE;
        String alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        mark(classes, alphanumeric + "!#$%&'*+-.^_`|~", TOKEN);
        mark(classes, alphanumeric + "-._~", HOST);
        return classes;
    }

    private static void mark(byte[] classes, String characters, byte which) {
        for (byte c : characters.getBytes(StandardCharsets.ISO_8859_1)) {
            classes[c] |= which;
        }
    }
}
