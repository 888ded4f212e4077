package dev.ose.server.database;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Translates exceptions of the database into failures, by SQLSTATE (<a
 * href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL error codes</a>). No other class
 * does so.
 */
public final class SqlFailures {

    private SqlFailures() {}

    /** {@code MetadataUnavailable} if the database cannot serve now; {@link IllegalStateException} for a bug. */
    public static RuntimeException translate(SQLException e) {
        return isUnavailable(e)
                ? new FailureException(new Failure.MetadataUnavailable())
                : new IllegalStateException("the database refused a statement, SQLSTATE " + e.getSQLState(), e);
    }

    /** Whether repeating the transaction is likely to succeed. */
    public static boolean isWorthRepeating(SQLException e) {
        // 40001 serialization failure, 40P01 deadlock.
        return stateOf(e).startsWith("40");
    }

    /**
     * Whether the server answered changes that were sent together with their commit and failed: then nothing was
     * committed, because the server skips statements after an error. A broken connection, a stopping server and a
     * damaged one leave the outcome open.
     */
    public static boolean isAnswered(SQLException e) {
        String state = stateOf(e);
        return state.length() == 5
                && switch (state.substring(0, 2)) {
                    case "08", "58", "XX" -> false;
                    // 57014 is a statement timeout; the others are ends of the server.
                    case "57" -> state.equals("57014");
                    // 40003: completion unknown.
                    default -> !state.equals("40003");
                };
    }

    /**
     * Whether no server is available: the connection could not be opened or broke, or the server is starting or
     * stopping. False if a server refuses a login, or has no connection left: open connections keep working.
     */
    static boolean isAway(SQLException e) {
        return switch (stateOf(e)) {
            // 08001 cannot connect, 08006 connection failure, 57P01 to 57P03 shut down, crashed, cannot connect now.
            case "08001", "08006", "57P01", "57P02", "57P03" -> true;
            default -> false;
        };
    }

    private static boolean isUnavailable(SQLException e) {
        if (e instanceof SQLTransientConnectionException) {
            return true;
        }
        String state = stateOf(e);
        if (state.length() != 5) {
            return true;
        }
        return switch (state.substring(0, 2)) {
            // 08 connection, 25 read-only or aborted transaction, 28 login, 40 deadlock, 53 no memory, disk or
            // connection left, 55 lock not available, 57 shut down or timed out, 58 input/output, XX corruption.
            case "08", "25", "28", "40", "53", "55", "57", "58", "XX" -> true;
            // The database of that name does not exist (yet).
            case "3D" -> true;
            default -> false;
        };
    }

    private static String stateOf(SQLException e) {
        @Nullable String state = e.getSQLState();
        return state == null ? "" : state;
    }
}
