package dev.ose.server.app.options;

import dev.ose.adapter.Secret;
import dev.ose.config.Option;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads secrets from files. */
public final class SecretFiles {

    private SecretFiles() {}

    /**
     * The first line of the file that the option names. Blocks on the disk.
     *
     * @throws StartException {@code FILE} if it cannot be read or is empty: the error of a database or platform for an
     *     empty secret would name neither the file nor the fix
     */
    public static Secret firstLine(Option<Path> option, Path file) {
        return firstLine(option.key(), file);
    }

    /** The same for an option that an adapter declares. */
    public static Secret firstLine(String key, Path file) {
        String line;
        try {
            line = Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new StartException(
                    Code.FILE,
                    "The file " + file + " (" + key + ") cannot be read: " + reason(file, e)
                            + ". Check its path and that user " + System.getProperty("user.name") + " may read it.",
                    e);
        }
        if (line.isBlank()) {
            throw new StartException(
                    Code.FILE,
                    "The file " + file + " (" + key
                            + ") has no secret in its first line. Write it there, or name another file.");
        }
        return Secret.of(line);
    }

    private static String reason(Path file, IOException e) {
        if (Files.isDirectory(file)) {
            return "it is a directory";
        }
        return switch (e) {
            case NoSuchFileException it -> "it is not there";
            case AccessDeniedException it -> "no permission";
            default -> String.valueOf(e.getMessage());
        };
    }
}
