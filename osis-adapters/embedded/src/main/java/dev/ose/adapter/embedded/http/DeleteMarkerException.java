package dev.ose.adapter.embedded.http;

import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3Error;
import java.io.Serial;

/** The requested version is a delete marker, which the answer also states in headers. */
final class DeleteMarkerException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient S3Error error;
    private final transient VersionId versionId;

    DeleteMarkerException(S3Error error, VersionId versionId) {
        super(error.code().code(), null, false, false);
        this.error = error;
        this.versionId = versionId;
    }

    S3Error error() {
        return error;
    }

    VersionId versionId() {
        return versionId;
    }
}
