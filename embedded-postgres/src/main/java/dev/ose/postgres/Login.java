package dev.ose.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.postgresql.ds.PGSimpleDataSource;

/** The login of one server's superuser. */
final class Login {

    static final String USER = "postgres";
    static final String DATABASE = "postgres";

    private static final int RANDOM_BYTES = 24;
    private static final int CONNECT_SECONDS = 5;
    private static final int ANSWER_SECONDS = 10;

    private final char[] word;

    private Login(char[] word) {
        this.word = word;
    }

    static Login generate() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        byte[] encoded = Base64.getUrlEncoder().withoutPadding().encode(random);
        return decode(encoded);
    }

    static Login load(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new EmbeddedPostgresException("The file " + file + " is missing, without which the database beside"
                    + " it cannot be entered. Restore it from a backup, or move the directory " + file.getParent()
                    + " away to begin with an empty database.");
        }
        return decode(Files.readAllBytes(file));
    }

    private static Login decode(byte[] bytes) {
        char[] word = new char[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            word[i] = (char) (bytes[i] & 0xFF);
        }
        Arrays.fill(bytes, (byte) 0);
        return new Login(word);
    }

    /** Replaces the file, readable by {@code owner} only, and forces it to disk. */
    void store(Path file, Ownership owner) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        Files.deleteIfExists(partial);
        byte[] encoded = new byte[word.length];
        for (int i = 0; i < word.length; i++) {
            encoded[i] = (byte) word[i];
        }
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel = FileChannel.open(partial, options, ownerOnly)) {
            if (Ownership.ofThisProcess().isRoot()) {
                owner.give(partial);
            }
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Arrays.fill(encoded, (byte) 0);
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    }

    <T> T reveal(Function<char[], T> use) {
        char[] copy = word.clone();
        try {
            return use.apply(copy);
        } finally {
            Arrays.fill(copy, '\0');
        }
    }

    static String jdbcUrl(int port, String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** Connects to the server's default database, within seconds. */
    Connection connect(int port) throws SQLException {
        PGSimpleDataSource source = PostgresSource.of(jdbcUrl(port, DATABASE));
        source.setUser(USER);
        source.setPassword(reveal(String::new));
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setLoginTimeout(CONNECT_SECONDS);
        source.setSocketTimeout(ANSWER_SECONDS);
        return source.getConnection();
    }
}
