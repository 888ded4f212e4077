package dev.ose.s3.policy;

/** A document is not a valid policy; the message explains why to its author. */
public final class MalformedPolicyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedPolicyException(String message) {
        super(message, null, false, false);
    }

    /** Why, in a sentence without a full stop. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
