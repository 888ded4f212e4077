package dev.ose.server.s3.relay;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.runtime.failure.Failure;

/** Converts each failure to an S3 error. One of the two places where a failure becomes bytes. */
final class S3ErrorXml {

    private S3ErrorXml() {}

    /** S3's answer to the failure. */
    static S3Error error(Failure failure) {
        return switch (failure) {
            case Failure.OfRequest ofRequest -> ofRequest(ofRequest);
            case Failure.OfAccess ofAccess -> ofAccess(ofAccess);
            // No request of S3 logs in.
            case Failure.OfLogin _ -> S3Error.of(S3ErrorCode.ACCESS_DENIED);
            case Failure.OfState ofState -> ofState(ofState);
            case Failure.OfService ofService -> ofService(ofService);
        };
    }

    private static S3Error ofRequest(Failure.OfRequest failure) {
        return switch (failure) {
            case Failure.Unacceptable(S3Error error) -> error;
            case Failure.Unauthenticated(S3Error answer) -> answer;
            case Failure.BodyTooLarge(long proposed, long maximum) ->
                S3Error.of(S3ErrorCode.ENTITY_TOO_LARGE)
                        .with("ProposedSize", Long.toString(proposed))
                        .with("MaxSizeAllowed", Long.toString(maximum));
            case Failure.LengthMissing _ -> S3Error.of(S3ErrorCode.MISSING_CONTENT_LENGTH);
            case Failure.BodyCut _ -> S3Error.of(S3ErrorCode.INCOMPLETE_BODY);
            case Failure.BodyTooSlow _ -> S3Error.of(S3ErrorCode.REQUEST_TIMEOUT);
        };
    }

    private static S3Error ofAccess(Failure.OfAccess failure) {
        return switch (failure) {
            case Failure.NotAllowed _, Failure.RightMissing _, Failure.TenantNotActivated _ ->
                S3Error.of(S3ErrorCode.ACCESS_DENIED);
            // Like AWS for a deactivated key: indistinguishable from an unknown one.
            case Failure.CallerDisabled _ -> S3Error.of(S3ErrorCode.INVALID_ACCESS_KEY_ID);
            case Failure.QuotaExceeded(String holder) ->
                S3Error.of(S3ErrorCode.QUOTA_EXCEEDED, "The quota of this " + holder + " does not allow the request.");
            case Failure.TooManyBuckets _ -> S3Error.of(S3ErrorCode.TOO_MANY_BUCKETS);
            case Failure.CrossOriginRefused(boolean hasRules, String method, String resource) ->
                S3Error.of(
                                S3ErrorCode.ACCESS_FORBIDDEN,
                                hasRules
                                        ? "CORSResponse: This CORS request is not allowed: no rule of the bucket is for"
                                                + " this origin with this method and these headers."
                                        : "CORSResponse: CORS is not enabled for this bucket.")
                        .with("Method", method)
                        .with("ResourceType", resource);
        };
    }

    private static S3Error ofState(Failure.OfState failure) {
        return switch (failure) {
            case Failure.BucketMissing(String bucket) ->
                S3Error.of(S3ErrorCode.NO_SUCH_BUCKET).with("BucketName", bucket);
            case Failure.BucketTaken(String bucket) ->
                S3Error.of(S3ErrorCode.BUCKET_ALREADY_EXISTS).with("BucketName", bucket);
            case Failure.BucketBusy(String bucket) ->
                S3Error.of(S3ErrorCode.OPERATION_ABORTED).with("BucketName", bucket);
            case Failure.Invalid(String field, String rule) ->
                S3Error.of(S3ErrorCode.INVALID_ARGUMENT, "Argument " + field + ' ' + rule)
                        .with("ArgumentName", field);
            // Failures of administration, which no S3 request can cause.
            case Failure.NotFound _,
                    Failure.AlreadyExists _,
                    Failure.Protected _,
                    Failure.NotEmpty _,
                    Failure.WrongState _,
                    Failure.VersionsDiffer _,
                    Failure.BucketsHeld _,
                    Failure.WebhookNamed _,
                    Failure.Outdated _,
                    Failure.KeyReused _,
                    Failure.KeyBusy _,
                    Failure.MadeAlready _ -> S3Error.of(S3ErrorCode.INTERNAL_ERROR);
        };
    }

    private static S3Error ofService(Failure.OfService failure) {
        return switch (failure) {
            case Failure.NotOffered(String operation) ->
                S3Error.of(S3ErrorCode.NOT_IMPLEMENTED, operation + " is not implemented by this service.");
            case Failure.Busy _ -> S3Error.of(S3ErrorCode.SLOW_DOWN);
            case Failure.PlatformUnreachable _, Failure.DirectorUnreachable _, Failure.MetadataUnavailable _ ->
                S3Error.of(S3ErrorCode.SERVICE_UNAVAILABLE);
            case Failure.AuditUnavailable _ ->
                S3Error.of(S3ErrorCode.SERVICE_UNAVAILABLE, "The audit log cannot be written; nothing was done.");
            case Failure.AuditIncomplete _ ->
                S3Error.of(
                        S3ErrorCode.SERVICE_UNAVAILABLE,
                        "The request was carried out, but the audit log did not take its outcome.");
            case Failure.OutcomeUnknown(String operation) ->
                S3Error.of(
                        S3ErrorCode.INTERNAL_ERROR,
                        "The outcome of " + operation + " is unknown: it may or may not have taken effect.");
            case Failure.PlatformRefused _,
                    Failure.CreationUndone _,
                    Failure.CreationUnfinished _,
                    Failure.Internal _ -> S3Error.of(S3ErrorCode.INTERNAL_ERROR);
        };
    }
}
