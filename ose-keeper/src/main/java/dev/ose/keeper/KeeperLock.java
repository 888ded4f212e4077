package dev.ose.keeper;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Held by the one keeper of a run directory, until it is closed or the process ends. */
final class KeeperLock implements AutoCloseable {

    private final FileChannel channel;

    private KeeperLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Nothing if another keeper holds it. */
    static Optional<KeeperLock> take(Path runDirectory) throws IOException {
        FileChannel channel = FileChannel.open(
                runDirectory.resolve("keeper.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(new KeeperLock(channel));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
