package dev.ose.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program run to its end, with an explicit environment; inherits only the variables that programs need to start. */
public final class Command {

    private static final int SHOWN_CHARACTERS = 4_000;

    private final List<String> line = new ArrayList<>();
    private final Map<String, String> variables = new HashMap<>();
    private @Nullable LoadedProgram program;
    private Duration limit = Duration.ofMinutes(2);

    public Command(Object... words) {
        with(words);
    }

    public Command with(Object... words) {
        for (Object word : words) {
            line.add(word.toString());
        }
        return this;
    }

    /** Runs the arguments with a program that is already loaded. */
    Command by(LoadedProgram loaded) {
        program = loaded;
        return this;
    }

    /** Runs the arguments with this program. */
    Command by(Path executable) {
        line.addFirst(executable.toString());
        return this;
    }

    public Command variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    public Command within(Duration time) {
        limit = time;
        return this;
    }

    /** The result of a program: its exit status and output. */
    public record Ended(String name, int status, String output, String errors) {

        boolean isSuccess() {
            return status == 0;
        }

        /** The standard output, once it is sure that the program was content. */
        String orFail() {
            if (!isSuccess()) {
                throw new AssertionError(
                        name + " ended with status " + status + "\n" + tail(errors) + "\n" + tail(output));
            }
            return output;
        }

        private static String tail(String text) {
            return text.length() <= SHOWN_CHARACTERS ? text : "..." + text.substring(text.length() - SHOWN_CHARACTERS);
        }
    }

    public String run() {
        return end().orFail();
    }

    /** Runs the program; an {@link AssertionError} if it is not over in time. */
    public Ended end() {
        if (program != null) {
            return program.run(line, environment(), limit);
        }
        try {
            Path output = Files.createTempFile("out", ".txt");
            Path errors = Files.createTempFile("err", ".txt");
            try {
                int status = await(start(output, errors));
                return new Ended(line.getFirst(), status, text(output), text(errors));
            } finally {
                Files.delete(output);
                Files.delete(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + line.getFirst(), e);
        }
    }

    /** Starts the program and leaves it running; both its streams go to {@code log}. */
    public Process leaveRunning(Path log) {
        try {
            ProcessBuilder builder = builder();
            builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + line.getFirst(), e);
        }
    }

    private Process start(Path output, Path errors) throws IOException {
        return builder()
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
    }

    private ProcessBuilder builder() {
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().clear();
        builder.environment().putAll(environment());
        return builder;
    }

    /** All variables that the program gets. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().retainAll(List.of("PATH", "HOME", "JAVA_HOME", "TMPDIR", "LANG"));
        environment.put("LC_ALL", "C.UTF-8");
        environment.putAll(variables);
        return environment;
    }

    private int await(Process process) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(line.getFirst() + " is not over after " + limit);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
