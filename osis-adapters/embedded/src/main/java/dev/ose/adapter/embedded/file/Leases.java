package dev.ose.adapter.embedded.file;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Who reads which file, so that a file deleted under a reader goes when the reader is done. Bounded by the number of
 * files being read. Thread-safe.
 */
final class Leases {

    private record Use(int readers, boolean condemned) {}

    private final ConcurrentHashMap<FileId, Use> uses = new ConcurrentHashMap<>();
    private final Consumer<FileId> unlink;

    Leases(Consumer<FileId> unlink) {
        this.unlink = unlink;
    }

    /** Notes a reader. The file may be gone already: look after this call, not before. */
    void acquire(FileId file) {
        uses.compute(file, (_, use) -> use == null ? new Use(1, false) : new Use(use.readers + 1, use.condemned));
    }

    /** Notes that a reader is done; the last one takes a condemned file with it. */
    void release(FileId file) {
        uses.computeIfPresent(file, (id, use) -> {
            if (use.readers > 1) {
                return new Use(use.readers - 1, use.condemned);
            }
            if (use.condemned) {
                unlink.accept(id);
            }
            return null;
        });
    }

    /** Deletes the file now, or when its last reader is done. */
    void condemn(FileId file) {
        uses.compute(file, (id, use) -> {
            if (use == null) {
                unlink.accept(id);
                return null;
            }
            return new Use(use.readers, true);
        });
    }
}
