package dev.ose.server.runtime.lifecycle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/**
 * Makes files and directories that only this account may read, whatever the umask: they name buckets and keys of all tenants.
 * Those that are there are given the same permissions. A symbolic link in a file's place is an error.
 */
public final class OwnerOnly {

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private OwnerOnly() {}

    public static void directory(Path directory) throws IOException {
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
        Files.setPosixFilePermissions(directory, DIRECTORY);
    }

    /**
     * Opens a file, which is made if the options say so.
     *
     * @throws IOException also if the file is a symbolic link
     */
    public static FileChannel open(Path file, StandardOpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Set.of(options));
        all.add(LinkOption.NOFOLLOW_LINKS);
        FileChannel channel = FileChannel.open(file, all, PosixFilePermissions.asFileAttribute(FILE));
        Files.setPosixFilePermissions(file, FILE);
        return channel;
    }

    /** Writes a small file anew. */
    public static void write(Path file, String text) throws IOException {
        try (FileChannel channel =
                open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer rest = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        }
    }
}
