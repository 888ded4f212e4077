package dev.ose.s3.xml;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Turns text into the bytes of XML character data, the same for element texts and attribute values. */
final class XmlEscaping {

    private static final byte[] AMP = bytes("&amp;");
    private static final byte[] LT = bytes("&lt;");
    private static final byte[] GT = bytes("&gt;");
    private static final byte[] QUOT = bytes("&quot;");
    private static final byte[] REPLACEMENT = "\ufffd".getBytes(StandardCharsets.UTF_8);

    private XmlEscaping() {}

    static void escape(String text, ByteArrayOutputStream out) {
        int length = text.length();
        for (int i = 0; i < length; ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            if (codePoint >= 0x80) {
                escapeWide(codePoint, out);
            } else {
                escapeAscii(codePoint, out);
            }
        }
    }

    private static void escapeAscii(int c, ByteArrayOutputStream out) {
        switch (c) {
            case '&' -> out.writeBytes(AMP);
            case '<' -> out.writeBytes(LT);
            case '>' -> out.writeBytes(GT);
            case '"' -> out.writeBytes(QUOT);
            case 0 -> out.writeBytes(REPLACEMENT); // No version of XML can carry a NUL.
            default -> {
                if (c < 0x20 || c == 0x7f) {
                    reference(c, out);
                } else {
                    out.write(c);
                }
            }
        }
    }

    private static void escapeWide(int codePoint, ByteArrayOutputStream out) {
        if (codePoint >= 0xd800 && codePoint <= 0xdfff) {
            out.writeBytes(REPLACEMENT);
        } else if (codePoint <= 0x9f || codePoint == 0x2028 || codePoint == 0xfffe || codePoint == 0xffff) {
            // C1 controls and the line separator are line ends or restricted to an XML 1.1 reader.
            reference(codePoint, out);
        } else {
            out.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void reference(int codePoint, ByteArrayOutputStream out) {
        out.writeBytes(bytes("&#x" + Integer.toHexString(codePoint).toUpperCase(Locale.ROOT) + ";"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
