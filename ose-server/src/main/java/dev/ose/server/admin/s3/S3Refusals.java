package dev.ose.server.admin.s3;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.ProblemJson;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/** Refusals of logins of the management API, as S3 answers them. */
final class S3Refusals {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private S3Refusals() {}

    static FailureException sessionEnded() {
        return refusal(S3ErrorCode.NOT_SIGNED_IN, "The session has ended; sign in again.");
    }

    static FailureException unknownToken() {
        return refusal(S3ErrorCode.NOT_SIGNED_IN, "The token is unknown or has expired.");
    }

    static FailureException forged() {
        return refusal(S3ErrorCode.ACCESS_DENIED, "Repeat csrf of this session in the header X-OSE-CSRF.");
    }

    static FailureException noUser() {
        return refusal(
                S3ErrorCode.ACCESS_DENIED,
                "Administrators of the provider are no users of a tenant and have no access to objects; sign in as a"
                        + " user of the tenant.");
    }

    static FailureException otherTenant() {
        return refusal(S3ErrorCode.ACCESS_DENIED, "The token is for another tenant.");
    }

    static FailureException unfinishedUser() {
        return refusal(
                S3ErrorCode.ACCESS_DENIED,
                "The user has no key on the platform yet; an administrator completes it by creating it again.");
    }

    /** The management API's refusal of a login, in its own words; other failures as they are. */
    static FailureException of(Failure failure) {
        Problem problem = ProblemJson.of(failure);
        return switch (problem.status()) {
            case UNAUTHORIZED -> refusal(S3ErrorCode.NOT_SIGNED_IN, problem.detail());
            case FORBIDDEN -> refusal(S3ErrorCode.ACCESS_DENIED, problem.detail());
            default -> new FailureException(failure);
        };
    }

    private static FailureException refusal(S3ErrorCode code, String sentence) {
        return new FailureException(new Failure.Unauthenticated(S3Error.of(code, sentence)));
    }
}
