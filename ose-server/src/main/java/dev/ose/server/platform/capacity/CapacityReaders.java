package dev.ose.server.platform.capacity;

import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** A reader for each platform, on a thread of its own: one that does not answer delays no other. Thread-safe. */
public final class CapacityReaders implements AutoCloseable {

    private final Map<PlatformId, CapacityReader> readers;

    private CapacityReaders(Map<PlatformId, CapacityReader> readers) {
        this.readers = Map.copyOf(readers);
    }

    /** Starts the jobs. Does not block. */
    public static CapacityReaders start(Jobs jobs, CapacitySource source, Collection<Platform> platforms, Clock clock) {
        return new CapacityReaders(platforms.stream()
                .collect(Collectors.toMap(
                        Platform::id, platform -> CapacityReader.start(jobs, source, platform, clock))));
    }

    /** What is known now; {@link IllegalStateException} for an unknown id. Does not block. */
    public CapacityReading reading(PlatformId platform) {
        CapacityReader reader = readers.get(platform);
        if (reader == null) {
            throw new IllegalStateException("no reader for platform " + platform);
        }
        return reader.reading();
    }

    /** Stops the jobs, each as {@link CapacityReader#close}. */
    @Override
    public void close() {
        readers.values().forEach(CapacityReader::close);
    }
}
