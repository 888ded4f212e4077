package dev.ose.adapter.embedded.file;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Directories whose entries survive a power cut. */
final class DurableDirectories {

    private DurableDirectories() {}

    /** Creates the directory (mode 0700), whose parent must exist, and syncs the parent. Does nothing if it exists. */
    static void make(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        try {
            PrivateFiles.makeMissingDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            // Another thread created it, but may not have synced yet.
        }
        Path parent = directory.getParent();
        if (parent != null) {
            PrivateFiles.sync(parent);
        }
    }
}
