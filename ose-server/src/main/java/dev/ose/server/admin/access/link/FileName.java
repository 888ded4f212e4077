package dev.ose.server.admin.access.link;

import java.util.stream.Collectors;

/**
 * The name of the file that a link is for. Names of objects are up to their users: controls, and characters that are
 * not seen or turn the direction of text, make a name look like another one.
 */
public record FileName(String value) {

    private static final int CONTROL_PICTURES = 0x2400;
    private static final int DELETE = 0x7f;
    private static final int PICTURE_OF_DELETE = 0x2421;

    /** The name with a sign for each control and each character that is not seen. */
    public String shown() {
        return value.codePoints().mapToObj(FileName::sign).collect(Collectors.joining());
    }

    /** The name for a file: an underscore for each control and each character that is not seen. */
    public String stored() {
        return value.codePoints()
                .map(code -> isHidden(code) ? '_' : code)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String sign(int code) {
        if (!isHidden(code)) {
            return Character.toString(code);
        }
        if (code < ' ') {
            return Character.toString(CONTROL_PICTURES + code);
        }
        return code == DELETE ? Character.toString(PICTURE_OF_DELETE) : "[U+%04X]".formatted(code);
    }

    private static boolean isHidden(int code) {
        return switch (Character.getType(code)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
