package dev.ose.cli;

import dev.ose.adapter.Secret;
import java.io.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the command talks to: data goes to the standard output, words to the standard error, and nobody is asked anything
 * unless a person sits there.
 *
 * @param person asks a person; absent where there is none
 */
record Terminal(
        InputStream in,
        PrintWriter out,
        PrintWriter err,
        @Nullable Asker person) {

    /** Asks whoever sits there. */
    interface Asker {

        /** For a secret, without showing it; absent if there is no answer. */
        @Nullable
        Secret ask(String question);

        /** Whether to do it; what is not clearly a yes is a no. */
        boolean confirm(String question);
    }

    /** The process's own. */
    static Terminal ofProcess() {
        Optional<Asker> person = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .map(AtConsole::new);
        return new Terminal(System.in, writer(System.out), writer(System.err), person.orElse(null));
    }

    /** Whether a person reads along. */
    boolean isInteractive() {
        return person != null;
    }

    private record AtConsole(Console console) implements Asker {

        @Override
        public @Nullable Secret ask(String question) {
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

        @Override
        public boolean confirm(String question) {
            @Nullable String typed = console.readLine("%s (y/N) ", question);
            return typed != null && List.of("y", "yes").contains(typed.strip().toLowerCase(Locale.ROOT));
        }
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }
}
