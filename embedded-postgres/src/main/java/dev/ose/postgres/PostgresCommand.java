package dev.ose.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to completion, with a time limit. */
final class PostgresCommand {

    /** Exit status and the end of the output. */
    record Result(int status, String output) {
        boolean isSuccess() {
            return status == 0;
        }
    }

    private static final int TAIL_BYTES = 4096;

    private static final int TIMED_OUT = -1;

    private PostgresCommand() {}

    /**
     * Runs {@code command} with its output in {@code log} (replaced): a file and not a pipe, because a server that the
     * program starts would keep a pipe open.
     *
     * @throws IOException if the program cannot be started
     */
    static Result run(List<String> command, Path log, Duration bound) throws IOException {
        ClusterDirectories.createFile(log);
        ProcessBuilder builder = new ProcessBuilder(command)
                // The account that runs PostgreSQL may lack access to the present working directory.
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(log.toFile());
        // An inherited PGDATA, PGOPTIONS or PGPORT must not affect this server; its messages must be English.
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

    /** The last bytes of a text file; empty if it does not exist. */
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
