package dev.ose.adapter.embedded.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.Set;

/** Keeps files readable, even if their object is deleted meanwhile, until it is closed. */
public final class FileLease implements AutoCloseable {

    private final FileStore store;
    private final Set<FileId> files;
    private final Map<FileId, DataKey> keys;

    /** @param keys of those files that are encrypted */
    FileLease(FileStore store, Set<FileId> files, Map<FileId, DataKey> keys) {
        this.store = store;
        this.files = files;
        this.keys = keys;
    }

    /** Opens one of the files for reading. */
    public FileContent open(FileId file) throws IOException {
        if (!files.contains(file)) {
            throw new IllegalArgumentException("not a file of this lease");
        }
        FileChannel channel = store.openChannel(file);
        DataKey key = keys.get(file);
        return key == null ? new FileContent.Plain(channel) : new FileContent.Encrypted(file, channel, key);
    }

    @Override
    public void close() {
        store.release(files);
    }
}
