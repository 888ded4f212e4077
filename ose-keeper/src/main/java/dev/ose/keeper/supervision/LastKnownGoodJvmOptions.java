package dev.ose.keeper.supervision;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Remembers the JVM arguments that last worked, because a node with old ones is better than none. */
final class LastKnownGoodJvmOptions {

    private final Path file;
    private final Settings.Source source;

    LastKnownGoodJvmOptions(Path file, Settings.Source source) {
        this.file = file;
        this.source = source;
    }

    /** The arguments to use, and a complaint if they are not the wanted ones. */
    record Choice(List<String> arguments, String complaint) {}

    /** Tries the arguments unless they are known to work. */
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
            // Private, because the arguments may contain a proxy's password.
            PrivateFiles.replace(file, String.join("\n", good) + "\n");
        } catch (IOException e) {
            // They are tried again at the next start.
        }
    }
}
