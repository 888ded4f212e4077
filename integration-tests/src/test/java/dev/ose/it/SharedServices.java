package dev.ose.it;

import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/** The options of one cluster's nodes for their common database and platform. */
final class SharedServices {

    private SharedServices() {}

    /**
     * The options of each node.
     *
     * @param folder where the files with secrets are made
     * @param platform the address of a service of OSIS that {@link ServedPlatform#USER} may call
     */
    static Map<String, String> options(Path folder, URI platform, EmbeddedPostgres server, String jdbcUrl) {
        Map<String, String> options = platform(folder, platform);
        options.putAll(database(folder, server, jdbcUrl));
        return options;
    }

    /** The options of the platform. */
    static Map<String, String> platform(Path folder, URI platform) {
        Path osisSecret = folder.resolve("osis-secret");
        ServedPlatform.SECRET.use(bytes -> write(osisSecret, bytes));
        Map<String, String> options = new HashMap<>();
        options.put("oss.platform", "osis");
        options.put("oss.osis.endpoint", platform.toString());
        options.put("oss.osis.user", ServedPlatform.USER);
        options.put("oss.osis.secret-file", osisSecret.toString());
        return options;
    }

    /** The options of the database. */
    static Map<String, String> database(Path folder, EmbeddedPostgres server, String jdbcUrl) {
        Path databasePassword = folder.resolve("database-password");
        server.withPassword(
                characters -> write(databasePassword, new String(characters).getBytes(StandardCharsets.UTF_8)));
        Map<String, String> options = new HashMap<>();
        options.put("spring.datasource.url", jdbcUrl);
        options.put("spring.datasource.username", server.user());
        options.put("spring.datasource.password-file", databasePassword.toString());
        return options;
    }

    /** Writes what only its owner may read. */
    private static Path write(Path file, byte[] secret) {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.write(file, secret);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
