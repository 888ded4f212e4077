package dev.ose.adapter.embedded.store;

import java.io.Serial;
import java.sql.SQLException;

/** Says that PostgreSQL did not do what it was asked, and whether that is certain. */
public final class DatabaseException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** What the failure means for the caller. */
    public enum Kind {
        /** Nothing was changed; a later try may succeed. */
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

    /** What the failure means for the caller. */
    public Kind kind() {
        return kind;
    }
}
