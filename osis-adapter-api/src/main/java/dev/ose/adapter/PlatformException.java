package dev.ose.adapter;

import org.jspecify.annotations.Nullable;

/** Says that the platform did not do what it was asked, and whether that is certain. */
public final class PlatformException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why the platform did not do it. */
    public enum Kind {
        /** The tenant, user or key does not exist. */
        NOT_FOUND,
        /** The platform understood and refused; repeating the call will not help. */
        REJECTED,
        /** The platform does not offer this. */
        NOT_IMPLEMENTED,
        /** The platform could not be reached or is overloaded; nothing was done. */
        UNAVAILABLE,
        /** The call was sent and its answer never came: it may or may not have been done. Repeat it to find out. */
        OUTCOME_UNKNOWN
    }

    private final Kind kind;

    public PlatformException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public PlatformException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    static PlatformException notImplemented(String what) {
        return new PlatformException(Kind.NOT_IMPLEMENTED, "The platform does not offer " + what + ".");
    }

    public Kind kind() {
        return kind;
    }
}
