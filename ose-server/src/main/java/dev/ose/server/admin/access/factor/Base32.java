package dev.ose.server.admin.access.factor;

/**
 * Base32 without padding, in which authenticator apps take keys.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc4648#section-6">RFC 4648 §6</a>
 */
final class Base32 {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS = 5;
    private static final int MASK = 0x1f;

    private Base32() {}

    static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        int held = 0;
        int buffer = 0;
        for (byte one : bytes) {
            buffer = (buffer << Byte.SIZE) | (one & 0xff);
            held += Byte.SIZE;
            while (held >= BITS) {
                held -= BITS;
                text.append(ALPHABET.charAt((buffer >> held) & MASK));
            }
        }
        return held == 0
                ? text.toString()
                : text.append(ALPHABET.charAt((buffer << (BITS - held)) & MASK)).toString();
    }
}
