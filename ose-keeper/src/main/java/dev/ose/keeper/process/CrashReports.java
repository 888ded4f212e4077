package dev.ose.keeper.process;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Crash reports of nodes that ended unexpectedly, a directory each: {@code summary.txt}, {@code log.txt}, the JVM's
 * {@code hs_err.log}, and {@code threads.txt} if the node hung. The newest ten are kept, each file up to 1 MiB.
 */
public final class CrashReports {

    private static final int KEPT = 10;
    private static final int MAX_CHARACTERS = 1 << 20;
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path directory;
    private final Path crashReports;
    private final Clock clock;
    private CompletableFuture<Void> kept = CompletableFuture.completedFuture(null);

    /**
     * @param directory that holds them all
     * @param crashReports where JVMs write {@code hs_err_PID.log}
     */
    public CrashReports(Path directory, Path crashReports, Clock clock) {
        this.directory = directory;
        this.crashReports = crashReports;
        this.clock = clock;
    }

    /** The file name pattern for the JVM's option of its crash report. */
    public String crashReportPattern() {
        return crashReports.resolve("hs_err_%p.log").toString();
    }

    /**
     * Remains of a node.
     *
     * @param pid process id; 0 if unknown
     * @param log the newest log lines, read when the report is written
     * @param threads the stacks, if the process still responded
     */
    public record Left(long pid, List<String> summary, Supplier<List<String>> log, Optional<String> threads) {}

    /**
     * Writes a crash report in the background, in the order of the calls, so that a slow or full disk does not delay
     * the next start; what cannot be written is dropped.
     */
    public synchronized void keep(Left left) {
        String name = NAME.format(clock.instant());
        // Runs whether or not earlier writes failed.
        kept = kept.exceptionally(failed -> null).thenRunAsync(() -> write(name, left), Thread::startVirtualThread);
    }

    private void write(String name, Left left) {
        try {
            PrivateFiles.makeDirectory(directory);
            Path place = directory.resolve(name);
            PrivateFiles.makeDirectory(place);
            PrivateFiles.replace(place.resolve("summary.txt"), String.join("\n", left.summary()) + "\n");
            PrivateFiles.replace(
                    place.resolve("log.txt"), cut(String.join("\n", left.log().get()) + "\n"));
            if (left.threads().isPresent()) {
                PrivateFiles.replace(
                        place.resolve("threads.txt"), cut(left.threads().get()));
            }
            Path report = crashReports.resolve("hs_err_" + left.pid() + ".log");
            if (Files.exists(report)) {
                PrivateFiles.replace(place.resolve("hs_err.log"), cut(Files.readString(report)));
                Files.delete(report);
            }
            forgetOld();
        } catch (IOException e) {
            // The missing directory shows the failure; nothing more can be done here.
        }
    }

    private static String cut(String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(text.length() - MAX_CHARACTERS);
    }

    private void forgetOld() throws IOException {
        List<Path> all = present();
        for (Path old : all.subList(Math.min(KEPT, all.size()), all.size())) {
            try (Stream<Path> files = Files.list(old)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(old);
        }
    }

    /** The directories of the crash reports, newest first, after pending writes are complete. Blocks for seconds. */
    public List<Path> places() throws IOException {
        pending().exceptionally(failed -> null).join();
        return present();
    }

    private synchronized CompletableFuture<Void> pending() {
        return kept;
    }

    private List<Path> present() throws IOException {
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
