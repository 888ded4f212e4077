package dev.ose.keeper.probe;

import dev.ose.adapter.Secret;
import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key pair in a file that only this account may read: the access key on its first line, the secret key on the second.
 * Thread-safe; blocks on the disk.
 */
public final class KeyPairFile {

    private final Path file;
    private @Nullable KeyPair unsaved;

    public KeyPairFile(Path file) {
        this.file = file;
    }

    /** An S3 key pair. */
    public record KeyPair(String accessKey, Secret secretKey) {}

    /** Empty if the file does not exist, cannot be read or is damaged: a new pair then replaces it. */
    synchronized Optional<KeyPair> read() {
        if (unsaved != null) {
            return Optional.of(unsaved);
        }
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.size() == 2 && lines.stream().noneMatch(String::isBlank)
                    ? Optional.of(new KeyPair(lines.getFirst(), Secret.of(lines.getLast())))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * A pair that cannot be written is kept in memory until the keeper ends, so that a full disk does not cause a new
     * pair at each probe.
     */
    synchronized void write(KeyPair pair) {
        try {
            save(pair);
            unsaved = null;
        } catch (IOException e) {
            unsaved = pair;
        }
    }

    private void save(KeyPair pair) throws IOException {
        PrivateFiles.replace(
                file,
                pair.secretKey()
                        .<String>use(
                                bytes -> pair.accessKey() + "\n" + new String(bytes, StandardCharsets.UTF_8) + "\n"));
    }
}
