package dev.ose.server.s3.document;

/** Ends an operation because too many requests wait for the database. The client has been answered. */
public final class DroppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DroppedException() {
        super("too many wait", null, false, false);
    }
}
