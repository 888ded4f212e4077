package dev.ose.benchmarks.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import one.profiler.AsyncProfilerLoader;

/**
 * <a href="https://github.com/async-profiler/async-profiler">async-profiler</a>, attached to a Java process of the same
 * user.
 */
final class Profiler {

    /** What is sampled. */
    enum Event {

        /** Processor time, each millisecond of it. */
        PROCESSOR("ctimer", "--interval", "1ms"),

        /** Allocated memory, each 64 KiB of it. */
        MEMORY("alloc", "--alloc", "64k");

        private final String event;
        private final String option;
        private final String interval;

        Event(String event, String option, String interval) {
            this.event = event;
            this.option = option;
            this.interval = interval;
        }
    }

    private final String pid;
    private final Path directory;

    /** @param directory for its output */
    Profiler(ProcessHandle process, Path directory) {
        this.pid = Long.toString(process.pid());
        this.directory = directory;
    }

    /** What the process did during the work, and the result of the work. Blocks until both are there. */
    <T> Profile<T> during(Event event, Supplier<T> work) {
        Path stacks = directory.resolve(event.name().toLowerCase(Locale.ROOT) + ".collapsed");
        try {
            execute("start", "-e", event.event, event.option, event.interval);
            T result = work.get();
            execute("stop", "-o", "collapsed", "--total", "-f", stacks.toString());
            return new Profile<>(result, StackSamples.parse(Files.readAllLines(stacks)));
        } catch (IOException e) {
            throw new UncheckedIOException("the node cannot be profiled", e);
        }
    }

    private void execute(String action, String... options) throws IOException {
        String[] command = new String[options.length + 2];
        command[0] = action;
        System.arraycopy(options, 0, command, 1, options.length);
        command[command.length - 1] = pid;
        AsyncProfilerLoader.executeProfiler(command);
    }

    /**
     * What happened during some work.
     *
     * @param result of the work
     * @param samples nanoseconds of processor time or bytes of memory by stack
     */
    record Profile<T>(T result, StackSamples samples) {}
}
