package dev.ose.server.s3.object;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.s3.relay.BodyCheck;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Proves that a body is the one whose SHA-256 was signed. */
final class DigestCheck implements BodyCheck {

    private final PayloadHash.Digest signed;
    private final Digester digester = Digester.of(ChecksumAlgorithm.SHA256);

    DigestCheck(PayloadHash.Digest signed) {
        this.signed = signed;
    }

    @Override
    public int take(ByteBuffer buffer, int start) {
        digester.update(buffer.duplicate().flip().position(start));
        return buffer.position();
    }

    @Override
    public void finish() throws IOException {
        if (!signed.matches(digester.value())) {
            throw BodyCheck.bad(S3Error.of(S3ErrorCode.X_AMZ_CONTENT_SHA256_MISMATCH));
        }
    }
}
