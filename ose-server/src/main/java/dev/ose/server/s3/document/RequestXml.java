package dev.ose.server.s3.document;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.BodyChecksum;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.RequestTrace;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the small body of a control request and verifies its stated digests. */
public final class RequestXml {

    /** The most bytes that such a body may have. */
    static final int MAX_BYTES = 2 * 1024 * 1024;

    private RequestXml() {}

    /** Hands the body to {@code next} on the I/O thread, or answers why not. */
    public static void read(OperationContext context, Consumer<byte[]> next) {
        long declared = context.exchange().requestLength();
        if (declared > MAX_BYTES) {
            context.fail(tooLarge());
            return;
        }
        if (declared < 0) {
            context.fail(new Failure.LengthMissing());
            return;
        }
        SmallBody.read(
                context.exchange().requestBody(),
                context.services().requests().buffers(),
                MAX_BYTES,
                context.memory(),
                new SmallBody.Reader() {
                    @Override
                    public void read(byte[] body) {
                        context.resume(() -> checked(context, body, next));
                    }

                    @Override
                    public void tooLarge() {
                        context.fail(RequestXml.tooLarge());
                    }

                    @Override
                    public void broke(IOException cause) {
                        context.fail(new Failure.BodyCut(declared, 0));
                    }

                    @Override
                    public void noRoom() {
                        context.fail(RequestTrace.NO_ROOM);
                    }
                });
    }

    private static void checked(OperationContext context, byte[] body, Consumer<byte[]> next) {
        Failure wrong = mismatch(context, body);
        if (wrong == null) {
            JsonBody.unfold(context, body, next);
        } else {
            context.fail(wrong);
        }
    }

    private static @Nullable Failure mismatch(OperationContext context, byte[] body) {
        switch (context.payload()) {
            case PayloadHash.Digest digest -> {
                if (!digest.matches(Digester.of(ChecksumAlgorithm.SHA256).digest(body))) {
                    return new Failure.Unacceptable(S3Error.of(S3ErrorCode.X_AMZ_CONTENT_SHA256_MISMATCH));
                }
            }
            case PayloadHash.Mode mode -> {
                if (mode.isStreaming()) {
                    return new Failure.NotOffered(
                            mode.wireValue() + " with " + context.operation().name());
                }
            }
        }
        List<String> md5 = context.request().headerValues("content-md5");
        Failure wrong = md5.isEmpty() ? null : md5Mismatch(md5.getFirst(), body);
        return wrong == null ? checksumMismatch(context, body) : wrong;
    }

    /**
     * Verified here, because the platform may get a different document. With the list of an upload's parts, the
     * checksum is that of the object, which only the platform can verify; without support it is refused.
     */
    private static @Nullable Failure checksumMismatch(OperationContext context, byte[] body) {
        boolean isOfObject = context.operation() instanceof ObjectOperation.CompleteMultipartUpload;
        StatedChecksum stated =
                isOfObject ? BodyChecksum.statedOfObject(context.request()) : BodyChecksum.stated(context.request());
        if (stated == null) {
            return null;
        }
        if (stated.value() == null) {
            return new Failure.Unacceptable(S3Error.of(S3ErrorCode.MALFORMED_TRAILER_ERROR));
        }
        if (isOfObject) {
            return BodyChecksum.isVerifiedBy(context.platform(), stated.algorithm())
                    ? null
                    : new Failure.Unacceptable(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED)
                            .with("Header", stated.algorithm().header()));
        }
        boolean isRight = stated.matches(Digester.of(stated.algorithm()).digest(body));
        return isRight ? null : new Failure.Unacceptable(stated.mismatch());
    }

    private static @Nullable Failure md5Mismatch(String claimed, byte[] body) {
        byte[] expected;
        try {
            expected = Base64.getDecoder().decode(claimed);
        } catch (IllegalArgumentException e) {
            return new Failure.Unacceptable(S3Error.of(S3ErrorCode.INVALID_DIGEST));
        }
        if (expected.length != 16) {
            return new Failure.Unacceptable(S3Error.of(S3ErrorCode.INVALID_DIGEST));
        }
        return MessageDigest.isEqual(expected, Digester.md5().digest(body))
                ? null
                : new Failure.Unacceptable(S3Error.of(S3ErrorCode.BAD_DIGEST));
    }

    private static Failure tooLarge() {
        return new Failure.Unacceptable(S3Error.of(S3ErrorCode.MAX_MESSAGE_LENGTH_EXCEEDED));
    }
}
