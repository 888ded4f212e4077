package dev.ose.postgres;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** File steps with explicit permissions, so that the umask of the caller changes nothing. */
final class ClusterDirectories {

    private ClusterDirectories() {}

    /** Makes the directory and missing parents, with these permissions on each one that is made. */
    static void create(Path directory, String permissions) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        if (directory.getParent() != null) {
            create(directory.getParent(), permissions);
        }
        try {
            Files.createDirectory(directory);
            permit(directory, permissions);
        } catch (FileAlreadyExistsException raced) {
            if (!Files.isDirectory(directory)) {
                throw raced;
            }
        }
    }

    /** Makes an empty file that only this account may read; one that is there stays as it is. */
    static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException there) {
            if (!Files.isRegularFile(file)) {
                throw there;
            }
        }
    }

    static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    /** Refuses early: a full disk half-way through gives errors that name neither the disk nor the remedy. */
    static void requireSpace(Path directory, long bytes, String purpose) throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < bytes) {
            throw new EmbeddedPostgresException("Only " + (free >> 20) + " MiB are free in " + directory + "; "
                    + purpose + " needs " + (bytes >> 20) + " MiB. Make room, or choose another directory.");
        }
    }

    /** Removes the path and everything below it; follows no links; nothing to do when it is not there. */
    static void delete(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> paths = Files.walk(path)) {
            deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : deepestFirst) {
            Files.deleteIfExists(each);
        }
    }
}
