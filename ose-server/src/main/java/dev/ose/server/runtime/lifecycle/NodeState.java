package dev.ose.server.runtime.lifecycle;

import java.util.concurrent.atomic.AtomicReference;

/** Where a node is in its life. Thread-safe; moves forward only. */
public final class NodeState {

    /** The stations, in order. */
    public enum Phase {
        /** Not all parts are up. */
        STARTING,
        /** Serves requests. */
        READY,
        /** Finishes what it has begun and takes nothing new. */
        STOPPING
    }

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);

    public boolean isReady() {
        return phase.get() == Phase.READY;
    }

    public boolean isStopping() {
        return phase.get() == Phase.STOPPING;
    }

    /** Ready from now on, unless the node is already stopping. */
    public boolean becomeReady() {
        return phase.compareAndSet(Phase.STARTING, Phase.READY);
    }

    /** Stopping from now on. */
    public void becomeStopping() {
        phase.set(Phase.STOPPING);
    }
}
