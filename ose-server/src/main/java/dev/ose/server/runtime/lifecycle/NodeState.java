package dev.ose.server.runtime.lifecycle;

import java.util.concurrent.atomic.AtomicReference;

/** The lifecycle state of a node. Thread-safe; never moves backwards. */
public final class NodeState {

    /** The phases, in order. */
    public enum Phase {
        /** Not all parts have started. */
        STARTING,
        /** Serves requests. */
        READY,
        /** Completes requests under way and accepts no new ones. */
        STOPPING
    }

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);

    public boolean isReady() {
        return phase.get() == Phase.READY;
    }

    public boolean isStopping() {
        return phase.get() == Phase.STOPPING;
    }

    /** Becomes ready, unless the node is stopping already. */
    public boolean becomeReady() {
        return phase.compareAndSet(Phase.STARTING, Phase.READY);
    }

    public void becomeStopping() {
        phase.set(Phase.STOPPING);
    }
}
