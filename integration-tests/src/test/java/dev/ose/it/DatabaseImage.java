package dev.ose.it;

import dev.ose.migrations.SchemaMigrator;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A stopped database with the newest schema. Nodes of tests begin with a copy of it, which takes a tenth of the time of
 * {@code initdb} and all migrations. The tests that start a node under a keeper show that it makes both by itself.
 *
 * <p>Its name depends on what it is made of, because the directory may be that of an earlier run on another state of
 * the sources.
 */
final class DatabaseImage {

    private static final String STEPS = "db-migrations/src/main/resources/db/ose";
    private static final int DIGEST_BYTES = 8;

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
        Path image = Tools.scratch().resolve(name(Tools.repository().resolve(STEPS)));
        if (!Files.exists(image)) {
            Path unfinished = image.resolveSibling("database-image.new");
            VersityServer.deleteTree(unfinished);
            try (EmbeddedPostgres server = EmbeddedPostgres.start(EmbeddedPostgresConfig.in(unfinished))) {
                SchemaMigrator.migrate(source(server));
            }
            Files.move(unfinished, image);
        }
        return image;
    }

    /** The name with a digest of the version of PostgreSQL and of the migrations in that directory. */
    static String name(Path steps) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream version = EmbeddedPostgres.class.getResourceAsStream("binaries.properties");
                Stream<Path> files = Files.list(steps)) {
            digest.update(Objects.requireNonNull(version).readAllBytes());
            for (Path file : files.sorted().toList()) {
                byte[] step = Files.readAllBytes(file);
                digest.update((file.getFileName() + " " + step.length + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(step);
            }
        }
        return "database-image-" + HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DataSource source(EmbeddedPostgres server) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(server.jdbcUrl());
        source.setUser(server.user());
        source.setPassword(server.withPassword(String::new));
        return source;
    }
}
