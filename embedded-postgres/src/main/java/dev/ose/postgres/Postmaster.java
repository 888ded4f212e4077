package dev.ose.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The server process recorded in a cluster's {@code postmaster.pid}.
 *
 * @param port the TCP port it listens on
 * @param ready whether it accepts connections
 * @see <a href="https://www.postgresql.org/docs/18/storage-file-layout.html">storage file layout</a>
 */
record Postmaster(long pid, int port, boolean ready) {

    private static final String FILE = "postmaster.pid";
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    /** The record, if it exists and is complete; the process may have ended. */
    static Optional<Postmaster> recorded(Path data) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(data.resolve(FILE), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
        try {
            long pid = lines.isEmpty() ? 0 : Long.parseLong(lines.getFirst().strip());
            int port = lines.size() > PORT_LINE
                    ? Integer.parseInt(lines.get(PORT_LINE).strip())
                    : 0;
            boolean ready =
                    lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
            return Optional.of(new Postmaster(pid, port, ready));
        } catch (NumberFormatException torn) {
            return Optional.of(new Postmaster(0, 0, false));
        }
    }

    /** The record, if its process runs and is a server of this cluster, not one that reuses the process id. */
    static Optional<Postmaster> running(Path data) throws IOException {
        Optional<Postmaster> recorded = recorded(data);
        return recorded.isPresent() && recorded.get().serves(data) ? recorded : Optional.empty();
    }

    boolean serves(Path data) {
        return pid > 0 && worksIn(Path.of("/proc/" + pid), data);
    }

    /** Whether any process of this cluster runs: child processes briefly survive a killed postmaster. */
    static boolean hasProcesses(Path data) throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(process ->
                            Character.isDigit(process.getFileName().toString().charAt(0)))
                    .anyMatch(process -> worksIn(process, data));
        }
    }

    /**
     * Deletes a file left by a crash whose process id is now in use by another program, which would make PostgreSQL
     * refuse to start. Call it only if {@link #hasProcesses} is false.
     */
    static void forget(Path data) throws IOException {
        Files.deleteIfExists(data.resolve(FILE));
    }

    /** Only PostgreSQL processes of the cluster have it as working directory. */
    private static boolean worksIn(Path process, Path data) {
        try {
            return Files.isSameFile(process.resolve("cwd"), data)
                    && Files.readString(process.resolve("comm")).startsWith("postgres");
        } catch (IOException goneOrForeign) {
            return false;
        }
    }
}
