package dev.ose.keeper.configuration;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.config.ConfigurationException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * A file of the caller's that exceeds one command, uploaded in pieces: the keeper may lack read permission at its
 * original place. Not thread-safe.
 */
final class StagedFile {

    private static final String UNWRITABLE = "OSE-1363";

    private final Path file;
    private final int mostBytes;

    /** @param file its directory is created with the first piece */
    StagedFile(Path file, int mostBytes) {
        this.file = file;
        this.mostBytes = mostBytes;
    }

    Path path() {
        return file;
    }

    /**
     * Appends the next piece; position 0 starts over. Blocks on the disk.
     *
     * @throws ConfigurationException if the piece does not follow the stored bytes or exceeds the limit; the file is
     *     then deleted
     */
    void take(long position, byte[] piece) {
        try {
            if (position == 0) {
                begin();
            }
            long size = Files.exists(file) ? Files.size(file) : 0;
            if (position != size || size + piece.length > mostBytes) {
                forget();
                throw refused("it comes in the wrong order, or has more than " + (mostBytes >> 20) + " MiB");
            }
            append(piece);
        } catch (IOException e) {
            forget();
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private void begin() throws IOException {
        PrivateFiles.makeDirectory(Objects.requireNonNull(file.getParent(), "a file is in a directory"));
        Files.deleteIfExists(file);
    }

    private void append(byte[] piece) throws IOException {
        try (FileChannel channel = PrivateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            PrivateFiles.write(channel, piece);
        }
    }

    /** Deletes the file. */
    void forget() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next upload deletes it.
        }
    }

    ConfigurationException refused(String why) {
        return ConfigurationErrors.of(
                UNWRITABLE,
                "The file cannot be handed to the keeper: " + why + ".",
                file.toString(),
                "Make room below " + file.getParent() + ", and hand over one file at a time.");
    }
}
