package dev.ose.server.platform.probe;

import java.util.List;

/** A keeper for each platform, on a thread of its own. */
public record CapabilityKeepers(List<CapabilityKeeper> keepers) implements AutoCloseable {

    public CapabilityKeepers {
        keepers = List.copyOf(keepers);
    }

    /** Stops them, each as {@link CapabilityKeeper#close}. */
    @Override
    public void close() {
        keepers.forEach(CapabilityKeeper::close);
    }
}
