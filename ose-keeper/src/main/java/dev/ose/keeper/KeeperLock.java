package dev.ose.keeper;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Exclusive lock on the keeper's directories, held until it is closed or the process ends. */
final class KeeperLock implements AutoCloseable {

    private final List<FileChannel> channels = new ArrayList<>();

    private KeeperLock() {}

    /** Empty if another keeper holds one of them. */
    static Optional<KeeperLock> take(List<Path> directories) throws IOException {
        KeeperLock lock = new KeeperLock();
        boolean isTaken = false;
        try {
            isTaken = lock.takeAll(directories);
        } finally {
            if (!isTaken) {
                lock.close();
            }
        }
        return isTaken ? Optional.of(lock) : Optional.empty();
    }

    private boolean takeAll(List<Path> directories) throws IOException {
        for (Path directory : new LinkedHashSet<>(directories)) {
            FileChannel channel = PrivateFiles.open(
                    directory.resolve("keeper.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channels.add(channel);
            if (!isLocked(channel)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            @Nullable FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        for (FileChannel channel : channels) {
            channel.close();
        }
    }
}
