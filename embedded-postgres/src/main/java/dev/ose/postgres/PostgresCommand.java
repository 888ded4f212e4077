package dev.ose.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end, within a bound. */
final class PostgresCommand {

    /** How a program ended: its exit status, and the tail of what it said. */
    record Result(int status, String output) {
        boolean isSuccess() {
            return status == 0;
        }
    }

    private static final int TAIL_BYTES = 4096;

    private static final int TIMED_OUT = -1;

    private PostgresCommand() {}

    /**
     * Runs {@code command}, whose output goes to {@code log} (replaced): a file and not a pipe, because a server that
     * the program leaves behind would hold a pipe open.
     *
     * @throws IOException when the program cannot be started at all
     */
    static Result run(List<String> command, Path log, Duration bound) throws IOException {
        ClusterDirectories.createFile(log);
        ProcessBuilder builder = new ProcessBuilder(command)
                // The account that runs PostgreSQL may not be allowed to enter our own working directory.
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(log.toFile());
        // Someone's PGDATA, PGOPTIONS or PGPORT must not leak into our server; its messages must be English.
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try {
            if (process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                return new Result(process.exitValue(), tail(log));
            }
            process.destroyForcibly();
            return new Result(TIMED_OUT, "no end after " + bound.toSeconds() + " s; " + tail(log));
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + command.getFirst(), interrupted);
        }
    }

    /** The last bytes of a text file, empty when there is none. */
    static String tail(Path log) throws IOException {
        if (!Files.isReadable(log)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(Math.max(0, Files.size(log) - TAIL_BYTES));
            return new String(in.readNBytes(TAIL_BYTES), StandardCharsets.UTF_8).strip();
        }
    }
}
