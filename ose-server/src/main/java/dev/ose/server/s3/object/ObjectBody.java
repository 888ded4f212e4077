package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.chunked.ContentCodings;
import dev.ose.s3.chunked.TrailingChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.accounting.upload.PartChecksum;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.s3.relay.BodyCheck;
import dev.ose.server.s3.relay.BodyChecksum;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of an object or part, and its form for the platform.
 *
 * @param objectBytes the number of stored bytes
 * @param source the bytes for the platform
 * @param wireBytes the number of bytes for the platform: more than stored ones if framed, -1 if unknown
 * @param payloadHash value of {@code x-amz-content-sha256} for the platform
 * @param headers the request's headers for the platform
 * @param isReadFirst whether the source must be read to its end before the platform hears of it, because there is
 *     nothing in it to keep back
 * @param trailing reads the checksum behind the body; null if there is none, or only the platform reads it
 */
record ObjectBody(
        long objectBytes,
        BodySource source,
        long wireBytes,
        String payloadHash,
        List<HeaderField> headers,
        boolean isReadFirst,
        @Nullable TrailingChecksum trailing) {

    /**
     * The most bytes of one PUT, as
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html">S3 allows</a>.
     */
    static final long MAX_BYTES = 5L * 1024 * 1024 * 1024;

    /** The body that the request announces. Throws why it cannot be taken. */
    static ObjectBody announced(OperationContext context) {
        return announced(context, context.platform());
    }

    /**
     * The same body without framing, of which the node verifies all that the request states, so that the platform need
     * not see it as it was stated. Only one of the two may be read.
     */
    static ObjectBody verifiedHere(OperationContext context) {
        return announced(context, context.platform().with(Set.of()));
    }

    /** @param verifier the platform with the capabilities on which the form of the body depends */
    private static ObjectBody announced(OperationContext context, Platform verifier) {
        ObjectBody body =
                switch (context.payload()) {
                    case PayloadHash.Digest digest -> plain(context, digest, verifier);
                    case PayloadHash.Mode mode -> inMode(mode, context, verifier);
                };
        if (body.objectBytes() > MAX_BYTES) {
            throw new FailureException(new Failure.BodyTooLarge(body.objectBytes(), MAX_BYTES));
        }
        return body;
    }

    private static ObjectBody inMode(PayloadHash.Mode mode, OperationContext context, Platform verifier) {
        return switch (mode) {
            case UNSIGNED, UNSTATED -> plain(context, mode, verifier);
            case STREAMING_UNSIGNED_TRAILER, STREAMING_SIGNED, STREAMING_SIGNED_TRAILER ->
                FramedBody.announced(context, mode, verifier);
        };
    }

    /** The node verifies what the platform does not: the signed digest, at the cost of a SHA-256, and checksums. */
    private static ObjectBody plain(OperationContext context, PayloadHash payload, Platform verifier) {
        S3Request request = context.request();
        // Framing must never be stored as content, even if the payload hash does not announce it.
        if (request.headerValues("content-encoding").stream().anyMatch(ContentCodings::areChunked)) {
            throw new FailureException(new Failure.NotOffered("An upload with Content-Encoding aws-chunked"));
        }
        // Without the header there is no body for HTTP, yet a client that forgot it did not mean to store nothing.
        if (request.headerValues("content-length").isEmpty()) {
            throw new FailureException(new Failure.LengthMissing());
        }
        long length = request.exchange().requestLength();
        BodySource body = request.exchange().requestBody();
        List<HeaderField> headers = context.headersForPlatform();
        BodyCheck check = check(context, payload, verifier, headers);
        return check == null
                ? new ObjectBody(length, body, length, payload.wireValue(), headers, false, null)
                : new ObjectBody(
                        length,
                        new CheckedSource(body, check, length),
                        length,
                        payload.wireValue(),
                        headers,
                        length == 0,
                        null);
    }

    /** The node's check, if the platform does not verify; else null. */
    private static @Nullable BodyCheck check(
            OperationContext context, PayloadHash payload, Platform verifier, List<HeaderField> headers) {
        StatedChecksum stated = BodyChecksum.stated(context.request());
        if (stated != null && stated.value() == null) {
            throw new FailureException(new Failure.Unacceptable(S3Error.of(S3ErrorCode.MALFORMED_TRAILER_ERROR)));
        }
        BodyCheck ofDigest =
                payload instanceof PayloadHash.Digest signed && !verifier.offers(Capability.ENFORCES_SIGNED_HASH)
                        ? new DigestCheck(signed)
                        : null;
        BodyCheck ofChecksum = BodyChecksum.checkHere(stated, verifier, headers);
        return ofDigest == null || ofChecksum == null
                ? (ofDigest == null ? ofChecksum : ofDigest)
                : ofDigest.and(ofChecksum);
    }

    /** Continues once the part of the body has been read that is needed before the platform request. */
    void whenReady(OperationContext context, Runnable next) {
        if (!isReadFirst) {
            next.run();
            return;
        }
        SmallBody.read(source, context.services().requests().buffers(), 0, new SmallBody.Reader() {
            @Override
            public void read(byte[] nothing) {
                context.guard(next);
            }

            @Override
            public void tooLarge() {
                throw new IllegalStateException("bytes in an empty object");
            }

            @Override
            public void broke(IOException cause) {
                context.guard(() -> context.fail(context.bodyFailure(cause)));
            }
        });
    }

    /** The checksum that the request stated of the body, which was read to its end. */
    PartChecksum checksum(OperationContext context) {
        if (trailing != null) {
            return new PartChecksum.Compared(trailing.algorithm(), trailing.value());
        }
        StatedChecksum stated = BodyChecksum.stated(context.request());
        if (stated == null) {
            return new PartChecksum.None();
        }
        return stated.value() == null
                ? new PartChecksum.Unknown()
                : new PartChecksum.Compared(stated.algorithm(), stated.value());
    }

    /** The request that carries this body to the platform. */
    PlatformRequest request(OperationContext context, FlowGate gate) {
        return PlatformRequests.request(
                context,
                headers,
                new PlatformRequest.Content(payloadHash, new PlatformRequestBody.Streamed(source, wireBytes, gate)),
                false);
    }
}
