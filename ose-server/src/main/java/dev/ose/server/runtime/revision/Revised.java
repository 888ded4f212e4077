package dev.ose.server.runtime.revision;

import java.util.function.Function;

/**
 * A value as it was read, and its revision, another one after each change.
 *
 * @param revision in the whole database of this state of this value alone; {@link Expected#ABSENT} of what is not set
 */
public record Revised<T>(T value, long revision) {

    /** The value mapped by a function, at the same revision. */
    public <R> Revised<R> map(Function<? super T, ? extends R> function) {
        return new Revised<>(function.apply(value), revision);
    }
}
