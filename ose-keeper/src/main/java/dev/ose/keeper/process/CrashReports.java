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
 * What nodes left behind that ended by themselves, a directory each: {@code summary.txt}, {@code log.txt}, the JVM's crash
 * report {@code hs_err.log}, {@code threads.txt} of one that hung. The newest ten are kept, each file up to 1 MiB.
 */
public final class CrashReports {

    private static final int KEPT = 10;
    private static final int MOST_CHARACTERS = 1 << 20;
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

    /** Where a JVM is to write its crash report, as its option has it. */
    public String crashReportPattern() {
        return crashReports.resolve("hs_err_%p.log").toString();
    }

    /**
     * What a node left.
     *
     * @param pid of its process; 0 if nobody knows it
     * @param log its newest lines, read when they are kept
     * @param threads the stacks, if the process could still be asked
     */
    public record Left(long pid, List<String> summary, Supplier<List<String>> log, Optional<String> threads) {}

    /**
     * Keeps what is there, in the background and in the order of the calls: neither a slow nor a full disk is to hold up the start
     * of the next node, so whatever cannot be kept is not.
     */
    public synchronized void keep(Left left) {
        String name = NAME.format(clock.instant());
        // Whatever became of those before.
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
            // Told by the missing directory; there is nobody who could do more about it now.
        }
    }

    private static String cut(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(text.length() - MOST_CHARACTERS);
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

    /** The directories of the endings, the newest first, once all is kept that was to be. Blocks for seconds. */
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
