package dev.ose.server.runtime.jobs;

import java.util.function.Supplier;

/** Keeps the nodes of a database from doing the same work at once. */
public interface ExclusiveWork {

    /**
     * Does the work unless another node, or another thread of this one, does work of that name. A node that dies no longer
     * does any.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Busy} if somebody does it already
     */
    <T> T alone(String name, Supplier<T> work);
}
