package dev.ose.adapter.embedded.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Set;

/** Keeps files readable, even if their object is deleted meanwhile, until it is closed. */
public final class FileLease implements AutoCloseable {

    private final FileStore store;
    private final Set<FileId> files;

    FileLease(FileStore store, Set<FileId> files) {
        this.store = store;
        this.files = files;
    }

    /** Opens one of the files for reading. */
    public FileChannel open(FileId file) throws IOException {
        if (!files.contains(file)) {
            throw new IllegalArgumentException("not a file of this lease");
        }
        return store.openChannel(file);
    }

    @Override
    public void close() {
        store.release(files);
    }
}
