package dev.ose.cli;

import dev.ose.adapter.Secret;
import java.io.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the command talks to: data goes to the standard output, words to the standard error, and nobody is asked anything
 * unless a person sits there.
 *
 * @param person asks a person for a secret; absent where there is none
 */
record Terminal(
        InputStream in,
        PrintWriter out,
        PrintWriter err,
        @Nullable Asker person) {

    /** Asks for a secret without showing it. */
    interface Asker {
        @Nullable
        Secret ask(String question);
    }

    /** The process's own. */
    static Terminal ofProcess() {
        Optional<Asker> person = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .map(Terminal::asker);
        return new Terminal(System.in, writer(System.out), writer(System.err), person.orElse(null));
    }

    /** Whether a person reads along. */
    boolean isInteractive() {
        return person != null;
    }

    private static Asker asker(Console console) {
        return question -> ask(console, question);
    }

    private static @Nullable Secret ask(Console console, String question) {
        char @Nullable [] typed = console.readPassword("%s: ", question);
        if (typed == null) {
            return null;
        }
        try {
            return Secret.of(java.nio.CharBuffer.wrap(typed));
        } finally {
            Arrays.fill(typed, ' ');
        }
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }
}
