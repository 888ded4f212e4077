package dev.ose.keeper.supervision;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Remembers the JVM arguments that a JVM last started with, because a node with the old ones is better than none. */
final class LastKnownGoodJvmOptions {

    private final Path file;
    private final Settings.Source source;

    LastKnownGoodJvmOptions(Path file, Settings.Source source) {
        this.file = file;
        this.source = source;
    }

    /** Arguments to use, and why they are not those asked for, if they are not. */
    record Choice(List<String> arguments, String complaint) {}

    /** Tries the arguments unless they are known to be good. */
    Choice choose(List<String> wanted) {
        List<String> good = read();
        if (wanted.isEmpty() || wanted.equals(good)) {
            return new Choice(wanted, "");
        }
        try {
            source.tryJvm(wanted);
        } catch (Settings.UnusableException e) {
            return new Choice(good, e.sentence());
        }
        remember(wanted);
        return new Choice(wanted, "");
    }

    private List<String> read() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    private void remember(List<String> good) {
        try {
            // A proxy's password may be among them.
            PrivateFiles.replace(file, String.join("\n", good) + "\n");
        } catch (IOException e) {
            // Then they are tried again at the next start.
        }
    }
}
