package dev.ose.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** The machine of a measurement. */
public final class Machine {

    private static final long KIB_PER_GIB = 1024L * 1024;

    private Machine() {}

    /** Lines of Markdown. */
    public static List<String> describe() {
        return List.of(
                "Machine: " + Runtime.getRuntime().availableProcessors() + " processors ("
                        + field("/proc/cpuinfo", "model name") + "), "
                        + Math.round(memoryKib() / (double) KIB_PER_GIB) + " GiB, Linux "
                        + System.getProperty("os.version") + ", Java " + Runtime.version() + "; "
                        + LocalDate.now(ZoneOffset.UTC),
                "Load of the machine before: " + read("/proc/loadavg").strip());
    }

    private static long memoryKib() {
        return Long.parseLong(field("/proc/meminfo", "MemTotal").replaceAll("\\D", ""));
    }

    private static String field(String file, String name) {
        return read(file)
                .lines()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse("0");
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
