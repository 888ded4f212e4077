package dev.ose.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process of our own that ends with us, however we end, short of a kill; its complaints go to a file. */
public final class Child implements AutoCloseable {

    private static final int STOP_SECONDS = 60;

    private final Process process;

    /** A signal ends us without closing anything. */
    private final Thread last;

    private Child(Process process) {
        this.process = process;
        this.last = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(last);
    }

    /** Starts it; its complaints are appended to the log. */
    public static Child start(List<String> command, Path log) {
        try {
            return new Child(new ProcessBuilder(command)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.getFirst(), e);
        }
    }

    /** The first line that it prints; null if it ended without one. */
    @Nullable
    String firstLine() {
        try {
            return process.inputReader().readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The process. */
    public ProcessHandle itself() {
        return process.toHandle();
    }

    Stream<ProcessHandle> descendants() {
        return process.descendants();
    }

    /** Terminates it and waits; kills it after a minute. */
    @Override
    public void close() {
        process.destroy();
        forget();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(last);
        } catch (IllegalStateException ending) {
            // A signal came meanwhile, and the hook is ending the child: asking it twice does no harm.
            process.destroy();
        }
    }
}
