package dev.ose.adapter.embedded.store;

import java.io.Serial;
import java.sql.SQLException;

/** A failure of PostgreSQL, and whether its outcome is known. */
public final class DatabaseException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The meaning of the failure. */
    public enum Kind {
        /** Nothing was changed; a retry may succeed. */
        UNAVAILABLE,
        /** The commit was sent and its answer never came. */
        OUTCOME_UNKNOWN,
        /** A statement was refused: a bug, and nothing was changed. */
        BUG
    }

    private final Kind kind;

    DatabaseException(Kind kind, SQLException cause) {
        super(kind + ": " + cause.getMessage(), cause);
        this.kind = kind;
    }

    /** The meaning of the failure. */
    public Kind kind() {
        return kind;
    }
}
