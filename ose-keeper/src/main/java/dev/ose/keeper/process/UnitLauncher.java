package dev.ose.keeper.process;

import dev.ose.control.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Has systemd start nodes in a unit of their own: a path unit watches for the file that asks for one, and the unit writes how
 * its node ended. See docs/decisions/0007.
 */
public final class UnitLauncher implements Launcher {

    private static final String WANTED = "server.wanted";
    private static final String ENDED = "server.ended";
    private static final String UNIT = "ose-server.service";

    private final Path runDirectory;

    /** @param runDirectory which the units know, too */
    public UnitLauncher(Path runDirectory) {
        this.runDirectory = runDirectory;
    }

    @Override
    public void start(Launch launch, List<String> arguments) throws IOException {
        ArgumentFile.write(runDirectory, arguments);
        Files.deleteIfExists(runDirectory.resolve(ENDED));
        Files.writeString(runDirectory.resolve(WANTED), launch.name() + "\n");
    }

    @Override
    public Optional<NodeProcess> process() {
        return Optional.empty();
    }

    @Override
    public Optional<Ending> ending() {
        try {
            String told = Files.readString(runDirectory.resolve(ENDED));
            // The unit's shell makes the file before it writes into it.
            return told.endsWith("\n") ? Optional.of(parse(told.strip())) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(Ending.UNSEEN);
        }
    }

    /** {@code $EXIT_CODE $EXIT_STATUS} of systemd.exec(5), such as {@code exited 1} or {@code killed KILL}. */
    static Ending parse(String told) {
        String[] words = told.split(" ", 2);
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
    public boolean tellsEnding() {
        return true;
    }

    @Override
    public void cancel() {
        try {
            Files.deleteIfExists(runDirectory.resolve(WANTED));
        } catch (IOException e) {
            // Then a node starts that finds its data directory held, or that the keeper adopts.
        }
    }

    @Override
    public List<String> lastLines(int count) {
        return LogTail.lines(
                Tool.run(List.of(
                                "journalctl",
                                "--unit",
                                UNIT,
                                "--lines",
                                Integer.toString(count),
                                "--output",
                                "cat",
                                "--no-pager",
                                "--quiet"))
                        .orElse(""),
                count);
    }

    @Override
    public boolean outlivesKeeper() {
        return true;
    }
}
