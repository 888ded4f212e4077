package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.error.S3ErrorCode;
import java.time.Instant;

/**
 * Something that a job could not do.
 *
 * @param version a version or delete marker; empty for the newest version
 * @param upload a multipart upload; empty if it is about an object
 * @param code of an S3 error
 */
public record JobFailure(ObjectKey key, String version, String upload, String code, String message) {

    static JobFailure of(ObjectKey key, String version, S3ErrorCode code) {
        return new JobFailure(key, version, "", code.code(), code.message());
    }

    /** An object that was to be copied does not exist. */
    static JobFailure absent(ObjectKey key) {
        return of(key, "", S3ErrorCode.NO_SUCH_KEY);
    }

    /** A failure that is kept. */
    public record Kept(long id, JobFailure failure, Instant at) {}
}
