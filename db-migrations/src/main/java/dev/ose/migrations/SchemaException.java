package dev.ose.migrations;

import java.io.Serial;

/** The database cannot be used as it is; the message says why and names the fix. */
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
