package dev.ose.s3.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.ose.s3.BucketName;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.chunked.ChunkedDecoder;
import dev.ose.s3.chunked.ChunkedDecoder.Step;
import dev.ose.s3.chunked.TrailingChecksum;
import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.document.CreateBucketConfiguration;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.JsonRequest;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.document.VersioningConfiguration;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.s3.xml.XmlRewriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Framed bodies and documents: every input is read or refused, and however it is cut, in the same way. */
class BodiesFuzzTest {

    private static final int PAYLOAD_BYTES = 5;

    private static final List<Consumer<byte[]>> READERS = List.of(
            CreateBucketConfiguration::read,
            DeleteRequest::read,
            CompleteMultipartUploadRequest::read,
            body -> Tagging.read(body, 10),
            VersioningConfiguration::read);

    private static final List<S3Operation> WITH_DOCUMENTS = List.of(
            new BucketOperation.DeleteObjects(new BucketName("bkt"), false),
            new BucketSubresource(new BucketName("bkt"), BucketSubresource.Action.PUT_BUCKET_ACL, null),
            new BucketSubresource(
                    new BucketName("bkt"), BucketSubresource.Action.PUT_BUCKET_LIFECYCLE_CONFIGURATION, null));

    /** The result of a framed body. */
    private record Outcome(boolean isComplete, String payload) {}

    @FuzzTest(maxDuration = "100s")
    void framedBodyHasOneMeaningHoweverItIsCut(byte[] bytes) {
        Outcome whole = decode(bytes, Math.max(1, bytes.length));

        assertThat(decode(bytes, 1).isComplete()).isEqualTo(whole.isComplete());
        if (whole.isComplete()) {
            assertThat(whole.payload()).hasSize(PAYLOAD_BYTES);
            assertThat(decode(bytes, 1)).isEqualTo(whole);
        }
    }

    private static Outcome decode(byte[] bytes, int pieceBytes) {
        ChunkedDecoder decoder =
                new ChunkedDecoder(PAYLOAD_BYTES, null, TrailingChecksum.passedOn(ChecksumAlgorithm.CRC32));
        StringBuilder payload = new StringBuilder();
        for (int start = 0; start < bytes.length; start += pieceBytes) {
            ByteBuffer piece = ByteBuffer.wrap(bytes, start, Math.min(pieceBytes, bytes.length - start));
            Step step = decoder.next(piece);
            while (step instanceof Step.Payload some) {
                while (some.bytes().hasRemaining()) {
                    payload.append((char) (some.bytes().get() & 0xff));
                }
                step = decoder.next(piece);
            }
            if (step instanceof Step.Refused) {
                return new Outcome(false, payload.toString());
            }
        }
        return new Outcome(decoder.finish() instanceof Step.Complete, payload.toString());
    }

    @FuzzTest(maxDuration = "100s")
    void documentIsReadOrRefused(byte[] bytes) {
        for (Consumer<byte[]> reader : READERS) {
            try {
                reader.accept(bytes);
            } catch (S3ErrorException refused) {
                assertThat(refused.error().status()).isBetween(400, 499);
            }
        }
    }

    @FuzzTest(maxDuration = "100s")
    void documentInJsonIsReadOrRefused(byte[] bytes) {
        for (S3Operation operation : WITH_DOCUMENTS) {
            try {
                JsonRequest.of(operation).orElseThrow().toXml(bytes);
            } catch (S3ErrorException refused) {
                assertThat(refused.error().status()).isIn(400, 501);
            }
        }
    }

    @FuzzTest(maxDuration = "100s")
    void documentIsRewrittenInOneWayHoweverItIsCut(byte[] bytes) throws IOException {
        String whole = rewrite(bytes, Math.max(1, bytes.length));

        assertThat(rewrite(bytes, 1)).isEqualTo(whole);
    }

    private static String rewrite(byte[] bytes, int pieceBytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        XmlRewriter rewriter = new XmlRewriter(List.of(XmlRewriteRule.of("a/b", text -> text + '!')), out);
        try {
            for (int start = 0; start < bytes.length; start += pieceBytes) {
                rewriter.write(bytes, start, Math.min(pieceBytes, bytes.length - start));
            }
            rewriter.finish();
        } catch (MalformedXmlException refused) {
            return "refused";
        }
        return out.toString(StandardCharsets.ISO_8859_1);
    }
}
