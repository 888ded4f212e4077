package dev.ose.testkit;

import dev.ose.testkit.fast.StartsServer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Gives a test class a database of its own on a server that all classes of the run share. Use:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final PostgresFixture postgres = PostgresFixture.migrated();
 * }</pre>
 *
 * The server starts with the first class that uses it and stops when the run ends.
 */
@StartsServer
public final class PostgresFixture implements BeforeAllCallback, AfterAllCallback {

    private static final ExtensionContext.Namespace SHARED = ExtensionContext.Namespace.create(PostgresFixture.class);

    private final Function<PostgresServer, TestDatabase> maker;
    private @Nullable PostgresServer server;
    private @Nullable TestDatabase database;

    private PostgresFixture(Function<PostgresServer, TestDatabase> maker) {
        this.maker = maker;
    }

    /** A database with the newest schema. */
    public static PostgresFixture migrated() {
        return new PostgresFixture(PostgresServer::createMigrated);
    }

    /** A database with nothing in it. */
    public static PostgresFixture empty() {
        return new PostgresFixture(PostgresServer::createEmpty);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        PostgresServer shared = context.getStore(StoreScope.LAUNCHER_SESSION, SHARED)
                .computeIfAbsent(PostgresServer.class, absent -> PostgresServer.start(), PostgresServer.class);
        server = shared;
        database = maker.apply(shared);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (server != null && database != null) {
            server.remove(database);
        }
        database = null;
    }

    /** The database of the running class. */
    public TestDatabase database() {
        if (database == null) {
            throw new IllegalStateException("register the fixture in a static field with @RegisterExtension");
        }
        return database;
    }

    /** A pool of connections to it. */
    public DataSource dataSource() {
        return database().dataSource();
    }
}
