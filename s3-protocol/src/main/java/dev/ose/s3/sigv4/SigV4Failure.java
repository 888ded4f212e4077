package dev.ose.s3.sigv4;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Why a request is not taken for what it says it is. It carries neither a secret nor a signature that would have been
 * right, and prints without its error, whose details may hold the client's headers.
 *
 * @param error the error that the client receives
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html">Error responses</a>
 */
public record SigV4Failure(Kind kind, S3Error error) {

    /** All ways to fail, each with its error code, which decides the HTTP status, and its message. */
    public enum Kind {
        /** Two ways of authenticating in one request, or one way twice. */
        SEVERAL_CREDENTIALS(
                S3ErrorCode.INVALID_ARGUMENT,
                "Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string "
                        + "parameter or the Authorization header should be specified"),
        /** An {@code Authorization} header of a scheme that is none of AWS. */
        UNSUPPORTED_AUTHORIZATION_TYPE(S3ErrorCode.INVALID_ARGUMENT, "Unsupported Authorization Type"),
        /** An algorithm that does not exist, or that does not go with the rest of the request. */
        UNSUPPORTED_MECHANISM(S3ErrorCode.INVALID_REQUEST, Kind.MECHANISM),
        /** Signature Version 2 where it is not accepted. Names the settings of clients that sign so by default. */
        VERSION_2_NOT_ACCEPTED(
                S3ErrorCode.INVALID_REQUEST,
                Kind.MECHANISM
                        + " Links and forms are signed so by boto3 with Config(signature_version='s3v4'), by version 1"
                        + " of"
                        + " the AWS CLI after 'aws configure set default.s3.signature_version s3v4'."),
        /** An {@code Authorization} header of Version 2 that does not hold an access key and a signature. */
        AUTHORIZATION_HEADER_INVALID(
                S3ErrorCode.INVALID_ARGUMENT,
                "AWS authorization header is invalid.  Expected AwsAccessKeyId:signature"),
        /** A link of Version 2 that lacks a part of its credential, or has one twice. */
        MISSING_QUERY_CREDENTIAL(
                S3ErrorCode.ACCESS_DENIED,
                "Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters"),
        /** A link of Version 2 that does not say when it ends. */
        INVALID_EXPIRY(S3ErrorCode.ACCESS_DENIED, "Invalid date (should be seconds since epoch): %s"),
        /** Signature Version 4A, or chunks signed with it. */
        ASYMMETRIC_SIGNATURE(S3ErrorCode.NOT_IMPLEMENTED, "Signatures by elliptic curve are not implemented: %s"),
        /** A defect of the {@code Authorization} header. */
        AUTHORIZATION_HEADER_MALFORMED(
                S3ErrorCode.AUTHORIZATION_HEADER_MALFORMED, "The authorization header is malformed; %s"),
        /** A defect of the parameters of a presigned request or of the fields of a form. */
        AUTHORIZATION_QUERY_PARAMETERS_ERROR(S3ErrorCode.AUTHORIZATION_QUERY_PARAMETERS_ERROR, "%s"),
        /** A browser's form lacks a field that would say who signed it. */
        FORM_FIELD_MISSING(
                S3ErrorCode.INVALID_ARGUMENT,
                "Bucket POST must contain a field named '%s'.  If it is specified, please check the order of the"
                        + " fields."),
        /** The request does not say how its body is covered. */
        MISSING_CONTENT_SHA256(
                S3ErrorCode.INVALID_REQUEST, "Missing required header for this request: x-amz-content-sha256"),
        /** The request says in a way that does not exist, or twice differently, how its body is covered. */
        INVALID_CONTENT_SHA256(
                S3ErrorCode.INVALID_ARGUMENT,
                "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, "
                        + "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid "
                        + "sha256 value."),
        /** A presigned request whose body claims to be in chunk framing. */
        STREAMING_PRESIGNED(S3ErrorCode.INVALID_REQUEST, "A presigned request cannot have a streaming payload."),
        /** The request does not say when it was signed. */
        MISSING_DATE(S3ErrorCode.ACCESS_DENIED, "AWS authentication requires a valid Date or x-amz-date header"),
        /** Headers that only the signer may set came without being signed. */
        HEADERS_NOT_SIGNED(
                S3ErrorCode.ACCESS_DENIED, "There were headers present in the request which were not signed"),
        /** A query says more than a signature of Version 2 covers. */
        PARAMETERS_NOT_SIGNED(
                S3ErrorCode.ACCESS_DENIED, "There were query parameters present in the request which were not signed"),
        /** The clocks of client and server differ too much. */
        REQUEST_TIME_TOO_SKEWED(S3ErrorCode.REQUEST_TIME_TOO_SKEWED, S3ErrorCode.REQUEST_TIME_TOO_SKEWED.message()),
        /** A presigned request from the future. */
        REQUEST_NOT_YET_VALID(S3ErrorCode.ACCESS_DENIED, "Request is not valid yet"),
        /** A presigned request that came too late. */
        REQUEST_EXPIRED(S3ErrorCode.ACCESS_DENIED, "Request has expired"),
        /** No user has this access key. */
        INVALID_ACCESS_KEY_ID(
                S3ErrorCode.INVALID_ACCESS_KEY_ID, "The AWS Access Key Id you provided does not exist in our records."),
        /** The signature is not that of the request. */
        SIGNATURE_DOES_NOT_MATCH(S3ErrorCode.SIGNATURE_DOES_NOT_MATCH, S3ErrorCode.SIGNATURE_DOES_NOT_MATCH.message());

