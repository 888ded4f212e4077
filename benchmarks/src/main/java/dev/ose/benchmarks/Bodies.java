package dev.ose.benchmarks;

import dev.ose.adapter.Secret;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.testkit.SignedChunks;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** The bodies of a workload's requests: the object as it is, or in {@code aws-chunked} framing as SDKs put it. */
final class Bodies {

    private static final String CHECKSUM = "x-amz-checksum-crc32";

    /** The usual chunk of an SDK. */
    private static final int CHUNK_BYTES = 64 * 1024;

    private final BodyMode mode;
    private final byte[] content;
    private final String hash;
    private final String checksum;

    /** The body of all requests; for signed chunks without signatures. */
    private final ByteBuffer unsigned;

    Bodies(Workload workload, int connection) {
        ByteBuffer object = workload.requestBody(connection);
        mode = workload.mode();
        content = new byte[object.remaining()];
        object.duplicate().get(content);
        hash = mode == BodyMode.DIGEST
                ? HexFormat.of().formatHex(Digester.of(ChecksumAlgorithm.SHA256).digest(content))
                : mode.hash().wireValue();
        checksum = Base64.getEncoder()
                .encodeToString(Digester.of(ChecksumAlgorithm.CRC32).digest(content));
        unsigned = mode.isFramed() ? framed() : object;
    }

    /** The value of {@code x-amz-content-sha256}. */
    String hash() {
        return hash;
    }

    /** The headers of the framing. */
    List<HeaderField> headers() {
        if (!mode.isFramed()) {
            return List.of();
        }
        HeaderField coding = new HeaderField("Content-Encoding", "aws-chunked");
        HeaderField length = new HeaderField("x-amz-decoded-content-length", Integer.toString(content.length));
        return mode.hasTrailer()
                ? List.of(coding, length, new HeaderField("x-amz-trailer", CHECKSUM))
                : List.of(coding, length);
    }

    /** The length of each body: all signatures have the same length. */
    int lengthBytes() {
        return mode.isSigned() ? after(headOfNothing(), Secret.of("none")).remaining() : unsigned.remaining();
    }

    private static String headOfNothing() {
        return "\r\nx-amz-date: 20260101T000000Z\r\nAuthorization:"
                + " Credential=k/20260101/r/s3/aws4_request,Signature=0\r\n";
    }

    /** The body that belongs to a head, which the signatures in it begin with. */
    ByteBuffer after(String head, Secret secret) {
        if (!mode.isSigned()) {
            return unsigned;
        }
        SignedChunks chunks =
                secret.use(bytes -> SignedChunks.after(head, bytes)).chunks(content, CHUNK_BYTES);
        return direct((mode.hasTrailer() ? chunks.trailer(CHECKSUM, checksum) : chunks).end());
    }

    private ByteBuffer framed() {
        ByteArrayOutputStream wire = new ByteArrayOutputStream(content.length + CHUNK_BYTES);
        for (int start = 0; start < content.length; start += CHUNK_BYTES) {
            int length = Math.min(CHUNK_BYTES, content.length - start);
            wire.writeBytes(ascii(Integer.toHexString(length) + "\r\n"));
            wire.write(content, start, length);
            wire.writeBytes(ascii("\r\n"));
        }
        wire.writeBytes(ascii("0\r\n" + CHECKSUM + ':' + checksum + "\r\n\r\n"));
        return direct(wire.toByteArray());
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
