package dev.ose.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Small files of JSON that only their owner may read, written whole or not at all. */
final class PrivateFiles {

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFiles() {}

    static void write(Path file, Object told) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Path draft = Files.createTempFile(directory, "." + file.getFileName(), ".new", OWNER_ONLY);
        try {
            Files.write(draft, Wire.line(told));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Nothing if there is no such file. */
    static <T> Optional<T> read(Path file, Class<T> type) throws IOException {
        byte[] told;
        try {
            told = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        return Wire.value(told, type);
    }
}
