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

/**
 * Writes files that are on the disk when a method returns, and that are never visible incomplete or with wider
 * permissions.
 */
final class DurableFile {

    static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    static final Set<PosixFilePermission> OWNER_AND_GROUP = PosixFilePermissions.fromString("rw-r-----");
    static final Set<PosixFilePermission> OWNER_DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private DurableFile() {}

    /**
     * Creates {@code file}, which must not exist. Its directory entry is durable only after {@link PrivateFiles#sync}.
     */
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
        // The process's umask may have removed permissions.
        Files.setPosixFilePermissions(file, permissions);
    }
}
