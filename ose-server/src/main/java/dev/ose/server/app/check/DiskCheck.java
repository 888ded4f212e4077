package dev.ose.server.app.check;

import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.control.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks the free space of the node's disk. */
public final class DiskCheck {

    private static final String NAME = "Disk";
    private static final long GIB = 1L << 30;
    private static final long MIN_BYTES = GIB;
    private static final long COMFORTABLE_BYTES = 10 * GIB;

    private DiskCheck() {}

    public static void run(Configuration configuration, Consumer<Finding> report) {
        Path data = configuration.get(NodeOptions.DATA_DIRECTORY);
        try {
            report.accept(judge(data, Files.getFileStore(existing(data)).getUsableSpace()));
        } catch (IOException e) {
            report.accept(
                    Finding.failed(NAME, data + " cannot be looked at: " + e.getMessage(), "Check its permissions."));
        }
    }

    static Finding judge(Path data, long freeBytes) {
        String seen = Math.round(freeBytes * 10.0 / GIB) / 10.0 + " GiB free for " + data;
        if (freeBytes < MIN_BYTES) {
            return Finding.failed(NAME, seen, "Make room: a node whose disk is full refuses writes.");
        }
        return freeBytes < COMFORTABLE_BYTES
                ? Finding.warning(
                        NAME, seen, "Make room, or give " + NodeOptions.DATA_DIRECTORY.key() + " a disk of its own.")
                : Finding.valid(NAME, seen);
    }

    /** The directory, or its nearest existing ancestor. */
    private static Path existing(Path path) {
        @Nullable Path there = path;
        while (there != null && Files.notExists(there)) {
            there = there.getParent();
        }
        return there == null ? Path.of("/") : there;
    }
}
