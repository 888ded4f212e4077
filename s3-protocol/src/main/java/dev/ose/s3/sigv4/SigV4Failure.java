package dev.ose.s3.sigv4;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a request is not taken for what it says it is. Each case carries the facts that the S3 error document shows; none
 * carries a secret or a signature that would have been right.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html">Error responses</a>
 */
public sealed interface SigV4Failure {

    /** The S3 error code. */
    String code();

    /** One sentence for whoever sent the request. */
    String message();

    /** The further elements of the S3 error document, in order: element name to text (ISO-8859-1 characters). */
    default Map<String, String> details() {
        return Map.of();
    }

    /** Two ways of authenticating in one request, or one way twice. */
    record SeveralCredentials(String argumentValue) implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidArgument";
        }

        @Override
        public String message() {
            return "Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string "
                    + "parameter or the Authorization header should be specified";
        }

        @Override
        public Map<String, String> details() {
            return argument("Authorization", argumentValue);
        }
    }

    /** An {@code Authorization} header of a scheme that is none of AWS. */
    record UnsupportedAuthorizationType(String scheme) implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidArgument";
        }

        @Override
        public String message() {
            return "Unsupported Authorization Type";
        }

        @Override
        public Map<String, String> details() {
            return argument("Authorization", scheme);
        }
    }

    /**
     * Signature Version 2 where it is not accepted. AWS's words, and the settings of the clients that sign so by
     * default.
     */
    record Version2NotAccepted() implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidRequest";
        }

        @Override
        public String message() {
            return new UnsupportedMechanism().message()
                    + " Links and forms are signed so by boto3 with Config(signature_version='s3v4'), by version 1 of the"
                    + " AWS CLI after 'aws configure set default.s3.signature_version s3v4'.";
        }
    }

    /** An algorithm that does not exist, or that does not go with the rest of the request. */
    record UnsupportedMechanism() implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidRequest";
        }

        @Override
        public String message() {
            return "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.";
        }
    }

    /** An {@code Authorization} header of Version 2 that does not hold an access key and a signature. */
    record AuthorizationHeaderInvalid() implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidArgument";
        }

        @Override
        public String message() {
            return "AWS authorization header is invalid.  Expected AwsAccessKeyId:signature";
        }

        @Override
        public Map<String, String> details() {
            return argument("Authorization", "");
        }
    }

    /** A link of Version 2 that lacks a part of its credential, or has one twice. */
    record MissingQueryCredential() implements SigV4Failure {

        @Override
        public String code() {
            return "AccessDenied";
        }

        @Override
        public String message() {
            return "Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters";
        }
    }

    /** A link of Version 2 that does not say when it ends. */
    record InvalidExpiry(String expires) implements SigV4Failure {

        @Override
        public String code() {
            return "AccessDenied";
        }

        @Override
        public String message() {
            return "Invalid date (should be seconds since epoch): " + expires;
        }
    }

    /** Signature Version 4A or chunks signed with it. */
    record AsymmetricSignature(String algorithm) implements SigV4Failure {

        @Override
        public String code() {
            return "NotImplemented";
        }

        @Override
        public String message() {
            return "Signatures by elliptic curve are not implemented: " + algorithm;
        }
    }

    /** A defect of the {@code Authorization} header; the region is there when it was the wrong one. */
    record AuthorizationHeaderMalformed(
            String defect, @Nullable String expectedRegion) implements SigV4Failure {

        @Override
        public String code() {
            return "AuthorizationHeaderMalformed";
        }

        @Override
        public String message() {
            return "The authorization header is malformed; " + defect;
        }

        @Override
        public Map<String, String> details() {
            return region(expectedRegion);
        }
    }

    /** A defect of the parameters of a presigned request; the region is there when it was the wrong one. */
    record AuthorizationQueryParametersError(
            String message, @Nullable String expectedRegion) implements SigV4Failure {

        @Override
        public String code() {
            return "AuthorizationQueryParametersError";
        }

        @Override
        public Map<String, String> details() {
            return region(expectedRegion);
        }
    }

    /** A browser's form lacks a field that would say who signed it. */
    record FormFieldMissing(String name) implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidArgument";
        }

        @Override
        public String message() {
            return "Bucket POST must contain a field named '" + name
                    + "'.  If it is specified, please check the order of the fields.";
        }

        @Override
        public Map<String, String> details() {
            return argument(name, "");
        }
    }

    /** The request does not say how its body is covered. */
    record MissingContentSha256() implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidRequest";
        }

        @Override
        public String message() {
            return "Missing required header for this request: x-amz-content-sha256";
        }
    }

    /** The request says in a way that does not exist, or twice differently, how its body is covered. */
    record InvalidContentSha256(String value) implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidArgument";
        }

        @Override
        public String message() {
            return "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, "
                    + "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid "
                    + "sha256 value.";
        }

        @Override
        public Map<String, String> details() {
            return argument("x-amz-content-sha256", value);
        }
    }

    /** A presigned request whose body claims to be in chunk framing. */
    record StreamingPresigned() implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidRequest";
        }

        @Override
        public String message() {
            return "A presigned request cannot have a streaming payload.";
        }
    }

    /** The body does not have the digest that the request signed. For whoever reads the body. */
    record ContentSha256Mismatch(String claimed, String computed) implements SigV4Failure {

        @Override
        public String code() {
            return "XAmzContentSHA256Mismatch";
        }

        @Override
        public String message() {
            return "The provided 'x-amz-content-sha256' header does not match what was computed.";
        }

        @Override
        public Map<String, String> details() {
            return ordered("ClientComputedContentSHA256", claimed, "S3ComputedContentSHA256", computed);
        }
    }

    /** The request does not say when it was signed. */
    record MissingDate() implements SigV4Failure {

        @Override
        public String code() {
            return "AccessDenied";
        }

        @Override
        public String message() {
            return "AWS authentication requires a valid Date or x-amz-date header";
        }
    }

    /** Headers that only the signer may set came without being signed. */
    record HeadersNotSigned(List<String> names) implements SigV4Failure {

        public HeadersNotSigned {
            names = List.copyOf(names);
        }

        @Override
        public String code() {
            return "AccessDenied";
        }

        @Override
        public String message() {
            return "There were headers present in the request which were not signed";
        }

        @Override
        public Map<String, String> details() {
            return Map.of("HeadersNotSigned", String.join(", ", names));
        }
    }

    /** A query says more than a signature of Version 2 covers. */
    record ParametersNotSigned(List<String> names) implements SigV4Failure {

        public ParametersNotSigned {
            names = List.copyOf(names);
        }

        @Override
        public String code() {
            return "AccessDenied";
        }

        @Override
        public String message() {
            return "There were query parameters present in the request which were not signed";
        }

        @Override
        public Map<String, String> details() {
            return Map.of("ParametersNotSigned", String.join(", ", names));
        }
    }

    /** The clocks of client and server differ too much. */
    record RequestTimeTooSkewed(Instant requestTime, Instant serverTime, Duration maxSkew) implements SigV4Failure {

        @Override
        public String code() {
            return "RequestTimeTooSkewed";
        }

        @Override
        public String message() {
            return "The difference between the request time and the current time is too large.";
        }

        @Override
        public Map<String, String> details() {
            Map<String, String> details =
                    ordered("RequestTime", AmzTime.format(requestTime), "ServerTime", seconds(serverTime));
            details.put("MaxAllowedSkewMilliseconds", Long.toString(maxSkew.toMillis()));
            return details;
        }
    }

    /** A presigned request from the future. */
    record RequestNotYetValid(Instant requestTime, Instant serverTime) implements SigV4Failure {

        @Override
        public String code() {
            return "AccessDenied";
        }

        @Override
        public String message() {
            return "Request is not valid yet";
        }

        @Override
        public Map<String, String> details() {
            return ordered("X-Amz-Date", AmzTime.format(requestTime), "ServerTime", seconds(serverTime));
        }
    }

    /** A presigned request that came too late; the lifetime is null where the request names its end. */
    record RequestExpired(@Nullable Duration lifetime, Instant expiresAt, Instant serverTime) implements SigV4Failure {

        @Override
        public String code() {
            return "AccessDenied";
        }

        @Override
        public String message() {
            return "Request has expired";
        }

        @Override
        public Map<String, String> details() {
            Map<String, String> details = new LinkedHashMap<>();
            if (lifetime != null) {
                details.put("X-Amz-Expires", Long.toString(lifetime.toSeconds()));
            }
            details.put("Expires", seconds(expiresAt));
            details.put("ServerTime", seconds(serverTime));
            return details;
        }
    }

    /** Nobody has this access key. */
    record InvalidAccessKeyId(AccessKeyId accessKey) implements SigV4Failure {

        @Override
        public String code() {
            return "InvalidAccessKeyId";
        }

        @Override
        public String message() {
            return "The AWS Access Key Id you provided does not exist in our records.";
        }

        @Override
        public Map<String, String> details() {
            return Map.of("AWSAccessKeyId", accessKey.value());
        }
    }

    /**
     * The signature is not that of the request. What we computed it from is the client's to see, so that it can find
     * the difference; it prints without those texts, because they hold the client's headers. The canonical request is
     * empty where there is none.
     */
    record SignatureDoesNotMatch(
            AccessKeyId accessKey, String stringToSign, String signatureProvided, String canonicalRequest)
            implements SigV4Failure {

        @Override
        public String code() {
            return "SignatureDoesNotMatch";
        }

        @Override
        public String message() {
            return "The request signature we calculated does not match the signature you provided. "
                    + "Check your key and signing method.";
        }

        @Override
        public Map<String, String> details() {
            Map<String, String> details = ordered("AWSAccessKeyId", accessKey.value(), "StringToSign", stringToSign);
            details.put("SignatureProvided", signatureProvided);
            details.put("StringToSignBytes", bytes(stringToSign));
            if (!canonicalRequest.isEmpty()) {
                details.put("CanonicalRequest", canonicalRequest);
                details.put("CanonicalRequestBytes", bytes(canonicalRequest));
            }
            return details;
        }

        @Override
        public String toString() {
            return "SignatureDoesNotMatch[accessKey=" + accessKey + ']';
        }
    }

    private static Map<String, String> argument(String name, String value) {
        return ordered("ArgumentName", name, "ArgumentValue", value);
    }

    private static Map<String, String> region(@Nullable String region) {
        return region == null ? Map.of() : Map.of("Region", region);
    }

    private static Map<String, String> ordered(String name, String value, String nextName, String nextValue) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put(name, value);
        details.put(nextName, nextValue);
        return details;
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String bytes(String text) {
        return HexFormat.ofDelimiter(" ").formatHex(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
