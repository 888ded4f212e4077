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
 * A file of the caller's that is larger than one command, handed over piece by piece: the keeper may not read where the caller
 * keeps it. Not thread-safe.
 */
final class StagedFile {

    private static final String UNWRITABLE = "OSE-1363";

    private final Path file;
    private final int mostBytes;

    /** @param file whose directory is made with its first piece */
    StagedFile(Path file, int mostBytes) {
        this.file = file;
        this.mostBytes = mostBytes;
    }

    Path path() {
        return file;
    }

    /**
     * Takes the next piece; one at 0 begins anew. Blocks on the disk.
     *
     * @throws ConfigurationException if it does not follow what is there, or does not fit; then nothing is there any more
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

    /** Removes what is there. */
    void forget() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next one that begins removes it.
        }
    }

    private ConfigurationException refused(String why) {
        return Refusals.of(
                UNWRITABLE,
                "The file cannot be handed to the keeper: " + why + ".",
                file.toString(),
                "Make room below " + file.getParent() + ", and hand over one file at a time.");
    }
}
