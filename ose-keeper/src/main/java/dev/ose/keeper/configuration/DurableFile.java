package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/** Files that are on the disk when a method returns, and never seen half written or with wider permissions. */
final class DurableFile {

    static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    static final Set<PosixFilePermission> OWNER_AND_GROUP = PosixFilePermissions.fromString("rw-r-----");
    static final Set<PosixFilePermission> OWNER_DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private DurableFile() {}

    /** Makes {@code file}, which is not there yet. The directory's entry of it is not yet safe: {@link PrivateFiles#sync} does that. */
    static void create(Path file, Secret contents, Set<PosixFilePermission> permissions) throws IOException {
        byte[] bytes = contents.use(byte[]::clone);
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                PosixFilePermissions.asFileAttribute(permissions))) {
            PrivateFiles.write(channel, bytes);
            channel.force(true);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
        // The creation mask of the process may have taken permissions away.
        Files.setPosixFilePermissions(file, permissions);
    }
}
