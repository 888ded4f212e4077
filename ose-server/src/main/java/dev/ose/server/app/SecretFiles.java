package dev.ose.server.app;

import dev.ose.adapter.Secret;
import dev.ose.config.Option;
import dev.ose.server.lifecycle.StartException;
import dev.ose.server.lifecycle.StartException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the secrets that operators keep in files. */
final class SecretFiles {

    private SecretFiles() {}

    /** The first line of the file that the option names. */
    static Secret firstLine(Option<Path> option, Path file) {
        try {
            return Secret.of(Files.readString(file).lines().findFirst().orElse(""));
        } catch (IOException e) {
            throw new StartException(
                    Code.FILE,
                    "The file " + file + " (" + option.key() + ") cannot be read. Check its path and that user "
                            + System.getProperty("user.name") + " may read it.",
                    e);
        }
    }
}
