package dev.ose.keeper.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The logs of keeper and node: files in directories, and the journal if there is one. */
public final class LogFiles {

    /** Receives the text of logs, one after the other. */
    interface Sink {

        /** Starts the log of this name. */
        void begin(String name) throws IOException;

        /** Receives a line without its end. */
        void line(String line) throws IOException;
    }

    /** The part of each log that is copied: its end. */
    private static final int MAX_BYTES = 8 << 20;

    private static final int MAX_FILES = 64;
    private static final int TIMEOUT_SECONDS = 60;

    /** A line's date is searched within these first characters. */
    private static final int FIRST_CHARACTERS = 64;

    private static final int DAY_LENGTH = "2026-11-21".length();

    private final List<Path> directories;
    private final List<String> units;

    /**
     * @param directories of log files; missing ones are skipped
     * @param units of the journal
     */
    public LogFiles(List<Path> directories, List<String> units) {
        this.directories = List.copyOf(directories);
        this.units = List.copyOf(units);
    }

    /** Copies the logs of the window's days and returns the number of logs. Blocks. */
    int copy(SupportBundle.Window window, Sink sink) throws IOException {
        int count = 0;
        for (Path directory : directories) {
            for (Path file : files(directory)) {
                count++;
                sink.begin("logs/" + count + "-" + file.getFileName());
                copyEnd(file, window, sink);
            }
        }
        for (String unit : units) {
            count++;
            sink.begin("logs/" + count + "-" + unit + ".journal");
            copyJournal(unit, window, sink);
        }
        return count;
    }

    private static List<Path> files(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                            && isLog(file.getFileName().toString()))
                    .sorted()
                    .limit(MAX_FILES)
                    .toList();
        }
    }

    /** Whether a file is a log by its name, rotated or not. */
    private static boolean isLog(String name) {
        int dot = name.lastIndexOf('.');
        boolean isRotated = dot > 0 && dot < name.length() - 1 && areDigits(name, dot + 1, name.length());
        String base = isRotated ? name.substring(0, dot) : name;
        return base.endsWith(".log") || base.endsWith(".txt") || base.endsWith(".out");
    }

    private static void copyEnd(Path file, SupportBundle.Window window, Sink sink) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long skipped = Math.max(0, channel.size() - MAX_BYTES);
            channel.position(skipped);
            BoundedLines lines = new BoundedLines(Channels.newInputStream(channel), Redactor.MAX_LINE);
            if (skipped > 0) {
                // The skipped part of this line may contain the name of a secret.
                lines.next();
            }
            copy(lines, window, sink);
        }
    }

    /** Copies the lines of the window's days; a line without a date belongs to the day of the one before. */
    private static void copy(BoundedLines lines, SupportBundle.Window window, Sink sink) throws IOException {
        boolean isWithin = true;
        for (@Nullable String line = lines.next(); line != null; line = lines.next()) {
            @Nullable LocalDate day = day(line);
            isWithin = day == null ? isWithin : window.contains(day);
            if (isWithin) {
                sink.line(line);
            }
        }
    }

    /** The first date near a line's beginning; null if there is none. */
    private static @Nullable LocalDate day(String line) {
        int last = Math.min(line.length(), FIRST_CHARACTERS) - DAY_LENGTH;
        for (int position = 0; position <= last; position++) {
            if (isDay(line, position)) {
                try {
                    return LocalDate.parse(line.substring(position, position + DAY_LENGTH));
                } catch (DateTimeException e) {
                    return null;
                }
            }
        }
        return null;
    }

    private static boolean isDay(String line, int position) {
        return line.startsWith("20", position)
                && areDigits(line, position + 2, position + 4)
                && line.charAt(position + 4) == '-'
                && areDigits(line, position + 5, position + 7)
                && line.charAt(position + 7) == '-'
                && areDigits(line, position + 8, position + 10);
    }

    private static boolean areDigits(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Copies a unit's journal, or writes why it is unavailable. */
    private static void copyJournal(String unit, SupportBundle.Window window, Sink sink) throws IOException {
        Process process;
        try {
            process = journal(unit, window);
        } catch (IOException e) {
            sink.line("There is no journal here: " + e.getMessage());
            return;
        }
        Thread watch = Thread.ofVirtual().name("journal-deadline").start(() -> endInTime(process));
        try (InputStream said = process.getInputStream()) {
            process.getOutputStream().close();
            copy(new BoundedLines(said, Redactor.MAX_LINE), window, sink);
            int code = process.waitFor();
            if (code != 0) {
                sink.line("journalctl ended with code " + code + "; what it had to say is not here, or not all of it.");
            }
        } catch (InterruptedException e) {
            sink.line("The keeper ended before the journal was read.");
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            watch.interrupt();
        }
    }

    private static Process journal(String unit, SupportBundle.Window window) throws IOException {
        return new ProcessBuilder(
                        "journalctl",
                        "--quiet",
                        "--no-pager",
                        "--utc",
                        "--output=short-iso",
                        "--unit=" + unit,
                        "--since=" + window.from() + " 00:00:00 UTC",
                        "--until=" + window.to().plusDays(1) + " 00:00:00 UTC",
                        "--lines=20000")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void endInTime(Process process) {
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            // The output is complete at this point.
            Thread.currentThread().interrupt();
        }
    }
}