        private static final String MECHANISM =
                "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.";

        private final S3ErrorCode code;
        private final String message;

        /** @param message with a {@code %s} for each fact that it names */
        Kind(S3ErrorCode code, String message) {
            this.code = code;
            this.message = message;
        }
    }

    /** A failure with the facts that its message names. */
    public static SigV4Failure of(Kind kind, Object... facts) {
        return new SigV4Failure(kind, S3Error.of(kind.code, kind.message.formatted(facts)));
    }

    /** A failure of an argument, which the error names. */
    static SigV4Failure argument(Kind kind, String name, String value) {
        return of(kind, name).with("ArgumentName", name).with("ArgumentValue", value);
    }

    /** Something that cannot be read, or was made for another region than the one expected. */
    static SigV4Failure malformed(Kind kind, String defect, @Nullable String expectedRegion) {
        SigV4Failure failure = of(kind, defect);
        return expectedRegion == null ? failure : failure.with("Region", expectedRegion);
    }

    /** A credential in a query or form that cannot be read, or was made for another region than the one expected. */
    static SigV4Failure malformedCredential(String defect, @Nullable String expectedRegion) {
        return malformed(
                Kind.AUTHORIZATION_QUERY_PARAMETERS_ERROR,
                "Error parsing the X-Amz-Credential parameter; " + defect,
                expectedRegion);
    }

    static SigV4Failure headersNotSigned(Collection<String> names) {
        return of(Kind.HEADERS_NOT_SIGNED).with("HeadersNotSigned", String.join(", ", names));
    }

    static SigV4Failure parametersNotSigned(Collection<String> names) {
        return of(Kind.PARAMETERS_NOT_SIGNED).with("ParametersNotSigned", String.join(", ", names));
    }

    static SigV4Failure tooSkewed(Instant requestTime, Instant serverTime, Duration maxSkew) {
        return of(Kind.REQUEST_TIME_TOO_SKEWED)
                .with("RequestTime", AmzTime.format(requestTime))
                .with("ServerTime", seconds(serverTime))
                .with("MaxAllowedSkewMilliseconds", Long.toString(maxSkew.toMillis()));
    }

    static SigV4Failure notYetValid(Instant requestTime, Instant serverTime) {
        return of(Kind.REQUEST_NOT_YET_VALID)
                .with("X-Amz-Date", AmzTime.format(requestTime))
                .with("ServerTime", seconds(serverTime));
    }

    /** @param lifetime null if the request names its end instead */
    static SigV4Failure expired(@Nullable Duration lifetime, Instant expiresAt, Instant serverTime) {
        SigV4Failure failure = of(Kind.REQUEST_EXPIRED);
        if (lifetime != null) {
            failure = failure.with("X-Amz-Expires", Long.toString(lifetime.toSeconds()));
        }
        return failure.with("Expires", seconds(expiresAt)).with("ServerTime", seconds(serverTime));
    }

    static SigV4Failure unknownKey(AccessKeyId accessKey) {
        return of(Kind.INVALID_ACCESS_KEY_ID).with("AWSAccessKeyId", accessKey.value());
    }

    /**
     * What we computed the signature from is the client's to see, so that it can find the difference.
     *
     * @param canonicalRequest empty if there is none
     */
    static SigV4Failure mismatch(
            AccessKeyId accessKey, String stringToSign, String signatureProvided, String canonicalRequest) {
        SigV4Failure failure = of(Kind.SIGNATURE_DOES_NOT_MATCH)
                .with("AWSAccessKeyId", accessKey.value())
                .with("StringToSign", stringToSign)
                .with("SignatureProvided", signatureProvided)
                .with("StringToSignBytes", bytes(stringToSign));
        return canonicalRequest.isEmpty()
                ? failure
                : failure.with("CanonicalRequest", canonicalRequest)
                        .with("CanonicalRequestBytes", bytes(canonicalRequest));
    }

    @Override
    public String toString() {
        return kind.toString();
    }

    private SigV4Failure with(String name, String text) {
        return new SigV4Failure(kind, error.with(name, text));
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String bytes(String text) {
        return HexFormat.ofDelimiter(" ").formatHex(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
