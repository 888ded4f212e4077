package dev.ose.server.app.boot;

import dev.ose.config.AdminOptions;
import dev.ose.config.DatabaseOptions;
import dev.ose.config.S3Options;
import dev.ose.keyring.KeyringException;
import dev.ose.migrations.SchemaException;
import dev.ose.postgres.EmbeddedPostgresException;
import dev.ose.server.app.options.FreePorts;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.net.BindException;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeansException;
import org.springframework.boot.web.server.PortInUseException;

/** Converts an exception of a start to a message for the operator. */
public final class StartFailures {

    private static final Logger LOG = LoggerFactory.getLogger(StartFailures.class);

    private StartFailures() {}

    /** The message; an unexpected exception is also logged with its stack trace. */
    public static StartException explain(Throwable thrown) {
        for (@Nullable Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            @Nullable StartException known = known(cause);
            if (known != null) {
                return known;
            }
        }
        LOG.error("the start failed with an unexpected exception", thrown);
        // The failed bean is only in the log.
        Throwable reason = thrown instanceof BeansException beans ? beans.getMostSpecificCause() : thrown;
        return new StartException(
                Code.UNEXPECTED,
                "The node could not start: " + reason + ". The log has the details; please report it with them.",
                thrown);
    }

    private static @Nullable StartException known(Throwable cause) {
        return switch (cause) {
            case StartException it -> it;
            case PortInUseException it -> FreePorts.busy(it.getPort(), AdminOptions.PORT, it);
            case EmbeddedPostgresException it -> new StartException(Code.EMBEDDED_DATABASE, message(it), it);
            case SchemaException it -> new StartException(Code.SCHEMA, message(it), it);
            case KeyringException it -> new StartException(Code.KEYRING, message(it), it);
            case SQLException it -> database(it);
            case BindException it ->
                new StartException(
                        Code.ADDRESS,
                        "A listener cannot be opened: " + it.getMessage() + ". Check " + AdminOptions.ADDRESS.key()
                                + " and " + S3Options.ADDRESS.key() + ": each must be an address of this machine.",
                        it);
            default -> null;
        };
    }

    /** By class and code of SQLSTATE, as listed in PostgreSQL's manual. */
    private static StartException database(SQLException e) {
        String state = Objects.requireNonNullElse(e.getSQLState(), "");
        String advice =
                switch (state) {
                    case "28P01", "28000" ->
                        "it refuses the login. Check " + DatabaseOptions.USERNAME.key() + " and "
                                + DatabaseOptions.PASSWORD_FILE.key() + ".";
                    case "3D000" ->
                        "it has no such database. Make it (CREATE DATABASE ... ENCODING 'UTF8'), or correct "
                                + DatabaseOptions.URL.key() + ".";
                    case "53300" ->
                        "it has no connection left. Raise its max_connections, or lower "
                                + DatabaseOptions.POOL_SIZE.key() + " of the nodes.";
                    default ->
                        state.startsWith("08")
                                ? "it cannot be reached. Check that it runs, and " + DatabaseOptions.URL.key() + "."
                                : "it answers " + state + ". Check " + DatabaseOptions.URL.key() + ".";
                };
        return new StartException(Code.DATABASE, "The database cannot be used: " + advice, e);
    }

    private static String message(RuntimeException e) {
        return Objects.requireNonNullElse(e.getMessage(), e.toString());
    }
}
