package dev.ose.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Programs of this machine that a test runs and the build does not provide. A test whose program is missing is skipped
 * with the message "this machine lacks ...", which {@code ./test} prints at its end. With the system property {@code
 * ose.tools=required} it fails instead: continuous integration sets it wherever it could have installed the program.
 */
public final class Programs {

    /** Debian's directory of servers, which is not on every user's path. */
    private static final String OF_SERVERS = "/usr/sbin";

    private Programs() {}

    /** The path of the program; ends the test if it is missing. */
    public static Path find(String name) {
        return onThePath(name).orElseGet(() -> lacking(name));
    }

    /** Ends the test if one of the programs is missing. */
    public static void require(List<String> names) {
        List<String> missing =
                names.stream().filter(name -> onThePath(name).isEmpty()).toList();
        if (!missing.isEmpty()) {
            lacking(String.join(", ", missing));
        }
    }

    private static Optional<Path> onThePath(String name) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of(OF_SERVERS))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Ends the test because of something that could be installed: skips it, or fails it if programs are required. Never
     * returns; the return type allows it in an expression for a path.
     */
    public static Path lacking(String what) {
        String sentence = "this machine lacks " + what;
        if ("required".equals(System.getProperty("ose.tools"))) {
            throw new AssertionError(sentence + ", which -Dose.tools=required asks for");
        }
        return Assumptions.abort(sentence);
    }
}
