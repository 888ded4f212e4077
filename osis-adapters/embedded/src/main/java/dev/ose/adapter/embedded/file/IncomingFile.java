package dev.ose.adapter.embedded.file;

import dev.ose.s3.checksum.Digester;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * A file that is being written. {@link #publish} makes it durable under its final name; unless {@link #keep} is called
 * after that, closing deletes it. Not thread-safe; writing blocks on the disk.
 */
public final class IncomingFile implements AutoCloseable {

    private enum Stage {
        WRITING,
        PUBLISHED,
        KEPT
    }

    private final FileStore store;
    private final FileId id;
    private final FileChannel channel;
    private final List<Digester> digesters;
    private long sizeBytes;
    private Stage stage = Stage.WRITING;

    IncomingFile(FileStore store, FileId id, FileChannel channel, List<Digester> digesters, long sizeBytes) {
        this.store = store;
        this.id = id;
        this.channel = channel;
        this.digesters = List.copyOf(digesters);
        this.sizeBytes = sizeBytes;
    }

    /** Appends the remaining bytes of the buffer and feeds them to the digesters. */
    public void write(ByteBuffer bytes) throws IOException {
        for (Digester digester : digesters) {
            digester.update(bytes);
        }
        sizeBytes += bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** The number of bytes written so far. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Syncs the file and renames it to its final name. */
    public StoredFile publish() throws IOException {
        channel.force(true);
        channel.close();
        store.publish(id);
        stage = Stage.PUBLISHED;
        return new StoredFile(id, sizeBytes);
    }

    /**
     * Keeps the published file on close, for the row that references it; if the outcome of that row is unknown, the
     * next sweep decides.
     */
    public void keep() {
        stage = Stage.KEPT;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
            switch (stage) {
                case WRITING -> store.discardDraft(id);
                case PUBLISHED -> store.delete(List.of(id));
                case KEPT -> {}
            }
        } finally {
            store.settled(id);
        }
    }
}
