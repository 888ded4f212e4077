package dev.ose.keeper.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What nodes left behind that ended by themselves, a directory each: {@code summary.txt}, {@code log.txt}, the JVM's crash
 * report {@code hs_err.log}, {@code threads.txt} of one that hung. The newest ten are kept, each file up to 1 MiB.
 */
public final class LastWords {

    private static final int KEPT = 10;
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path directory;
    private final Path crashReports;
    private final Clock clock;

    /**
     * @param directory that holds them all
     * @param crashReports where JVMs write {@code hs_err_PID.log}
     */
    public LastWords(Path directory, Path crashReports, Clock clock) {
        this.directory = directory;
        this.crashReports = crashReports;
        this.clock = clock;
    }

    /** Where a JVM is to write its crash report, as its option has it. */
    public String crashReportPattern() {
        return crashReports.resolve("hs_err_%p.log").toString();
    }

    /**
     * Keeps what is there. A full disk must not keep a node from being started again, so whatever cannot be kept is not.
     *
     * @param threads the stacks, if the process could still be asked
     */
    public void keep(long pid, List<String> summary, List<String> log, Optional<String> threads) {
        try {
            Files.createDirectories(directory);
            Path place = Files.createDirectory(directory.resolve(NAME.format(clock.instant())), OWNER_ONLY);
            Files.write(place.resolve("summary.txt"), summary);
            Files.writeString(place.resolve("log.txt"), cut(String.join("\n", log) + "\n"));
            if (threads.isPresent()) {
                Files.writeString(place.resolve("threads.txt"), cut(threads.get()));
            }
            Path report = crashReports.resolve("hs_err_" + pid + ".log");
            if (Files.exists(report)) {
                Files.writeString(place.resolve("hs_err.log"), cut(Files.readString(report)));
                Files.delete(report);
            }
            forgetOld();
        } catch (IOException e) {
            // Told by the missing directory; there is nobody who could do more about it now.
        }
    }

    private static String cut(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(text.length() - MOST_CHARACTERS);
    }

    private void forgetOld() throws IOException {
        List<Path> all = places();
        for (Path old : all.subList(Math.min(KEPT, all.size()), all.size())) {
            try (Stream<Path> files = Files.list(old)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(old);
        }
    }

    /** The directories of the endings, the newest first. */
    public List<Path> places() throws IOException {
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> places = Files.list(directory)) {
            return places.sorted(Comparator.comparing(
                                    (Path place) -> place.getFileName().toString())
                            .reversed())
                    .toList();
        }
    }
}
