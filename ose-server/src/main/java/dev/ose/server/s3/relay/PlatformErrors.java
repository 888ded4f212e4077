package dev.ose.server.s3.relay;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.FailedDelete;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.runtime.failure.Failure;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Translates a platform's refusal: same status and code, but OSE's request ids and messages, without the platform's
 * hosts, users or keys.
 */
public final class PlatformErrors {

    /** The platform does not accept OSE's key or clock, which is never the client's fault. */
    private static final Set<S3ErrorCode> OUR_FAULT = EnumSet.of(
            S3ErrorCode.INVALID_ACCESS_KEY_ID,
            S3ErrorCode.SIGNATURE_DOES_NOT_MATCH,
            S3ErrorCode.REQUEST_TIME_TOO_SKEWED,
            S3ErrorCode.AUTHORIZATION_HEADER_MALFORMED,
            S3ErrorCode.INVALID_TOKEN,
            S3ErrorCode.EXPIRED_TOKEN);

    private PlatformErrors() {}

    /** Answers with the translated refusal. */
    public static void answer(OperationContext context, int status, byte[] body) {
        PlatformAnswer.Failed failed = read(body);
        S3ErrorCode code = S3ErrorCode.find(failed.code()).orElseGet(() -> codeFor(status));
        if (OUR_FAULT.contains(code)) {
            context.fail(new Failure.PlatformRefused(context.platform().name(), code.code()));
            return;
        }
        String message = message(context, code, failed.message());
        context.answer().error(status, describe(S3Error.of(code, message), context.operation(), context));
    }

    /** The translated failure of one object among many. */
    public static FailedDelete ofObject(OperationContext context, FailedDelete failed) {
        S3ErrorCode code = S3ErrorCode.find(failed.code()).orElse(S3ErrorCode.INTERNAL_ERROR);
        return new FailedDelete(
                failed.key(), failed.versionId(), code.code(), message(context, code, failed.message()));
    }

    private static String message(OperationContext context, S3ErrorCode code, String given) {
        return PlatformMessages.of(code, given, context.platform().s3Endpoint().getHost());
    }

    /** Whether the document of an answer with status 200 is an error. */
    public static boolean isRefusal(byte[] body) {
        return !read(body).code().isEmpty();
    }

    /** Whether the body is an error with this code. */
    public static boolean isCode(byte[] body, S3ErrorCode code) {
        return read(body).code().equals(code.code());
    }

    private static S3Error describe(S3Error error, S3Operation operation, OperationContext context) {
        return switch (error.code()) {
            case NO_SUCH_KEY ->
                missing(operation).map(key -> error.with("Key", key.value())).orElse(error);
            case NO_SUCH_BUCKET, BUCKET_NOT_EMPTY -> {
                Bucket bucket = context.bucket();
                yield error.with("BucketName", bucket.name().value());
            }
            default -> error;
        };
    }

    /** The key that the operation reads, for NoSuchKey. */
    private static Optional<ObjectKey> missing(S3Operation operation) {
        return switch (operation) {
            case ObjectOperation.CopyObject copy -> Optional.of(copy.source().key());
            case ObjectOperation.UploadPartCopy copy ->
                Optional.of(copy.source().key());
            case ObjectOperation onObject -> Optional.of(onObject.key());
            case BucketOperation _, ServiceOperation _ -> Optional.empty();
        };
    }

    private static PlatformAnswer.Failed read(byte[] body) {
        // For an empty body, or a page of a load balancer in between, the status has to suffice.
        return PlatformAnswer.find(PlatformAnswer.Failed.class, body).orElse(new PlatformAnswer.Failed("", ""));
    }

    private static S3ErrorCode codeFor(int status) {
        return switch (status) {
            case 403 -> S3ErrorCode.ACCESS_DENIED;
            case 404 -> S3ErrorCode.NO_SUCH_KEY;
            case 405 -> S3ErrorCode.METHOD_NOT_ALLOWED;
            case 409 -> S3ErrorCode.OPERATION_ABORTED;
            case 411 -> S3ErrorCode.MISSING_CONTENT_LENGTH;
            case 412 -> S3ErrorCode.PRECONDITION_FAILED;
            case 416 -> S3ErrorCode.INVALID_RANGE;
            case 501 -> S3ErrorCode.NOT_IMPLEMENTED;
            case 503 -> S3ErrorCode.SLOW_DOWN;
            default -> status >= 500 ? S3ErrorCode.INTERNAL_ERROR : S3ErrorCode.INVALID_REQUEST;
        };
    }
}
