package dev.ose.server.runtime.lifecycle;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The lifecycle state of a node. Thread-safe; its phase never moves backwards. */
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

    /** Why a node does not report to be ready. */
    public enum Unreadiness {
        STARTING,
        /** By order of the provider, until the order is withdrawn; requests are still served. */
        DRAINED,
        STOPPING
    }

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);
    private volatile boolean isDrained;

    public Phase phase() {
        return phase.get();
    }

    /** The reason to report if load balancers must not send requests; empty if they may. */
    public Optional<Unreadiness> unreadiness() {
        return switch (phase.get()) {
            case STARTING -> Optional.of(Unreadiness.STARTING);
            case READY -> isDrained ? Optional.of(Unreadiness.DRAINED) : Optional.empty();
            case STOPPING -> Optional.of(Unreadiness.STOPPING);
        };
    }

    public boolean isDrained() {
        return isDrained;
    }

    /** Drains the node, or ends that. */
    public void setDrained(boolean drained) {
        isDrained = drained;
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
