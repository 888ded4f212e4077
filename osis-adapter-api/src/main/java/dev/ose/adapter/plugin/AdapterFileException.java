package dev.ose.adapter.plugin;

/**
 * A file of the operator's, or one that the adapter remembers, cannot be used. The message says which, and what to do.
 */
public final class AdapterFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With what is wrong, as a sentence that names the file; never with a secret. */
    public AdapterFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
