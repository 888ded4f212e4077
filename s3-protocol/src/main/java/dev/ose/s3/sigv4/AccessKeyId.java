package dev.ose.s3.sigv4;

/** The public half of a key pair: 1 to 128 visible ASCII characters without slash and comma. */
public record AccessKeyId(String value) {

    /** Longest access key id. */
    public static final int MAX_LENGTH = 128;

    /** The rule of {@link #isValid} for error messages. */
    public static final String RULE = "1 to " + MAX_LENGTH + " visible ASCII characters without slash and comma";

    /** Refuses, as a bug of the caller, a value that {@link #isValid} does not accept. */
    public AccessKeyId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not an access key id");
        }
    }

    /** Whether a text may be an access key id. */
    public static boolean isValid(String value) {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '/' || c == ',') {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return value;
    }
}
