package dev.ose.server.catalog.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Packs entity tags into the bytes of {@code object_info.etag}: nearly all are an MD5, which takes 16 bytes instead of
 * 32 characters, or an MD5 and a number of parts, which takes 18. Anything else is stored as text behind one zero byte,
 * or two if one would give it the length of the other forms.
 */
public final class ETagCodec {

    private static final int MD5_BYTES = 16;
    private static final int MULTIPART_BYTES = MD5_BYTES + Short.BYTES;
    private static final int MAX_PARTS = 0xffff;
    private static final Pattern PACKED = Pattern.compile("([0-9a-f]{32})(?:-([1-9][0-9]{0,4}))?");
    private static final HexFormat HEX = HexFormat.of();

    private ETagCodec() {}

    static byte[] pack(String etag) {
        Matcher form = PACKED.matcher(etag);
        if (form.matches()) {
            byte[] md5 = HEX.parseHex(form.group(1));
            if (form.group(2) == null) {
                return md5;
            }
            int parts = Integer.parseInt(form.group(2));
            if (parts <= MAX_PARTS) {
                return ByteBuffer.allocate(MULTIPART_BYTES)
                        .put(md5)
                        .putShort((short) parts)
                        .array();
            }
        }
        byte[] text = etag.getBytes(StandardCharsets.UTF_8);
        int zeros = isPackedLength(text.length + 1) ? 2 : 1;
        return ByteBuffer.allocate(zeros + text.length)
                .position(zeros)
                .put(text)
                .array();
    }

    public static String unpack(byte[] packed) {
        if (packed.length == MD5_BYTES) {
            return HEX.formatHex(packed);
        }
        if (packed.length == MULTIPART_BYTES) {
            int parts = Short.toUnsignedInt(ByteBuffer.wrap(packed).getShort(MD5_BYTES));
            return HEX.formatHex(packed, 0, MD5_BYTES) + "-" + parts;
        }
        int zeros = packed.length > 1 && packed[1] == 0 ? 2 : Math.min(1, packed.length);
        return new String(Arrays.copyOfRange(packed, zeros, packed.length), StandardCharsets.UTF_8);
    }

    private static boolean isPackedLength(int length) {
        return length == MD5_BYTES || length == MULTIPART_BYTES;
    }
}
