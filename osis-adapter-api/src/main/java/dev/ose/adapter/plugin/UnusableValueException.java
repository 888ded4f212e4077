package dev.ose.adapter.plugin;

/** The text is no value of its type. Carries no message: the type's own words say what is allowed. */
public final class UnusableValueException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Without text: it may be a value that must not be shown. */
    public UnusableValueException() {
        super("unusable value", null, false, false);
    }
}
