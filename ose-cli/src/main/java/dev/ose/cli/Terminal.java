package dev.ose.cli;

import dev.ose.adapter.Secret;
import java.io.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Input and output of the command: data go to standard output, messages to standard error, and prompts are shown only
 * on a terminal.
 *
 * @param person answers prompts; absent without a terminal
 */
record Terminal(
        InputStream in,
        PrintWriter out,
        PrintWriter err,
        @Nullable Asker person) {

    /** Prompts the operator. */
    interface Asker {

        /** Prompts for a secret without echo; absent if there is no answer. */
        @Nullable
        Secret ask(String question);

        /** Prompts for a confirmation; anything but a clear yes is a no. */
        boolean confirm(String question);
    }

    /** The terminal of this process. */
    static Terminal ofProcess() {
        Optional<Asker> person = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .map(AtConsole::new);
        return new Terminal(System.in, writer(System.out), writer(System.err), person.orElse(null));
    }

    /** Whether there is an operator to prompt. */
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
                return Secret.of(CharBuffer.wrap(typed));
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
