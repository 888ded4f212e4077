package dev.ose.postgres;

import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/** Makes sources of connections from the URL of a database. */
public final class PostgresSource {

    private PostgresSource() {}

    /**
     * A source that opens a connection at each call, for a user to be set. It has the parameters of the URL only, where
     * {@link PGSimpleDataSource#setUrl} adds the default of every other. The driver writes them all into the URL of
     * each connection, and Flyway searches that for passwords in a time that grows with the square of its length: 0.1
     * to 0.3 s for each schema at each start.
     *
     * @throws IllegalArgumentException if it is no URL of PostgreSQL
     */
    public static PGSimpleDataSource of(String url) {
        Properties named = Driver.parseURL(url, null);
        if (named == null) {
            throw new IllegalArgumentException("no URL of PostgreSQL");
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        for (PGProperty property : PGProperty.values()) {
            String value = named.getProperty(property.getName());
            if (value != null) {
                source.setProperty(property, value);
            }
        }
        return source;
    }
}
