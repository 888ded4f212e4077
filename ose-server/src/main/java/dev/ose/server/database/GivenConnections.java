package dev.ose.server.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Connections from a source of ours as a data source. The source limits how long making one may take, so a limit that is set
 * here changes nothing.
 */
final class GivenConnections implements DataSource {

    private final Presence.Source source;
    private volatile int loginTimeoutSeconds;

    GivenConnections(Presence.Source source) {
        this.source = source;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return source.connection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the user is fixed");
    }

    @Override
    public PrintWriter getLogWriter() {
        return new PrintWriter(PrintWriter.nullWriter());
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // Failures are told by exceptions alone.
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // Fixed where connections are made; a pool waits for so long when it closes.
        loginTimeoutSeconds = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeoutSeconds;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("nothing is logged");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("this is no wrapper of " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
