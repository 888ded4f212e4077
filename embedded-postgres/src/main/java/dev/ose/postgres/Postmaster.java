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
 * The server process that {@code postmaster.pid} of a cluster speaks of.
 *
 * @param port the TCP port it listens on
 * @param ready whether it accepts connections
 * @see <a href="https://www.postgresql.org/docs/18/storage-file-layout.html">storage file layout</a>
 */
record Postmaster(long pid, int port, boolean ready) {

    private static final String FILE = "postmaster.pid";
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    /** What the file says, if it is there and complete; the process may be long gone. */
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

    /** The same, if that process lives and is a server of this cluster and not a stranger with a reused number. */
    static Optional<Postmaster> running(Path data) throws IOException {
        Optional<Postmaster> recorded = recorded(data);
        return recorded.isPresent() && recorded.get().serves(data) ? recorded : Optional.empty();
    }

    boolean serves(Path data) {
        return pid > 0 && worksIn(Path.of("/proc/" + pid), data);
    }

    /** Whether any process of this cluster is left: children outlive a killed postmaster for a moment. */
    static boolean hasProcesses(Path data) throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(process ->
                            Character.isDigit(process.getFileName().toString().charAt(0)))
                    .anyMatch(process -> worksIn(process, data));
        }
    }

    /**
     * Removes a file left by a crash whose process number now belongs to a stranger, on which PostgreSQL would refuse
     * to start. Only to be called when {@link #hasProcesses} is false.
     */
    static void forget(Path data) throws IOException {
        Files.deleteIfExists(data.resolve(FILE));
    }

    /** Every PostgreSQL process has its cluster as working directory, and nothing else has. */
    private static boolean worksIn(Path process, Path data) {
        try {
            return Files.isSameFile(process.resolve("cwd"), data)
                    && Files.readString(process.resolve("comm")).startsWith("postgres");
        } catch (IOException goneOrForeign) {
            return false;
        }
    }
}
