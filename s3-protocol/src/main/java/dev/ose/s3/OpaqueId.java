package dev.ose.s3;

/** The one rule for identifiers that a store hands out and a client echoes: short visible ASCII, safe in a header. */
final class OpaqueId {

    private static final int MAX_LENGTH = 1024;

    private OpaqueId() {}

    static boolean isValid(String text) {
        return !text.isEmpty() && text.length() <= MAX_LENGTH && text.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    }
}
