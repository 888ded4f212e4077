package dev.ose.server.iam;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.runtime.failure.Failure;

/**
 * An error of IAM or STS, whose codes differ from those of S3.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html">Common errors</a>
 */
record IamFailure(int status, String code, String message) {

    static IamFailure of(Failure failure) {
        return switch (failure) {
            case Failure.OfRequest ofRequest -> ofRequest(ofRequest);
            case Failure.OfAccess _, Failure.OfLogin _ ->
                new IamFailure(403, "AccessDenied", "The caller is not authorized to perform this action.");
            case Failure.OfState ofState -> ofState(ofState);
            case Failure.OfService ofService -> ofService(ofService);
        };
    }

    private static IamFailure ofRequest(Failure.OfRequest failure) {
        return switch (failure) {
            case Failure.Unacceptable(S3Error error) -> of(error);
            case Failure.Unauthenticated(S3Error error) -> of(error);
            case Failure.BodyTooLarge _ -> new IamFailure(413, "RequestEntityTooLarge", "The request is too large.");
            case Failure.LengthMissing _ -> new IamFailure(411, "MissingContentLength", "Content-Length is missing.");
            case Failure.BodyCut _, Failure.BodyTooSlow _ ->
                new IamFailure(400, "IncompleteBody", "The request body is incomplete.");
        };
    }

    /** Maps errors of the signature protocol, which S3 shares. */
    private static IamFailure of(S3Error error) {
        boolean isUnknownKey =
                error.code() == S3ErrorCode.INVALID_ACCESS_KEY_ID || error.code() == S3ErrorCode.INVALID_TOKEN;
        return isUnknownKey
                ? new IamFailure(403, "InvalidClientTokenId", "The security token included in the request is invalid.")
                : new IamFailure(error.status(), error.code().code(), error.message());
    }

    private static IamFailure ofState(Failure.OfState failure) {
        return switch (failure) {
            case Failure.NotFound(String kind, String name) ->
                new IamFailure(404, "NoSuchEntity", "The " + kind + " with name " + name + " cannot be found.");
            case Failure.AlreadyExists(String kind, String name) ->
                new IamFailure(409, "EntityAlreadyExists", "The " + kind + " with name " + name + " already exists.");
            case Failure.Invalid(String field, String rule) ->
                field.equals("policy")
                        ? new IamFailure(400, "MalformedPolicyDocument", "The policy " + rule + ".")
                        : new IamFailure(400, "ValidationError", field + ": " + rule);
            case Failure.Protected(String kind, String name) ->
                new IamFailure(409, "UnmodifiableEntity", "The " + kind + " " + name + " cannot be changed.");
            case Failure.BucketMissing _,
                    Failure.BucketTaken _,
                    Failure.BucketBusy _,
                    Failure.NotEmpty _,
                    Failure.WrongState _,
                    Failure.VersionsDiffer _,
                    Failure.BucketsHeld _,
                    Failure.WebhookNamed _,
                    Failure.Outdated _,
                    Failure.KeyReused _,
                    Failure.KeyBusy _,
                    Failure.MadeAlready _ ->
                new IamFailure(500, "ServiceFailure", "The request failed for an unknown reason.");
        };
    }

    private static IamFailure ofService(Failure.OfService failure) {
        return switch (failure) {
            case Failure.NotOffered(String operation) ->
                new IamFailure(400, "InvalidAction", "The action " + operation + " is not offered by this service.");
            case Failure.Busy _ -> new IamFailure(400, "Throttling", "The request was denied: come back later.");
            case Failure.PlatformUnreachable _, Failure.DirectorUnreachable _, Failure.MetadataUnavailable _ ->
                new IamFailure(503, "ServiceUnavailable", "The service cannot work at this time.");
            case Failure.AuditUnavailable _ ->
                new IamFailure(503, "ServiceUnavailable", "The audit log cannot be written; nothing was done.");
            case Failure.AuditIncomplete _ ->
                new IamFailure(
                        503,
                        "ServiceUnavailable",
                        "The request was carried out, but the audit log did not take its outcome.");
            case Failure.OutcomeUnknown(String operation) ->
                new IamFailure(500, "ServiceFailure", "The outcome of " + operation + " is unknown.");
            case Failure.PlatformRefused _,
                    Failure.CreationUndone _,
                    Failure.CreationUnfinished _,
                    Failure.Internal _ ->
                new IamFailure(500, "ServiceFailure", "The request failed for an unknown reason.");
        };
    }
}
