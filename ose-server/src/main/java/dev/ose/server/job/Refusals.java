package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.WholeResponse;
import java.util.Optional;

/** Interprets a platform's refusal for a job. Messages of the platform name its users and hosts, so they stay here. */
final class Refusals {

    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    private Refusals() {}

    /** The failure of a request on which the whole job depends. */
    static FailureException of(Bucket bucket, WholeResponse response) {
        return response.status() == NOT_FOUND
                ? new FailureException(
                        new Failure.NotFound("bucket", bucket.name().value()))
                : response.refusedOrUnreachable();
    }

    /**
     * The failure of one object among many.
     *
     * @throws FailureException if the refusal is not about the object
     */
    static JobFailure of(Bucket bucket, WholeResponse response, ObjectKey key, String upload) {
        S3ErrorCode code = code(response);
        if (code == S3ErrorCode.NO_SUCH_BUCKET) {
            throw of(bucket, response);
        }
        if (response.status() == UNAVAILABLE || response.status() == TOO_MANY_REQUESTS) {
            throw response.unreachable();
        }
        return new JobFailure(key, "", upload, code.code(), code.message());
    }

    /** The code that a response says. */
    static S3ErrorCode code(WholeResponse response) {
        return Optional.of(response)
                .filter(it -> !it.isTooLong())
                .flatMap(it -> PlatformAnswer.find(PlatformAnswer.Failed.class, it.body()))
                .flatMap(failed -> S3ErrorCode.find(failed.code()))
                .orElseGet(() -> switch (response.status()) {
                    case 403 -> S3ErrorCode.ACCESS_DENIED;
                    case NOT_FOUND -> S3ErrorCode.NO_SUCH_KEY;
                    default -> S3ErrorCode.INTERNAL_ERROR;
                });
    }
}
