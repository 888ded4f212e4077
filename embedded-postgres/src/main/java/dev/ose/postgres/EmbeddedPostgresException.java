package dev.ose.postgres;

import java.io.Serial;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** PostgreSQL could not be started, adopted or stopped; the message states the cause and the remedy. */
public final class EmbeddedPostgresException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean directoryInUse;

    EmbeddedPostgresException(String message) {
        this(message, null);
    }

    EmbeddedPostgresException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private EmbeddedPostgresException(String message, @Nullable Throwable cause, boolean directoryInUse) {
        super(message, cause);
        this.directoryInUse = directoryInUse;
    }

    static EmbeddedPostgresException inUse(Path directory) {
        return new EmbeddedPostgresException(
                "Another process of OSE uses the database in " + directory
                        + " (it holds the file lock there). Stop it first, or choose another directory.",
                null,
                true);
    }

    /** Whether the only obstacle is another process that holds the directory's lock. */
    public boolean isDirectoryInUse() {
        return directoryInUse;
    }
}
