package dev.ose.adapter.embedded.file;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Counts the readers of files, so that a file deleted meanwhile is removed after its last reader. Bounded by the number
 * of files being read. Thread-safe.
 */
final class Leases {

    private record Use(int readers, boolean condemned) {}

    private final ConcurrentHashMap<FileId, Use> uses = new ConcurrentHashMap<>();
    private final Consumer<FileId> unlink;

    Leases(Consumer<FileId> unlink) {
        this.unlink = unlink;
    }

    /** Counts a reader. Check that the file exists after this call, not before. */
    void acquire(FileId file) {
        uses.compute(file, (_, use) -> use == null ? new Use(1, false) : new Use(use.readers + 1, use.condemned));
    }

    /** Ends a reader; after the last one a condemned file is deleted. */
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

    /** Deletes the file now, or after its last reader. */
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
