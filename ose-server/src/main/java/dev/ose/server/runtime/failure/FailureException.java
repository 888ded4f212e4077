package dev.ose.server.runtime.failure;

/**
 * Carries a {@link Failure} across packages; the only exception of OSE that does. It has no stack trace, because its
 * cases are expected: an unexpected condition is an {@link IllegalStateException} instead.
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

    /** A stable word for a cause: the case of its failure, otherwise the type of the exception. */
    public static String codeOf(Exception cause) {
        return cause instanceof FailureException failed
                ? failed.failure.getClass().getSimpleName()
                : cause.getClass().getSimpleName();
    }
}
