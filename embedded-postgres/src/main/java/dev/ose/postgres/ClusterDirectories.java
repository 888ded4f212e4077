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

/** File operations with explicit permissions, independent of the caller's umask. */
final class ClusterDirectories {

    private ClusterDirectories() {}

    /** Creates the directory and missing parents, all with these permissions. */
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

    /** Creates an empty file that only this account may read; an existing one is unchanged. */
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

    /** Fails early: a full disk later causes errors that name neither the disk nor the remedy. */
    static void requireSpace(Path directory, long bytes, String purpose) throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < bytes) {
            throw new EmbeddedPostgresException("Only " + (free >> 20) + " MiB are free in " + directory + "; "
                    + purpose + " needs " + (bytes >> 20) + " MiB. Make room, or choose another directory.");
        }
    }

    /** Deletes the path and everything below it, without following links; does nothing if it does not exist. */
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
