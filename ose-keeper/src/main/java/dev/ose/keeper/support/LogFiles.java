package dev.ose.keeper.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The logs of keeper and node: files in directories, and the journal where there is one. */
public final class LogFiles {

    /** Takes the text of one log. */
    @FunctionalInterface
    interface Sink {
        void take(String name, String text) throws IOException;
    }

    private static final Pattern DAY = Pattern.compile("(20[0-9]{2}-[01][0-9]-[0-3][0-9])");
    private static final Pattern LOG = Pattern.compile(".*\\.(log|txt|out)(\\.[0-9]+)?");

    /** Of each log the end, which is what mattered last. */
    private static final int MOST_BYTES = 8 << 20;

    private static final int MOST_FILES = 64;
    private static final int PATIENCE_SECONDS = 60;
    private static final int FIRST_CHARACTERS = 64;

    private final List<Path> directories;
    private final List<String> units;

    /**
     * @param directories of log files; those that are not there are left out
     * @param units of the journal
     */
    public LogFiles(List<Path> directories, List<String> units) {
        this.directories = List.copyOf(directories);
        this.units = List.copyOf(units);
    }

    /** Hands over what the logs say of the days of the window. Tells how many logs there were. */
    int copy(SupportBundle.Window window, Sink sink) throws IOException {
        int count = 0;
        for (Path directory : directories) {
            for (Path file : files(directory)) {
                count++;
                sink.take("logs/" + count + "-" + file.getFileName(), within(window, tail(file)));
            }
        }
        for (String unit : units) {
            @Nullable String said = journal(unit, window);
            if (said != null) {
                count++;
                sink.take("logs/" + count + "-" + unit + ".journal", said);
            }
        }
        return count;
    }

    private static List<Path> files(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> Files.isRegularFile(file)
                            && LOG.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .limit(MOST_FILES)
                    .toList();
        }
    }

    private static String tail(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.position(Math.max(0, channel.size() - MOST_BYTES));
            return new String(Channels.newInputStream(channel).readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }

    /** The lines of the window's days; a line that tells no day belongs to the one before it. */
    static String within(SupportBundle.Window window, String text) {
        StringBuilder kept = new StringBuilder();
        boolean isWithin = true;
        for (String line : text.lines().toList()) {
            Matcher day = DAY.matcher(line.substring(0, Math.min(line.length(), FIRST_CHARACTERS)));
            if (day.find()) {
                isWithin = isDayWithin(window, day.group(1));
            }
            if (isWithin) {
                kept.append(line).append('\n');
            }
        }
        return kept.toString();
    }

    private static boolean isDayWithin(SupportBundle.Window window, String day) {
        try {
            return window.contains(LocalDate.parse(day));
        } catch (java.time.DateTimeException e) {
            return true;
        }
    }

    /** What the journal has of a unit; absent where there is no journal. */
    private static @Nullable String journal(String unit, SupportBundle.Window window) {
        try {
            Process process = new ProcessBuilder(
                            "journalctl",
                            "--quiet",
                            "--no-pager",
                            "--utc",
                            "--output=short-iso",
                            "--unit=" + unit,
                            "--since=" + window.from() + " 00:00:00 UTC",
                            "--until="
                                    + window.to()
                                            .plusDays(1)
                                            .atStartOfDay(ZoneOffset.UTC)
                                            .toLocalDate() + " 00:00:00 UTC",
                            "--lines=20000")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            try (InputStream said = process.getInputStream()) {
                String text = new String(said.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
                boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return ended && process.exitValue() == 0 && !text.isBlank() ? text : null;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
