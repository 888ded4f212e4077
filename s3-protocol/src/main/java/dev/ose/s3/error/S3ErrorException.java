package dev.ose.s3.error;

import java.io.Serial;

/** Carries an {@link S3Error} out of a reader. The caller of the API is at fault, so there is no stack trace. */
public final class S3ErrorException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient S3Error error;

    public S3ErrorException(S3Error error) {
        super(error.code().code() + ": " + error.message(), null, false, false);
        this.error = error;
    }

    /** The error to answer. */
    public S3Error error() {
        return error;
    }
}
