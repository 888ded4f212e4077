package dev.ose.s3.sigv4;

import java.util.Objects;

/** Leaves the middle of a parse with a failure; it never crosses the package and has no stack trace. */
final class SignatureRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient SigV4Failure failure;

    SignatureRefusal(SigV4Failure failure) {
        super(null, null, false, false);
        this.failure = failure;
    }

    SigV4Failure failure() {
        return Objects.requireNonNull(failure);
    }
}
