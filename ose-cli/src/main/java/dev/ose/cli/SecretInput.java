package dev.ose.cli;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The source of a command's secret: a file, standard input or a prompt. Arguments of a process are readable by every
 * user of the host and stay in the shell's history, so {@code --secret} is refused unless the operator accepts that.
 */
final class SecretInput {

    private static final String INSECURE = "--insecure-secret-on-command-line";
    private static final int MAX_BYTES = 64 << 10;

    // Not a String, which a heap dump would show under its field name.
    @Option(
            names = "--secret",
            paramLabel = "SECRET",
            description =
                    "The secret itself. Every user of this host can read it while the command runs: refused without"
                            + " --insecure-secret-on-command-line.")
    private char @Nullable [] given;

    @Option(names = INSECURE, description = "Accept --secret nevertheless.")
    private boolean takesInsecure;

    @Option(names = "--secret-file", paramLabel = "FILE", description = "File whose first line is the secret.")
    private @Nullable Path file;

    @Option(names = "--secret-stdin", description = "Read the secret from the first line of the standard input.")
    private boolean fromStdin;

    /** Whether a source was given. */
    boolean isGiven() {
        return given != null || file != null || fromStdin;
    }

    /** The secret of the given source, if any. */
    Optional<Secret> find(Terminal terminal) {
        if ((given == null ? 0 : 1) + (file == null ? 0 : 1) + (fromStdin ? 1 : 0) > 1) {
            throw CommandFailure.incomplete(
                    "The secret comes from several places.", "Give one of --secret, --secret-file and --secret-stdin.");
        }
        if (given != null) {
            if (!takesInsecure) {
                throw CommandFailure.of(
                        ExitCode.USAGE,
                        "OSE-3406",
                        "Every user of this host can read --secret while the command runs.",
                        "Give --secret-file FILE or --secret-stdin instead, or add " + INSECURE + ".");
            }
            return Optional.of(Secret.of(CharBuffer.wrap(given)));
        }
        if (file != null) {
            return Optional.of(fromFile(file));
        }
        return fromStdin ? Optional.of(fromStdin(terminal)) : Optional.empty();
    }

    /** The same as text for a JSON document; null if no source was given. */
    @Nullable
    String findText(Terminal terminal) {
        return find(terminal).map(SecretInput::text).orElse(null);
    }

    /** A secret as text for a JSON document. */
    static String text(Secret secret) {
        return secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** The secret of the given source, or from a prompt. */
    Secret read(Terminal terminal, String question) {
        Optional<Secret> found = find(terminal);
        if (found.isPresent()) {
            return found.get();
        }
        Terminal.@Nullable Asker person = terminal.person();
        @Nullable Secret typed = person == null ? null : person.ask(question);
        if (typed == null) {
            throw CommandFailure.incomplete(
                    "No " + question.toLowerCase(Locale.ROOT) + " was given, and there is no terminal to ask at.",
                    "Give --secret-file FILE, or --secret-stdin.");
        }
        return typed;
    }

    /** The same with a second prompt, because a mistyped new secret could not be read back. */
    Secret readNew(Terminal terminal, String question) {
        Secret first = read(terminal, question);
        Terminal.@Nullable Asker person = terminal.person();
        if (!isGiven()
                && person != null
                && !Optional.of(first).equals(Optional.ofNullable(person.ask(question + " again")))) {
            throw CommandFailure.incomplete("The two are not the same.", "Begin again.");
        }
        return first;
    }

    private static Secret fromFile(Path file) {
        try (InputStream stream = Files.newInputStream(file)) {
            return firstLine(stream);
        } catch (NoSuchFileException e) {
            throw CommandFailure.file("There is no file " + file + ".", "Check its path.");
        } catch (IOException e) {
            throw CommandFailure.file("The file " + file + " cannot be read.", "Check its permissions.");
        }
    }

    private static Secret fromStdin(Terminal terminal) {
        try {
            return firstLine(terminal.in());
        } catch (IOException e) {
            throw CommandFailure.file("The standard input cannot be read.", "Use --secret-file instead.");
        }
    }

    private static Secret firstLine(InputStream stream) throws IOException {
        String text = new String(stream.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        String line = text.lines().findFirst().orElse("");
        if (line.isEmpty()) {
            throw CommandFailure.incomplete("The secret is empty.", "Put it in the first line.");
        }
        return Secret.of(line);
    }
}
