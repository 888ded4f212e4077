package dev.ose.keeper.process;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.control.LaunchTicket;
import dev.ose.control.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts nodes as child processes of the keeper. Their output goes to a file, because a pipe would break when the
 * keeper ends, and nodes outlive it.
 */
public final class ChildLauncher implements NodeLauncher {

    private static final String LOG = "node.log";
    private static final long LOG_BYTES = 64L << 20;

    private final Path java;
    private final Path runDirectory;
    private final Path log;
    private final boolean outlivesKeeper;
    private @Nullable Process child;
    private @Nullable NodeProcess started;

    /**
     * @param java the program
     * @param runDirectory where the arguments are handed over
     * @param logDirectory where nodes write their log
     * @param outlivesKeeper whether nodes keep running when the keeper ends
     */
    public ChildLauncher(Path java, Path runDirectory, Path logDirectory, boolean outlivesKeeper) {
        this.java = java;
        this.runDirectory = runDirectory;
        this.log = logDirectory.resolve(LOG);
        this.outlivesKeeper = outlivesKeeper;
    }

    @Override
    public void start(LaunchTicket launch, List<String> arguments) throws IOException {
        Path file = ArgumentFile.write(runDirectory, arguments);
        rotate();
        PrivateFiles.make(log);
        ProcessBuilder builder = new ProcessBuilder(java.toString(), "@" + file);
        // These variables address the keeper, not the node.
        builder.environment().keySet().removeIf(name -> name.equals("NOTIFY_SOCKET") || name.startsWith("WATCHDOG_"));
        ProcessBuilder.Redirect toLog = ProcessBuilder.Redirect.appendTo(log.toFile());
        Process process = builder.redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(toLog)
                .redirectError(toLog)
                .start();
        child = process;
        started = ProcessIdentity.of(process.pid())
                .map(identity -> new NodeProcess(launch.name(), identity))
                .orElse(null);
    }

    private void rotate() throws IOException {
        if (Files.exists(log) && Files.size(log) > LOG_BYTES) {
            Files.move(log, log.resolveSibling(LOG + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public Optional<NodeProcess> process() {
        return Optional.ofNullable(started);
    }

    @Override
    public Optional<Ending> ending() {
        Process known = child;
        // A node of an earlier keeper is not a child process, so its exit code is unavailable.
        return known == null || known.isAlive() ? Optional.empty() : Optional.of(Ending.of(known.exitValue()));
    }

    @Override
    public boolean reportsEnding() {
        return child != null;
    }

    @Override
    public void cancel() {
        // A child process starts immediately; there is nothing to cancel.
    }

    @Override
    public Supplier<List<String>> lastLines(int count) {
        // Read now: the next node writes into the same file.
        List<String> lines = LogTail.of(log, count);
        return () -> lines;
    }

    @Override
    public boolean outlivesKeeper() {
        return outlivesKeeper;
    }
}
