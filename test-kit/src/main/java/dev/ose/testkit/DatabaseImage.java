package dev.ose.testkit;

import dev.ose.migrations.SchemaMigrator;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.postgres.PostgresSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A stopped database with the newest schema, made once by all processes of a run. Nodes of tests begin with a copy of
 * it, which takes a tenth of the time of {@code initdb} and all migrations. {@code KeeperIT} shows that a node makes
 * both by itself.
 *
 * <p>Its name depends on what it is made of, because the directory may be that of an earlier run on another state of
 * the sources.
 */
public final class DatabaseImage {

    /** Tests run in the directory of their module. */
    private static final Path STEPS = Path.of("../db-migrations/src/main/resources/db/ose");

    private static final int DIGEST_BYTES = 8;

    private DatabaseImage() {}

    /** Fills the data directory of a node that has not been started yet. */
    public static void copyInto(Path data) {
        try {
            Path postgres = Files.createDirectories(data.resolve("postgres"));
            // As the node makes it: the account that runs PostgreSQL passes through.
            Files.setPosixFilePermissions(postgres, PosixFilePermissions.fromString("rwx--x--x"));
            // Neither the port nor the logs: those are of the server that made it.
            for (String part : new String[] {"data", "password"}) {
                copy(image().resolve(part), postgres);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With the owners, which Java cannot copy at once. */
    private static void copy(Path from, Path folder) throws IOException {
        Process copying = new ProcessBuilder(List.of("cp", "-a", from.toString(), folder.toString()))
                .redirectErrorStream(true)
                .start();
        String said = new String(copying.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (copying.onExit().join().exitValue() != 0) {
            throw new IOException(said);
        }
    }

    private static synchronized Path image() throws IOException {
        Path home = Files.createDirectories(PostgresServer.home());
        Path image = home.resolve(name(STEPS));
        if (!Files.exists(image)) {
            try (FileChannel file = FileChannel.open(
                            home.resolve("database-image.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = file.lock()) {
                if (!Files.exists(image)) {
                    make(image);
                }
            }
        }
        return image;
    }

    /** Under another name until it is finished. */
    private static void make(Path image) throws IOException {
        Path unfinished =
                image.resolveSibling("database-image-" + ProcessHandle.current().pid() + ".new");
        try (EmbeddedPostgres server = EmbeddedPostgres.start(EmbeddedPostgresConfig.in(unfinished))) {
            SchemaMigrator.migrate(source(server));
        }
        Files.move(unfinished, image);
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
        PGSimpleDataSource source = PostgresSource.of(server.jdbcUrl());
        source.setUser(server.user());
        source.setPassword(server.withPassword(String::new));
        return source;
    }
}
