package dev.ose.adapter.embedded.file;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Directories whose entries survive a power cut. */
final class DurableDirectories {

    private DurableDirectories() {}

    /**
     * Makes the directory (mode 0700), whose parent must exist, and writes that to disk. Does nothing if it is there.
     */
    static void make(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        try {
            PrivateFiles.makeMissingDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            // Another thread was first; it may not have synced yet, so we do.
        }
        Path parent = directory.getParent();
        if (parent != null) {
            PrivateFiles.sync(parent);
        }
    }
}
