package dev.ose.keeper.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a program of this host and returns its output. */
public final class Tool {

    private static final int SECONDS = 10;
    private static final int MAX_BYTES = 16 << 20;

    private Tool() {}

    /** Its output with standard error; empty if it cannot be run, fails or takes longer than 10 seconds. */
    public static Optional<String> run(List<String> command) {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return Optional.empty();
        }
        // Unblocks the read below, too: the pipe closes with the process.
        Thread guard = Thread.ofVirtual().start(() -> endAfterTime(process));
        try {
            byte[] said = process.getInputStream().readNBytes(MAX_BYTES);
            return process.waitFor() == 0 ? Optional.of(new String(said, StandardCharsets.UTF_8)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            process.destroyForcibly();
            guard.interrupt();
        }
    }

    private static void endAfterTime(Process process) {
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
