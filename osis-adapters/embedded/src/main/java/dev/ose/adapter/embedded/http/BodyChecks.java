package dev.ose.adapter.embedded.http;

import dev.ose.s3.ETag;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ChecksumType;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.sigv4.PayloadHash;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the digests that a request states for its body, and verifies them. One object for each body; not
 * thread-safe.
 */
final class BodyChecks {

    private static final int MD5_BYTES = 16;

    private final Digester md5 = Digester.md5();
    private final @Nullable Digester sha256;
    private final @Nullable Digester checksum;
    private final byte @Nullable [] expectedMd5;
    private final PayloadHash payloadHash;
    private final @Nullable ChecksumAlgorithm algorithm;
    private @Nullable String expectedChecksum;

    private BodyChecks(
            WireRequest request,
            PayloadHash payloadHash,
            @Nullable ChecksumAlgorithm algorithm,
            @Nullable String expectedChecksum) {
        this.payloadHash = payloadHash;
        this.expectedMd5 = contentMd5(request);
        this.algorithm = algorithm;
        this.expectedChecksum = expectedChecksum;
        this.sha256 = payloadHash instanceof PayloadHash.Digest ? Digester.of(ChecksumAlgorithm.SHA256) : null;
        this.checksum = algorithm == null ? null : Digester.of(algorithm);
    }

    /**
     * Reads the digests that the request states; refuses invalid values.
     *
     * @param fallback the checksum to compute when the request names none; null for none
     */
    static BodyChecks ofObject(WireRequest request, PayloadHash payloadHash, @Nullable ChecksumAlgorithm fallback) {
        StatedChecksum stated = StatedChecksum.ofBody(request.headerNames(), request);
        ChecksumAlgorithm algorithm = stated == null ? orNamed(request, fallback) : stated.algorithm();
        return new BodyChecks(request, payloadHash, algorithm, stated == null ? null : stated.value());
    }

    /** The same for a request whose checksum headers are not about its body. */
    static BodyChecks ofDocument(WireRequest request, PayloadHash payloadHash) {
        return new BodyChecks(request, payloadHash, null, null);
    }

    /** The checksum of the object in the headers of a completion; null if there is none. */
    static @Nullable ObjectChecksum ofObjectInParts(WireRequest request) {
        StatedChecksum stated = StatedChecksum.ofObjectInParts(request.headerNames(), request);
        return stated == null || stated.value() == null
                ? null
                : new ObjectChecksum(stated.algorithm(), ChecksumType.FULL_OBJECT, stated.value());
    }

    /** Whether the request states, or announces, a digest of its body besides the signed one. */
    static boolean statesDigest(WireRequest request) {
        return request.get("content-md5") != null
                || request.get("x-amz-trailer") != null
                || StatedChecksum.ofBody(request.headerNames(), request) != null;
    }

    /** Whether the request states any digest of its body besides the signed one. */
    boolean isStated() {
        return expectedMd5 != null || expectedChecksum != null;
    }

    /** The algorithm of the checksum to keep; null for none. */
    @Nullable
    ChecksumAlgorithm algorithm() {
        return algorithm;
    }

    /** Sets the checksum from the trailer. */
    void expectTrailer(ChecksumAlgorithm trailing, String value) {
        if (trailing != algorithm) {
            throw invalid("The trailer is not the one that x-amz-trailer announced.");
        }
        expectedChecksum = value;
    }

    /** The digesters to update with every byte. */
    List<Digester> digesters() {
        List<Digester> all = new ArrayList<>(List.of(md5));
        if (sha256 != null) {
            all.add(sha256);
        }
        if (checksum != null) {
            all.add(checksum);
        }
        return all;
    }

    /** The digests of the body. */
    record Result(ETag etag, @Nullable ObjectChecksum checksum) {}

    /** Compares the digests; fails on a mismatch. Call once, after the last byte. */
    Result verify() {
        byte[] actualMd5 = md5.value();
        if (sha256 != null && payloadHash instanceof PayloadHash.Digest digest) {
            requireSha256(digest, sha256.value());
        }
        if (expectedMd5 != null && !MessageDigest.isEqual(expectedMd5, actualMd5)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.BAD_DIGEST)
                    .with("ExpectedDigest", Base64.getEncoder().encodeToString(expectedMd5))
                    .with("CalculatedDigest", Base64.getEncoder().encodeToString(actualMd5)));
        }
        return new Result(new ETag(HexFormat.of().formatHex(actualMd5)), verifiedChecksum());
    }

    private @Nullable ObjectChecksum verifiedChecksum() {
        if (algorithm == null || checksum == null) {
            return null;
        }
        String actual = Base64.getEncoder().encodeToString(checksum.value());
        if (expectedChecksum != null) {
            requireWellFormed(algorithm, expectedChecksum);
            if (!expectedChecksum.equals(actual)) {
                throw new S3ErrorException(S3Error.of(
                        S3ErrorCode.BAD_DIGEST,
                        "The " + algorithm + " you specified did not match the calculated checksum."));
            }
        }
        return new ObjectChecksum(algorithm, ChecksumType.FULL_OBJECT, actual);
    }

    private static void requireSha256(PayloadHash.Digest stated, byte[] actual) {
        if (!stated.matches(actual)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.X_AMZ_CONTENT_SHA256_MISMATCH)
                    .with("ClientComputedContentSHA256", stated.hex())
                    .with("S3ComputedContentSHA256", HexFormat.of().formatHex(actual)));
        }
    }

    private static byte @Nullable [] contentMd5(WireRequest request) {
        String header = request.get("content-md5");
        if (header == null) {
            return null;
        }
        byte[] value = decode(header);
        if (value == null || value.length != MD5_BYTES) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_DIGEST).with("Content-MD5", header));
        }
        return value;
    }

    /** A request may name the algorithm of the checksum to store without stating a value. */
    private static @Nullable ChecksumAlgorithm orNamed(WireRequest request, @Nullable ChecksumAlgorithm fallback) {
        String named = request.get("x-amz-checksum-algorithm");
        return named == null
                ? fallback
                : ChecksumAlgorithm.find(named.strip())
                        .orElseThrow(() -> invalid("Checksum algorithm provided is unsupported."));
    }

    private static void requireWellFormed(ChecksumAlgorithm algorithm, String value) {
        byte[] bytes = decode(value);
        if (bytes == null || bytes.length != algorithm.lengthBytes()) {
            throw invalid("Value for " + algorithm.header() + " header is invalid.");
        }
    }

    private static byte @Nullable [] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static S3ErrorException invalid(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }
}
