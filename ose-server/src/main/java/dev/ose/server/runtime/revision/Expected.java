package dev.ose.server.runtime.revision;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Set;

/** The state that a change expects. The store checks it in the transaction of the change, with the row locked. */
public sealed interface Expected {

    /** The revision of what does not exist. */
    long ABSENT = 0;

    /** No expectation: whatever there is, or nothing. */
    record Anything() implements Expected {}

    /** Whatever there is. */
    record Something() implements Expected {}

    /** One of these states. */
    record OneOf(Set<Long> revisions) implements Expected {

        public OneOf {
            revisions = Set.copyOf(revisions);
        }
    }

    /**
     * Fails with {@code Outdated} unless the present revision is expected.
     *
     * @param present {@link #ABSENT} if there is nothing
     */
    default void require(long present, String kind, String name) {
        boolean isMet =
                switch (this) {
                    case Anything _ -> true;
                    case Something _ -> present != ABSENT;
                    case OneOf(var revisions) -> revisions.contains(present);
                };
        if (!isMet) {
            throw new FailureException(new Failure.Outdated(kind, name));
        }
    }
}
