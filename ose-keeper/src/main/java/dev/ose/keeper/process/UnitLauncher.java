package dev.ose.keeper.process;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.control.LaunchTicket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Starts nodes by systemd in a unit of their own: a path unit watches the launch file, and the node's unit records how
 * the node ended. See docs/decisions/0007.
 */
public final class UnitLauncher implements NodeLauncher {

    private static final String WANTED = "server.wanted";
    private static final String ENDED = "server.ended";
    private static final String UNIT = "ose-server.service";

    private static final int NANOS_PER_MICRO = 1_000;

    private final Path runDirectory;
    private final Clock clock;

    /** @param runDirectory shared with the units */
    public UnitLauncher(Path runDirectory, Clock clock) {
        this.runDirectory = runDirectory;
        this.clock = clock;
    }

    @Override
    public void start(LaunchTicket launch, List<String> arguments) throws IOException {
        ArgumentFile.write(runDirectory, arguments);
        Files.deleteIfExists(runDirectory.resolve(ENDED));
        PrivateFiles.replace(runDirectory.resolve(WANTED), launch.name() + "\n");
    }

    @Override
    public Optional<NodeProcess> process() {
        return Optional.empty();
    }

    @Override
    public Optional<Ending> ending() {
        try {
            String status = Files.readString(runDirectory.resolve(ENDED));
            // The unit's shell creates the file before it writes into it.
            return status.endsWith("\n") ? Optional.of(parse(status.strip())) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(Ending.UNSEEN);
        }
    }

    /** {@code $EXIT_CODE $EXIT_STATUS} of systemd.exec(5), such as {@code exited 1} or {@code killed KILL}. */
    static Ending parse(String status) {
        String[] words = status.split(" ", 2);
        if (words.length < 2) {
            return Ending.UNSEEN;
        }
        try {
            return words[0].equals("exited")
                    ? Ending.of(Integer.parseInt(words[1]))
                    : Ending.bySignal(signal(words[1]));
        } catch (IllegalArgumentException e) {
            return Ending.UNSEEN;
        }
    }

    private static int signal(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "HUP" -> 1;
            case "INT" -> 2;
            case "QUIT" -> 3;
            case "ILL" -> 4;
            case "ABRT" -> 6;
            case "BUS" -> 7;
            case "FPE" -> 8;
            case "KILL" -> 9;
            case "SEGV" -> 11;
            case "PIPE" -> 13;
            case "TERM" -> 15;
            case "SYS" -> 31;
            default -> Integer.parseInt(name);
        };
    }

    @Override
    public boolean reportsEnding() {
        return true;
    }

    @Override
    public void cancel() {
        try {
            Files.deleteIfExists(runDirectory.resolve(WANTED));
        } catch (IOException e) {
            // The unit then starts a node that finds its data directory locked, or that the keeper adopts.
        }
    }

    @Override
    public Supplier<List<String>> lastLines(int count) {
        Instant now = clock.instant();
        return () -> LogTail.lines(Tool.run(journal(count, now)).orElse(""), count);
    }

    /** Takes seconds on a busy host, whose journal is large and not cached. */
    private static List<String> journal(int count, Instant until) {
        return List.of(
                "journalctl",
                "--unit",
                UNIT,
                "--lines",
                Integer.toString(count),
                "--until",
                String.format(Locale.ROOT, "@%d.%06d", until.getEpochSecond(), until.getNano() / NANOS_PER_MICRO),
                "--output",
                "cat",
                "--no-pager",
                "--quiet");
    }

    @Override
    public boolean outlivesKeeper() {
        return true;
    }
}
