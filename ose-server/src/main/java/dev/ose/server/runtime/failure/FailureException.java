package dev.ose.server.runtime.failure;

/**
 * Carries a {@link Failure} across packages; the only exception of ours that does. It has no stack trace, because its
 * cases are expected: whoever meets the unexpected throws {@link IllegalStateException} instead.
 */
public final class FailureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    public FailureException(Failure failure) {
        super(failure.getClass().getSimpleName(), null, false, false);
        this.failure = failure;
    }

    public Failure failure() {
        return failure;
    }
}
