package dev.ose.keeper.probe;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/** A key pair in a file that only this account may read: the access key on its first line, the secret key on the second. */
public final class KeyPairFile {

    private final Path file;

    public KeyPairFile(Path file) {
        this.file = file;
    }

    /** An S3 key pair. */
    public record KeyPair(String accessKey, Secret secretKey) {}

    Optional<KeyPair> read() throws IOException {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.size() == 2
                    ? Optional.of(new KeyPair(lines.getFirst(), Secret.of(lines.getLast())))
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void write(KeyPair pair) throws IOException {
        Path draft = Files.createTempFile(
                file.toAbsolutePath().getParent(),
                "." + file.getFileName(),
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            String text = pair.secretKey()
                    .use(bytes -> pair.accessKey() + "\n" + new String(bytes, StandardCharsets.UTF_8) + "\n");
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
