package dev.ose.server.platform.capacity;

import dev.ose.adapter.PlatformCapacity;
import dev.ose.server.platform.PlatformId;
import java.util.Optional;

/** Asks platforms how much they can store. */
@FunctionalInterface
public interface CapacitySource {

    /**
     * The capacity that the platform reports now; empty if it reports none. Blocks for as long as the platform takes.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformUnreachable}, {@code PlatformRefused} or
     *     {@code NotOffered}
     */
    Optional<PlatformCapacity> capacity(PlatformId platform);
}
