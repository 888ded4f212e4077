package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.http.CallPurpose;
import dev.ose.adapter.http.OutboundException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Performs calls of the SDK and turns what they throw into failures of ours, by code and status. Nothing of an answer
 * but its code gets into a message: answers carry secret keys.
 */
final class AwsCalls {

    private static final String AWS = "AWS";
    private static final int INTERNAL_ERROR = 500;
    private static final int SERVICE_UNAVAILABLE = 503;
    private static final Set<String> BAD_LOGIN = Set.of(
            "InvalidClientTokenId",
            "UnrecognizedClientException",
            "InvalidAccessKeyId",
            "SignatureDoesNotMatch",
            "IncompleteSignature",
            "RequestExpired",
            "RequestTimeTooSkewed",
            "ExpiredToken");
    private static final Set<String> DENIED = Set.of("AccessDenied", "AccessDeniedException");
    private static final Set<String> FULL = Set.of(
            "LimitExceeded", "ConstraintViolationException", "TooManyBuckets", "FinalizingOrganizationException");

    /** Another change of the same thing is under way, or one takes no effect yet; nothing was done. */
    private static final Set<String> LATER = Set.of(
            "ConcurrentModification",
            "ConcurrentModificationException",
            "DeleteConflict",
            "EntityTemporarilyUnmodifiable",
            "OperationAborted",
            "ConditionalRequestConflict");

    /** A call that was throttled, or that failed and changes nothing, is sent so often in all. */
    private static final int ATTEMPTS = 5;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

    private final AwsPatience patience;

    AwsCalls(AwsPatience patience) {
        this.patience = patience;
    }

    /** What a call that changes nothing returns. */
    <T> T read(String purpose, Supplier<T> call) {
        return perform(new CallPurpose(AWS, purpose, false), call);
    }

    /** What a call that changes something returns. */
    <T> T change(String purpose, Supplier<T> call) {
        return perform(new CallPurpose(AWS, purpose, true), call);
    }

    /** The same of a call that changes nothing and may be refused with one of these codes, if there is nothing. */
    <T> Optional<T> find(String purpose, Supplier<T> call, String... absent) {
        return unlessRefused(new CallPurpose(AWS, purpose, false), call, absent);
    }

    /** Whether a change was made; false if it was refused with one of these codes. */
    boolean tryChange(String purpose, Supplier<?> call, String... refusals) {
        return unlessRefused(new CallPurpose(AWS, purpose, true), call, refusals)
                .isPresent();
    }

    /** The code with which a call that changes nothing is refused; empty if it is not. */
    String refusalOf(String purpose, Supplier<?> call) {
        CallPurpose callPurpose = new CallPurpose(AWS, purpose, false);
        try {
            call(callPurpose, call);
            return "";
        } catch (AwsServiceException e) {
            if (isThrottled(e) || e.statusCode() >= INTERNAL_ERROR) {
                throw failure(callPurpose, e);
            }
            return code(e);
        } catch (SdkException e) {
            throw failure(callPurpose, e);
        }
    }

    private <T> Optional<T> unlessRefused(CallPurpose purpose, Supplier<T> call, String... codes) {
        try {
            return Optional.of(call(purpose, call));
        } catch (AwsServiceException e) {
            if (List.of(codes).contains(code(e))) {
                return Optional.empty();
            }
            throw failure(purpose, e);
        } catch (SdkException e) {
            throw failure(purpose, e);
        }
    }

    private <T> T perform(CallPurpose purpose, Supplier<T> call) {
        try {
            return call(purpose, call);
        } catch (SdkException e) {
            throw failure(purpose, e);
        }
    }

    /**
     * Sends a call again if it was throttled, because nothing was done then, and one that changes nothing also if AWS
     * failed to answer it ("if you receive a 500, retry",
     * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
     */
    private <T> T call(CallPurpose purpose, Supplier<T> call) {
        Duration pause = FIRST_PAUSE;
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return call.get();
            } catch (AwsServiceException e) {
                if (!isRepeatable(purpose, e)
                        || !patience.isPaused(askedPause(e).orElse(pause))) {
                    throw e;
                }
                pause = pause.multipliedBy(2);
            }
        }
        return call.get();
    }

    private static boolean isRepeatable(CallPurpose purpose, AwsServiceException e) {
        return isThrottled(e) || (!purpose.changes() && e.statusCode() >= INTERNAL_ERROR);
    }

    private static boolean isThrottled(AwsServiceException e) {
        return e.isThrottlingException() || e.statusCode() == SERVICE_UNAVAILABLE;
    }

    private static Optional<Duration> askedPause(AwsServiceException e) {
        @Nullable AwsErrorDetails details = e.awsErrorDetails();
        return Optional.ofNullable(details)
                .map(AwsErrorDetails::sdkHttpResponse)
                .flatMap(response -> response.firstMatchingHeader("Retry-After"))
                .filter(text -> text.matches("[0-9]{1,4}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /** The code of a refusal; of one without a body, as to HEAD, the status. */
    static String code(AwsServiceException e) {
        @Nullable AwsErrorDetails details = e.awsErrorDetails();
        @Nullable String code = details == null ? null : details.errorCode();
        return code == null || !code.matches("[A-Za-z0-9.]{1,80}") ? String.valueOf(e.statusCode()) : code;
    }

    private static PlatformException failure(CallPurpose purpose, SdkException e) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutboundException outbound) {
                return purpose.failure(outbound);
            }
        }
        return e instanceof AwsServiceException refusal
                ? refusal(purpose, refusal)
                : purpose.unanswered("its answer is not what AWS answers", null);
    }

    private static PlatformException refusal(CallPurpose purpose, AwsServiceException e) {
        String code = code(e);
        if (isThrottled(e)) {
            return purpose.unavailable("it is overloaded", null);
        }
        if (LATER.contains(code)) {
            return purpose.unavailable("another change is under way there, " + code, null);
        }
        if (e.statusCode() >= INTERNAL_ERROR) {
            return purpose.unanswered("it answered with status " + e.statusCode(), null);
        }
        return new PlatformException(
                Kind.REJECTED,
                "AWS refused to " + purpose.purpose() + ": status " + e.statusCode() + ", " + code + "."
                        + advice(code));
    }

    private static String advice(String code) {
        if (BAD_LOGIN.contains(code)) {
            return " Check the access key, its secret key and the node's clock.";
        }
        if (DENIED.contains(code)) {
            return " The policy of the login, of the assumed role or of the organisation lacks an action.";
        }
        return FULL.contains(code) ? " A quota of AWS is used up; see Service Quotas." : "";
    }
}
