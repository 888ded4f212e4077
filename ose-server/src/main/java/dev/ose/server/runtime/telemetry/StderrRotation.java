package dev.ose.server.runtime.telemetry;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the size of the file that the standard error is redirected to. A file that is too large becomes {@code
 * NAME.1}, an earlier {@code NAME.1} becomes {@code NAME.2} and so on; {@value #KEPT} of them are kept. Does nothing if
 * the standard error is no file: the journal, a pipe, a terminal.
 *
 * <p>The new file replaces descriptor 2 by dup2(2), in one step, so that none of its three writers (the log, {@link
 * LineWriter} and the JVM itself) loses a line or has to know. Rejected: copying and truncating, which loses what is
 * written in between.
 */
// Calling C is the purpose of this class; the compiler warns of each call because it may crash the JVM.
@SuppressWarnings("restricted")
public final class StderrRotation implements AutoCloseable {

    /** The number of old files kept. */
    static final int KEPT = 4;

    private static final Path STDERR = Path.of("/proc/self/fd/2");
    private static final int DESCRIPTOR = 2;
    private static final Duration EVERY = Duration.ofSeconds(1);

    /** O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_CLOEXEC of Linux; with O_EXCL no symbolic link is followed. */
    private static final int NEW_TO_APPEND = 0x1 | 0x40 | 0x80 | 0x400 | 0x80000;

    private static final int OWNER_ONLY = 0600;

    private final long mostBytes;
    private final Duration every;
    private final LongAdder rotations = new LongAdder();
    private final Thread thread;
    private boolean isClosed;

    private StderrRotation(long mostBytes, Duration every) {
        this.mostBytes = mostBytes;
        this.every = every;
        this.thread = Thread.ofPlatform().daemon().name("log-rotation").unstarted(this::run);
    }

    /**
     * Checks the file each second from now on.
     *
     * @param mostBytes the size from which on a file is replaced; positive
     */
    public static StderrRotation start(long mostBytes) {
        return start(mostBytes, EVERY);
    }

    static StderrRotation start(long mostBytes, Duration every) {
        StderrRotation rotation = new StderrRotation(mostBytes, every);
        rotation.thread.start();
        return rotation;
    }

    private synchronized void run() {
        try {
            while (!isClosed) {
                wait(every.toMillis());
                Optional<Path> file = file();
                if (file.isPresent() && Files.size(file.get()) > mostBytes) {
                    replace(file.get());
                }
            }
        } catch (IOException e) {
            // If the log cannot be rotated, it keeps growing and is not checked any more: this is the only line about
            // it.
            System.err.println("The log is not rotated any more: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The file behind descriptor 2, by its present name; empty if it is no file, or has been renamed or deleted. */
    private static Optional<Path> file() throws IOException {
        if (!Files.isRegularFile(STDERR)) {
            return Optional.empty();
        }
        Path file = Files.readSymbolicLink(STDERR);
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.isSameFile(STDERR, file)
                ? Optional.of(file)
                : Optional.empty();
    }

    private void replace(Path file) throws IOException {
        for (int number = KEPT - 1; number >= 1; number--) {
            if (Files.exists(old(file, number), LinkOption.NOFOLLOW_LINKS)) {
                Files.move(old(file, number), old(file, number + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.move(file, old(file, 1), StandardCopyOption.REPLACE_EXISTING);
        int opened = open(file);
        if (opened < 0) {
            Files.move(old(file, 1), file);
            throw new IOException(file + " cannot be created");
        }
        boolean isInPlace = call("dup2", opened, DESCRIPTOR) == DESCRIPTOR;
        call("close", opened);
        if (!isInPlace) {
            throw new IOException(file + " cannot take the place of the standard error");
        }
        rotations.increment();
    }

    private static Path old(Path file, int number) {
        return file.resolveSibling(Objects.requireNonNull(file.getFileName(), "a file has a name") + "." + number);
    }

    /** The number of files replaced. */
    long rotations() {
        return rotations.sum();
    }

    private static int open(Path file) {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle handle = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("open"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                    Linker.Option.firstVariadicArg(2));
            return (int) handle.invokeExact(arena.allocateFrom(file.toString()), NEW_TO_APPEND, OWNER_ONLY);
        } catch (Throwable e) {
            throw new IllegalStateException("open cannot be called", e);
        }
    }

    private static int call(String function, int... arguments) {
        Linker linker = Linker.nativeLinker();
        ValueLayout[] shapes = new ValueLayout[arguments.length];
        @Nullable Object[] given = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            shapes[i] = ValueLayout.JAVA_INT;
            given[i] = arguments[i];
        }
        try {
            return (int) linker.downcallHandle(
                            linker.defaultLookup().findOrThrow(function),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, shapes))
                    .invokeWithArguments(given);
        } catch (Throwable e) {
            throw new IllegalStateException(function + " cannot be called", e);
        }
    }

    /** Stops checking. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
    }
}
