package dev.ose.server.s3.document;

/**
 * Ends an operation whose next step may not be run, because too many wait for the database. The client knows already.
 */
public final class DroppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DroppedException() {
        super("too many wait", null, false, false);
    }
}
