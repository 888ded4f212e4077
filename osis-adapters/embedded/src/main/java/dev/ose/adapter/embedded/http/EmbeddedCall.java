package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.file.FileStore;
import dev.ose.adapter.embedded.file.IncomingFile;
import dev.ose.adapter.embedded.store.StoreCaller;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.BucketName;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.chunked.ChunkedDecoder;
import dev.ose.s3.chunked.ChunkedDecoder.Step;
import dev.ose.s3.chunked.ChunkedFault;
import dev.ose.s3.chunked.TrailingChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.sigv4.PayloadHash;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** An authorised request and its body. */
record EmbeddedCall(
        WireRequest request, EmbeddedAuthenticator.Authenticated authenticated, Admission admission, BodyReader body) {

    /** The largest object or part that one request may carry. */
    static final long MAX_BODY_BYTES = 5L << 30;

    private static final int MAX_DOCUMENT_BYTES = 2 << 20;
    private static final int MAX_LENGTH_DIGITS = 15;
    private static final long MAX_FRAMED_BYTES = MAX_BODY_BYTES + (MAX_BODY_BYTES >> 3);

    StoreCaller caller() {
        return authenticated.caller();
    }

    /** One of the buckets that the operation names. */
    StoredBucket bucket(BucketName name) {
        return admission.bucket(name);
    }

    private PayloadHash payloadHash() {
        return authenticated.payloadHash();
    }

    private boolean isFramed() {
        return payloadHash() instanceof PayloadHash.Mode mode && mode.isStreaming();
    }

    /** The conditions of the request itself. */
    ConditionalHeaders conditions() {
        return new ConditionalHeaders(
                request.get("if-match"),
                request.get("if-none-match"),
                request.get("if-modified-since"),
                request.get("if-unmodified-since"));
    }

    /** The conditions of the request on the source of a copy. */
    ConditionalHeaders sourceConditions() {
        return new ConditionalHeaders(
                request.get("x-amz-copy-source-if-match"),
                request.get("x-amz-copy-source-if-none-match"),
                request.get("x-amz-copy-source-if-modified-since"),
                request.get("x-amz-copy-source-if-unmodified-since"));
    }

    /** Reads the whole document and verifies the stated digests. */
    byte[] readDocument(boolean mustStateDigest) throws IOException {
        BodyChecks checks = BodyChecks.ofObject(request, payloadHash(), null);
        if (mustStateDigest && !checks.isStated()) {
            throw new S3ErrorException(
                    S3Error.of(S3ErrorCode.INVALID_REQUEST, "Missing required header for this request: Content-MD5"));
        }
        return readDocument(checks);
    }

    /** Reads a document whose checksum headers are not about the document. */
    byte[] readDocumentOfObject() throws IOException {
        return readDocument(BodyChecks.ofDocument(request, payloadHash()));
    }

    private byte[] readDocument(BodyChecks checks) throws IOException {
        refuseFraming();
        long length = contentLength();
        if (length > MAX_DOCUMENT_BYTES) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_XML));
        }
        ByteArrayOutputStream document = new ByteArrayOutputStream((int) length);
        body.readExactly(length, piece -> {
            checks.digesters().forEach(digester -> digester.update(piece));
            byte[] bytes = new byte[piece.remaining()];
            piece.get(bytes);
            document.writeBytes(bytes);
        });
        checks.verify();
        return document.toByteArray();
    }

    /** The bytes of an object or part, in a file that is not published yet. */
    record Received(IncomingFile file, BodyChecks.Result result) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** Writes the body to a file and verifies it; a refused body leaves no file. */
    Received receive(FileStore files, @Nullable ChecksumAlgorithm fallback, boolean isEncrypted) throws IOException {
        BodyChecks checks = BodyChecks.ofObject(request, payloadHash(), fallback);
        long length = bodyLength();
        IncomingFile file =
                isEncrypted ? files.receiveEncrypted(checks.digesters(), length) : files.receive(checks.digesters());
        try {
            if (isFramed()) {
                readChunks(length, checks, file);
            } else {
                body.readExactly(length, file::write);
            }
            return new Received(file, checks.verify());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** The size of the object; refuses a request without one, or above the limit. */
    private long bodyLength() {
        long length;
        if (isFramed()) {
            length = number(request.text("x-amz-decoded-content-length"));
            // With chunked transfer coding the body has no Content-Length; the framing bounds it.
            if (request.get("content-length") != null && contentLength() > MAX_FRAMED_BYTES) {
                throw tooLarge(length);
            }
        } else {
            refuseFraming();
            length = contentLength();
        }
        if (length > MAX_BODY_BYTES) {
            throw tooLarge(length);
        }
        return length;
    }

    private void readChunks(long length, BodyChecks checks, IncomingFile file) throws IOException {
        TrailingChecksum trailer = announcedTrailer();
        ChunkedDecoder decoder = new ChunkedDecoder(length, authenticated.chunks(), trailer);
        body.readToEnd(piece -> write(decoder, piece, file));
        if (decoder.finish() instanceof Step.Refused(ChunkedFault fault)) {
            throw new S3ErrorException(fault.error());
        }
        if (trailer != null) {
            checks.expectTrailer(trailer.algorithm(), trailer.value());
        }
    }

    /** The announced checksum of the trailer; null if there is none. */
    private @Nullable TrailingChecksum announcedTrailer() {
        String name = request.get("x-amz-trailer");
        if (name == null) {
            return null;
        }
        return TrailingChecksum.passedOn(ChecksumAlgorithm.ofHeader(name.strip())
                .orElseThrow(() -> new S3ErrorException(S3Error.of(
                        S3ErrorCode.INVALID_REQUEST,
                        "The value specified in the x-amz-trailer header is not supported"))));
    }

    private static void write(ChunkedDecoder decoder, ByteBuffer piece, IncomingFile file) throws IOException {
        Step step = decoder.next(piece);
        while (step instanceof Step.Payload(ByteBuffer bytes)) {
            file.write(bytes);
            step = decoder.next(piece);
        }
        if (step instanceof Step.Refused(ChunkedFault fault)) {
            throw new S3ErrorException(fault.error());
        }
    }

    private void refuseFraming() {
        if (isFramed()) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED)
                    .with("Header", "x-amz-content-sha256")
                    .with("Value", payloadHash().wireValue()));
        }
    }

    private long contentLength() {
        return number(request.text("content-length"));
    }

    private static long number(String digits) {
        boolean valid = !digits.isEmpty()
                && digits.length() <= MAX_LENGTH_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!valid) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.MISSING_CONTENT_LENGTH));
        }
        return Long.parseLong(digits);
    }

    private static S3ErrorException tooLarge(long length) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.ENTITY_TOO_LARGE)
                .with("ProposedSize", Long.toString(length))
                .with("MaxSizeAllowed", Long.toString(MAX_BODY_BYTES)));
    }
}
