package dev.ose.s3.checksum;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.HeaderLookup;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The checksum that a request states, which has to be compared before anything is kept: a client that states one
 * believes that it was. A header of this kind that is unknown here is refused by its name.
 *
 * @param value base64 of the right length, of an object in parts perhaps with the number of parts behind it; null if it
 *     follows the body in a trailer
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html">Object
 *     integrity</a>
 */
public record StatedChecksum(
        ChecksumAlgorithm algorithm, @Nullable String value) {

    private static final String PREFIX = "x-amz-checksum-";
    private static final String TRAILER = "x-amz-trailer";
    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";

    /**
     * Reads what the headers state of the request's body.
     *
     * @param names the lower-case names of all headers
     * @return null if they state nothing
     * @throws S3ErrorException {@code InvalidRequest} for an unknown algorithm, several checksums, a value that cannot
     *     be one, and an algorithm that is named beside another checksum or beside none
     */
    public static @Nullable StatedChecksum ofBody(Iterable<String> names, HeaderLookup headers) {
        return read(names, headers, false);
    }

    /** The same of a completion, whose headers speak of the object that it puts together. */
    public static @Nullable StatedChecksum ofObjectInParts(Iterable<String> names, HeaderLookup headers) {
        return read(names, headers, true);
    }

    private static @Nullable StatedChecksum read(Iterable<String> names, HeaderLookup headers, boolean isInParts) {
        StatedChecksum stated = null;
        boolean isAlgorithmNamed = false;
        for (String name : names) {
            if (name.startsWith(PREFIX) && !isAboutChecksums(name)) {
                stated = only(stated, ofHeader(name, headers.get(name), isInParts));
            } else if (name.equals(TRAILER)) {
                stated = only(stated, new StatedChecksum(ofTrailer(headers.get(name)), null));
            } else if (name.equals(SDK_ALGORITHM)) {
                isAlgorithmNamed = true;
            }
        }
        if (isAlgorithmNamed) {
            requireAlgorithm(stated, headers.get(SDK_ALGORITHM));
        }
        return stated;
    }

    /** Whether the header has a checksum's prefix, but is not a checksum itself. */
    public static boolean isAboutChecksums(String name) {
        return switch (name) {
            case "x-amz-checksum-algorithm", "x-amz-checksum-mode", "x-amz-checksum-type" -> true;
            default -> false;
        };
    }

    /** Whether a header of this lower-case name states a checksum, known or not. */
    public static boolean isStatedBy(String name) {
        return name.startsWith(PREFIX) && !isAboutChecksums(name);
    }

    /** Whether a header of this lower-case name states a checksum or its algorithm. */
    public static boolean isAboutBody(String name) {
        return isStatedBy(name) || name.equals(SDK_ALGORITHM);
    }

    /**
     * Whether a header states the checksum of no bytes. The AWS SDK for Java 2 sends it with requests that have no
     * body.
     *
     * @param name in lower case
     */
    public static boolean isOfEmptyBody(String name, @Nullable String value) {
        return value != null
                && ChecksumAlgorithm.ofHeader(name)
                        .filter(algorithm -> value.strip().equals(ofEmptyBody(algorithm)))
                        .isPresent();
    }

    private static String ofEmptyBody(ChecksumAlgorithm algorithm) {
        return Base64.getEncoder().encodeToString(Digester.of(algorithm).value());
    }

    private static StatedChecksum only(@Nullable StatedChecksum first, StatedChecksum second) {
        if (first != null) {
            throw invalid("Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.");
        }
        return second;
    }

    private static StatedChecksum ofHeader(String name, @Nullable String value, boolean isInParts) {
        ChecksumAlgorithm algorithm = ChecksumAlgorithm.ofHeader(name)
                .orElseThrow(() -> refused(S3Error.of(
                                S3ErrorCode.INVALID_REQUEST,
                                "The algorithm type you specified in x-amz-checksum- header is invalid.")
                        .with("Header", name)));
        String stated = value == null ? "" : value.strip();
        int dash = isInParts ? stated.indexOf('-') : -1;
        if (!algorithm.isValue(dash < 0 ? stated : stated.substring(0, dash))) {
            throw invalid("Value for " + name + " header is invalid.");
        }
        return new StatedChecksum(algorithm, stated);
    }

    private static ChecksumAlgorithm ofTrailer(@Nullable String value) {
        return ChecksumAlgorithm.ofHeader(value == null ? "" : value.strip())
                .orElseThrow(() -> invalid("The value specified in the x-amz-trailer header is not supported"));
    }

    private static void requireAlgorithm(@Nullable StatedChecksum stated, @Nullable String named) {
        ChecksumAlgorithm algorithm = ChecksumAlgorithm.find(named == null ? "" : named.strip())
                .orElseThrow(() -> invalid("Value for x-amz-sdk-checksum-algorithm header is invalid."));
        if (stated == null) {
            throw invalid(
                    "x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer"
                            + " headers were found.");
        }
        if (stated.algorithm != algorithm) {
            throw invalid("Value for x-amz-sdk-checksum-algorithm header is invalid.");
        }
    }

    private static S3ErrorException invalid(String message) {
        return refused(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }

    private static S3ErrorException refused(S3Error error) {
        return new S3ErrorException(error);
    }

    /** The error for a body with another checksum. */
    public S3Error mismatch() {
        return S3Error.of(
                S3ErrorCode.BAD_DIGEST, "The " + algorithm + " you specified did not match the calculated checksum.");
    }

    /** Whether this is the stated value; false if it was not stated before the body. */
    public boolean matches(byte[] actual) {
        return value != null && MessageDigest.isEqual(Base64.getDecoder().decode(value), actual);
    }
}
