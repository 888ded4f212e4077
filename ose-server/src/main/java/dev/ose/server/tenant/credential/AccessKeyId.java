package dev.ose.server.tenant.credential;

/** The public half of a credential. */
public record AccessKeyId(String value) {

    /** Longest id that is looked up; anything longer is unknown without asking. */
    public static final int MAX_LENGTH = 128;

    public AccessKeyId {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("an access key id has 1 to 128 characters");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
