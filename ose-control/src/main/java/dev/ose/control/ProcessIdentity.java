package dev.ose.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Identifies one process: process ids are reused, but not with the same start time.
 *
 * @param pid the process id
 * @param startTicks its start time, in the kernel's clock ticks since boot; see proc_pid_stat(5)
 */
public record ProcessIdentity(long pid, long startTicks) {

    /** Fields of {@code /proc/PID/stat} after the program's name, which may contain any characters. */
    private static final int STATE = 0;

    private static final int START_TICKS = 19;

    /** This process. */
    public static ProcessIdentity own() {
        return of(ProcessHandle.current().pid())
                .orElseThrow(() -> new IllegalStateException("this process is not in /proc"));
    }

    /** The process that has the id now; empty if there is none or only a zombie. */
    public static Optional<ProcessIdentity> of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", START_TICKS + 2);
            boolean isOver = fields[STATE].equals("Z") || fields[STATE].equals("X");
            return isOver
                    ? Optional.empty()
                    : Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[START_TICKS])));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether the process still runs. */
    public boolean isAlive() {
        return of(pid).filter(this::equals).isPresent();
    }
}
