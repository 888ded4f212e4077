package dev.ose.adapter.embedded.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Directories whose entries survive a power cut. */
final class DurableDirectories {

    private DurableDirectories() {}

    /** Writes the directory's entries to disk. */
    static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Makes the directory, whose parent must exist, and writes that to disk. Does nothing if it is there. */
    static void make(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            // Another thread was first; it may not have synced yet, so we do.
        }
        Path parent = directory.getParent();
        if (parent != null) {
            sync(parent);
        }
    }
}
