package dev.ose.server.http.framing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The framing-related fields of one section. Stores the few relevant names and values in fixed arrays. */
abstract class FieldRules {

    /** One more than the longest relevant name, so that a longer name never equals it. */
    private static final int KEPT_NAME_BYTES = 18;

    private static final int KEPT_VALUE_BYTES = 300;

    private static final byte[] HOST = ascii("host");
    private static final byte[] CONTENT_LENGTH = ascii("content-length");
    private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding");
    private static final byte[] EXPECT = ascii("expect");
    private static final byte[] UPGRADE = ascii("upgrade");
    private static final byte[] AMZ_PREFIX = ascii("x-amz-");

    /** The fields that affect framing. */
    enum Field {
        HOST,
        CONTENT_LENGTH,
        TRANSFER_ENCODING,
        EXPECT,
        UPGRADE,
        OTHER
    }

    private final byte[] name = new byte[KEPT_NAME_BYTES];
    private final byte[] value = new byte[KEPT_VALUE_BYTES];
    private int nameLength;
    private int valueLength;
    private Field field = Field.OTHER;

    abstract int maxLines();

    abstract FramingFault tooManyLines();

    /** Validates the name of a field. */
    abstract @Nullable FramingFault onField(Field field);

    /** Validates the value of a relevant field. */
    abstract @Nullable FramingFault onFieldValue(Field field);

    abstract @Nullable FramingFault onSectionEnd();

    final void onNameStart() {
        nameLength = 0;
    }

    final void onNameOctet(int octet) {
        if (nameLength < KEPT_NAME_BYTES) {
            boolean upper = octet >= 'A' && octet <= 'Z';
            name[nameLength++] = (byte) (upper ? octet | 0x20 : octet);
        }
    }

    final @Nullable FramingFault onNameEnd() {
        valueLength = 0;
        if (isInDisguise()) {
            return FramingFault.HEADER_NAME;
        }
        field = fieldOfName();
        return onField(field);
    }

    /** Servers that map {@code _} to {@code -} would treat such a header as a signed or a framing one. */
    private boolean isInDisguise() {
        return isDisguiseOf(AMZ_PREFIX)
                || (nameLength == CONTENT_LENGTH.length && isDisguiseOf(CONTENT_LENGTH))
                || (nameLength == TRANSFER_ENCODING.length && isDisguiseOf(TRANSFER_ENCODING));
    }

    private boolean isDisguiseOf(byte[] start) {
        if (nameLength < start.length) {
            return false;
        }
        boolean disguised = false;
        for (int i = 0; i < start.length; i++) {
            boolean underscore = name[i] == '_' && start[i] == '-';
            if (!underscore && name[i] != start[i]) {
                return false;
            }
            disguised |= underscore;
        }
        return disguised;
    }

    private Field fieldOfName() {
        return switch (nameLength) {
            case 4 -> isName(HOST) ? Field.HOST : Field.OTHER;
            case 6 -> isName(EXPECT) ? Field.EXPECT : Field.OTHER;
            case 7 -> isName(UPGRADE) ? Field.UPGRADE : Field.OTHER;
            case 14 -> isName(CONTENT_LENGTH) ? Field.CONTENT_LENGTH : Field.OTHER;
            case 17 -> isName(TRANSFER_ENCODING) ? Field.TRANSFER_ENCODING : Field.OTHER;
            default -> Field.OTHER;
        };
    }

    private boolean isName(byte[] lowerCase) {
        return Arrays.equals(name, 0, nameLength, lowerCase, 0, lowerCase.length);
    }

    final boolean isValueOfInterest() {
        return field != Field.OTHER;
    }

    final @Nullable FramingFault onValueOctet(int octet) {
        if (field == Field.OTHER) {
            return null;
        }
        if (valueLength == KEPT_VALUE_BYTES) {
            return onFieldValue(field);
        }
        value[valueLength++] = (byte) octet;
        return null;
    }

    final @Nullable FramingFault onValueEnd() {
        return field == Field.OTHER ? null : onFieldValue(field);
    }

    final int valueLength() {
        return valueLength;
    }

    final int valueAt(int index) {
        return value[index] & 0xff;
    }

    /** Whether the value equals this lower-case text, ignoring case. */
    final boolean isValueIgnoringCase(byte[] lowerCase) {
        if (valueLength != lowerCase.length) {
            return false;
        }
        for (int i = 0; i < valueLength; i++) {
            boolean upper = value[i] >= 'A' && value[i] <= 'Z';
            if ((upper ? value[i] | 0x20 : value[i]) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    final boolean isValue(byte[] text) {
        return Arrays.equals(value, 0, valueLength, text, 0, text.length);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
