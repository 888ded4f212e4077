package dev.ose.server.runtime.jobs;

import java.util.function.Supplier;

/** Cluster-wide mutual exclusion of work. */
public interface ExclusiveWork {

    /**
     * Does the work unless another node, or another thread of this one, is doing work of that name. The death of a node
     * releases the name.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Busy} if the name is in use
     */
    <T> T alone(String name, Supplier<T> work);
}
