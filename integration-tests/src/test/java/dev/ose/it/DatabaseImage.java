package dev.ose.it;

import dev.ose.migrations.SchemaMigrator;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A stopped database with the newest schema. Nodes of tests begin with a copy of it, which takes a tenth of the time of
 * {@code initdb} and all migrations. The tests that start a node under a keeper show that it makes both by itself.
 */
final class DatabaseImage {

    private static final Path IMAGE = Tools.scratch().resolve("database-image");

    private DatabaseImage() {}

    /** Fills the data directory of a node that has not been started yet. */
    static void copyInto(Path data) {
        try {
            Path postgres = Files.createDirectories(data.resolve("postgres"));
            // As the node makes it: the account that runs PostgreSQL passes through.
            Files.setPosixFilePermissions(postgres, PosixFilePermissions.fromString("rwx--x--x"));
            // Neither the port nor the logs: those are of the server that made it.
            for (String part : new String[] {"data", "password"}) {
                new Command("cp", "-a", image().resolve(part), postgres).run();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized Path image() throws IOException {
        if (!Files.exists(IMAGE)) {
            Path unfinished = IMAGE.resolveSibling("database-image.new");
            VersityServer.deleteTree(unfinished);
            try (EmbeddedPostgres server = EmbeddedPostgres.start(EmbeddedPostgresConfig.in(unfinished))) {
                SchemaMigrator.migrate(source(server));
            }
            Files.move(unfinished, IMAGE);
        }
        return IMAGE;
    }

    private static DataSource source(EmbeddedPostgres server) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(server.jdbcUrl());
        source.setUser(server.user());
        source.setPassword(server.withPassword(String::new));
        return source;
    }
}
