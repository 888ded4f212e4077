package dev.ose.migrations;

import java.io.Serial;

/** The database is unusable in its present state; the message states the cause and the remedy. */
public final class SchemaException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    SchemaException(String message) {
        super(message);
    }

    SchemaException(String message, Throwable cause) {
        super(message, cause);
    }
}
