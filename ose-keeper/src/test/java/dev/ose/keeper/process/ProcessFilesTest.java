package dev.ose.keeper.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.control.LaunchTicket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFilesTest {

    /** A program that prints its arguments. */
    static final class Print {

        private Print() {}

        public static void main(String[] arguments) {
            for (String each : arguments) {
                System.out.println(each);
            }
        }
    }

    @TempDir
    Path directory;

    @Test
    void javaReadsArgumentsAsTheyWereGiven() throws Exception {
        List<String> odd = List.of("--a=b c", "quote\"d", "back\\slash", "#none", "'x'", "@file", "");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");

        List<String> program = List.of(
                "-Dx=y z",
                "-cp",
                Path.of(Print.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString(),
                Print.class.getName());

        Path file = ArgumentFile.write(
                directory, Stream.concat(program.stream(), odd.stream()).toList());

        assertThat(Tool.run(List.of(java.toString(), "@" + file))).contains(String.join("\n", odd) + "\n");
    }

    @Test
    void logOfAChildIsClosedToOthersAndNotALink() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ChildLauncher launcher = new ChildLauncher(java, directory, directory, false);
        Path log = Files.createFile(directory.resolve("node.log"));
        Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("rw-r--r--"));

        launcher.start(LaunchTicket.fresh(new SecureRandom()), List.of("-version"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                .isEqualTo("rw-------");
        Files.delete(log);
        Files.createSymbolicLink(log, directory.resolve("elsewhere"));
        assertThatThrownBy(() -> launcher.start(LaunchTicket.fresh(new SecureRandom()), List.of("-version")))
                .hasMessageContaining("node.log: it is a symbolic link");
        assertThat(directory.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void limitOfDirectMemoryIsFoundAmongArguments() {
        assertThat(ArgumentFile.directLimitBytes("\"-Xmx1g\"\n")).isEmpty();
        assertThat(ArgumentFile.directLimitBytes("\"-XX:MaxDirectMemorySize=1g\"\n\"-XX:MaxDirectMemorySize=512m\"\n"))
                .isEqualTo(OptionalDouble.of(512 << 20));
        assertThat(ArgumentFile.directLimitBytes("\"-XX:MaxDirectMemorySize=4096\"\n"))
                .isEqualTo(OptionalDouble.of(4096));
    }

    @Test
    void unitIsAskedByAFileAndTellsByAnother() throws IOException {
        UnitLauncher launcher = new UnitLauncher(directory, Clock.systemUTC());
        Files.writeString(directory.resolve("server.ended"), "exited 1\n");

        launcher.start(LaunchTicket.fresh(new SecureRandom()), List.of("-version"));

        assertThat(directory.resolve("server.wanted")).exists();
        assertThat(directory.resolve("server.args")).hasContent("\"-version\"");
        assertThat(launcher.ending()).isEmpty();

        Files.writeString(directory.resolve("server.ended"), "");
        assertThat(launcher.ending()).isEmpty();
        Files.writeString(directory.resolve("server.ended"), "killed KILL\n");
        assertThat(launcher.ending()).contains(Ending.bySignal(9));

        launcher.cancel();
        assertThat(directory.resolve("server.wanted")).doesNotExist();
    }

    @Test
    void wordsOfSystemdAreUnderstood() {
        assertThat(UnitLauncher.parse("exited 143")).isEqualTo(Ending.of(143));
        assertThat(UnitLauncher.parse("dumped SEGV")).isEqualTo(Ending.bySignal(11));
        assertThat(UnitLauncher.parse("killed 64")).isEqualTo(Ending.bySignal(64));
        assertThat(UnitLauncher.parse("")).isEqualTo(Ending.UNSEEN);
        assertThat(UnitLauncher.parse("killed BY-A-NEIGHBOUR")).isEqualTo(Ending.UNSEEN);
    }

    @Test
    void newestTenCrashReportsAreKept() throws IOException {
        Path crashes = Files.createDirectory(directory.resolve("crash"));
        Instant start = Instant.parse("2026-11-01T00:00:00Z");
        for (int i = 0; i < 12; i++) {
            int number = i;
            Files.writeString(crashes.resolve("hs_err_" + i + ".log"), "report " + i);
            Clock clock = Clock.fixed(start.plus(Duration.ofSeconds(i)), ZoneOffset.UTC);
            CrashReports words = new CrashReports(directory.resolve("words"), crashes, clock);
            words.keep(new CrashReports.Left(
                    number, List.of("summary " + number), () -> List.of("a", "b"), Optional.of("threads")));
            words.places();
        }

        List<Path> places = new CrashReports(directory.resolve("words"), crashes, Clock.systemUTC()).places();

        assertThat(places).hasSize(10);
        assertThat(places.getFirst().resolve("summary.txt")).hasContent("summary 11");
        assertThat(places.getFirst().resolve("hs_err.log")).hasContent("report 11");
        assertThat(places.getFirst().resolve("log.txt")).hasContent("a\nb");
        assertThat(places.getFirst().resolve("threads.txt")).hasContent("threads");
        assertThat(places.getLast().resolve("summary.txt")).hasContent("summary 2");
        assertThat(crashes).isEmptyDirectory();
    }

    @Test
    void onlyReadersWaitForCrashReports() throws Exception {
        CountDownLatch mayBeRead = new CountDownLatch(1);
        CrashReports words = new CrashReports(directory.resolve("words"), directory, Clock.systemUTC());

        words.keep(new CrashReports.Left(
                0,
                List.of("summary"),
                () -> List.of(await(mayBeRead) ? "its last line" : "nothing"),
                Optional.empty()));
        mayBeRead.countDown();

        assertThat(words.places().getFirst().resolve("log.txt")).hasContent("its last line");
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void endOfALogIsRead() throws IOException {
        Path log = directory.resolve("log");
        Files.writeString(log, "x".repeat(1_000_000) + "\na\nb\nc\n");

        assertThat(LogTail.of(log, 2)).containsExactly("b", "c");
        assertThat(LogTail.of(directory.resolve("none"), 2)).isEmpty();
    }

    @Test
    void toolThatFailsSaysNothing() {
        assertThat(Tool.run(List.of("/no/such/program"))).isEmpty();
        assertThat(Tool.run(List.of("false"))).isEmpty();
        assertThat(Tool.run(List.of("echo", "said"))).contains("said\n");
    }
}
