package dev.ose.s3.policy;

/** A document is no policy; the message says why in words that its author understands. */
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
