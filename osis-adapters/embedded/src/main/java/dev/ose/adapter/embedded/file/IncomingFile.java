package dev.ose.adapter.embedded.file;

import dev.ose.s3.checksum.Digester;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * The file under its first name.
     *
     * @param key null if the file is not encrypted
     * @param encryption null if bytes are written as they are
     * @param sizeBytes the number of bytes that it already has, before encryption
     */
    record Draft(
            FileChannel channel,
            @Nullable DataKey key,
            @Nullable FrameWriter encryption,
            long sizeBytes) {}

    private final FileStore store;
    private final FileId id;
    private final Draft draft;
    private final List<Digester> digesters;
    private long sizeBytes;
    private Stage stage = Stage.WRITING;

    IncomingFile(FileStore store, FileId id, Draft draft, List<Digester> digesters) {
        this.store = store;
        this.id = id;
        this.draft = draft;
        this.digesters = List.copyOf(digesters);
        this.sizeBytes = draft.sizeBytes;
    }

    /** Appends the remaining bytes of the buffer and feeds them to the digesters. */
    public void write(ByteBuffer bytes) throws IOException {
        for (Digester digester : digesters) {
            digester.update(bytes);
        }
        sizeBytes += bytes.remaining();
        FrameWriter encryption = draft.encryption;
        if (encryption != null) {
            encryption.write(bytes);
            return;
        }
        while (bytes.hasRemaining()) {
            draft.channel.write(bytes);
        }
    }

    /** The number of bytes written so far, before encryption. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Syncs the file and renames it to its final name. */
    public StoredFile publish() throws IOException {
        if (draft.encryption != null) {
            draft.encryption.finish();
        }
        draft.channel.force(true);
        draft.channel.close();
        store.publish(id);
        stage = Stage.PUBLISHED;
        return new StoredFile(id, sizeBytes, draft.key == null ? null : store.seal(draft.key, id));
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
            draft.channel.close();
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
