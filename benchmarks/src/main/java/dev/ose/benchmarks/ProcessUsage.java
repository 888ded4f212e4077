package dev.ose.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** The resource usage of processes so far (see {@code proc(5)}). */
public final class ProcessUsage {

    /** {@code sysconf(_SC_CLK_TCK)} is 100 on every Linux that runs Java. */
    private static final int TICKS_PER_SECOND = 100;

    private static final int FIELDS_BEFORE_STATE = 2;
    private static final int USER_TICKS_FIELD = 13;
    private static final int SYSTEM_TICKS_FIELD = 14;
    private static final long BYTES_PER_KIB = 1024;

    private ProcessUsage() {}

    /** Processor time of the processes, user and system, of all their threads. Resolution is 10 ms. */
    public static Duration processorTime(Stream<ProcessHandle> processes) {
        return Duration.ofMillis(processes.mapToLong(ProcessUsage::ticks).sum() * 1000 / TICKS_PER_SECOND);
    }

    /** As {@link #processorTime}, to the nanosecond, of processes that have one thread each. */
    public static Duration singleThreadedTime(Stream<ProcessHandle> processes) {
        return Duration.ofNanos(processes
                .map(process -> read(process, "schedstat"))
                .filter(times -> !times.isEmpty())
                .mapToLong(times -> Long.parseLong(times.split(" ", 2)[0]))
                .sum());
    }

    private static long ticks(ProcessHandle process) {
        String stat = read(process, "stat");
        // The second field is a name in parentheses that may hold blanks.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1);
        return fields.length <= SYSTEM_TICKS_FIELD
                ? 0
                : Long.parseLong(fields[USER_TICKS_FIELD - FIELDS_BEFORE_STATE])
                        + Long.parseLong(fields[SYSTEM_TICKS_FIELD - FIELDS_BEFORE_STATE]);
    }

    /** Memory that the processes hold now, pages they share counted for each. */
    static long residentBytes(Stream<ProcessHandle> processes) {
        return processes
                .flatMap(process -> read(process, "status").lines())
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * BYTES_PER_KIB)
                .sum();
    }

    /** Empty if the process has ended. */
    private static String read(ProcessHandle process, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), file));
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            if (!process.isAlive()) {
                return "";
            }
            throw new UncheckedIOException(e);
        }
    }
}
