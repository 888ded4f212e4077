package dev.ose.s3.chunked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.chunked.ChunkedFault.BadTrailer;
import dev.ose.s3.chunked.ChunkedFault.BrokenFraming;
import dev.ose.s3.chunked.ChunkedFault.ChunkTooSmall;
import dev.ose.s3.chunked.ChunkedFault.UnreadableChecksum;
import dev.ose.s3.chunked.ChunkedFault.WrongChecksum;
import dev.ose.s3.chunked.ChunkedFault.WrongLength;
import dev.ose.s3.chunked.ChunkedFault.WrongSignature;
import dev.ose.s3.error.S3ErrorCode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedDecoderTest {

    /** The payload of both examples that AWS publishes, and their wire format. */
    private static final byte[] PUBLISHED = published();

    private static final String SEED = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
    private static final String TRAILER_SEED = "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e";
    private static final byte[] SIGNED = framed(
            "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
            "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
            "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
            "");
    private static final byte[] SIGNED_TRAILER = framed(
            "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2",
            "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7",
            "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992",
            String.join(
                    "\r\n",
                    "x-amz-checksum-crc32c:sOO8/Q==",
                    "x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435",
                    ""));

    private static byte[] published() {
        byte[] payload = new byte[65 * 1024];
        Arrays.fill(payload, (byte) 'a');
        return payload;
    }

    private static byte[] framed(String first, String second, String last, String trailer) {
        return PublishedUpload.bytes("10000;chunk-signature=" + first + "\r\n" + "a".repeat(65536) + "\r\n"
                + "400;chunk-signature=" + second + "\r\n" + "a".repeat(1024) + "\r\n"
                + "0;chunk-signature=" + last + "\r\n" + trailer + "\r\n");
    }

    private static ChunkedDecoder signed() {
        return new ChunkedDecoder(PUBLISHED.length, PublishedUpload.signaturesAfter(SEED), null);
    }

    private static ChunkedDecoder signedTrailer() {
        return new ChunkedDecoder(
                PUBLISHED.length,
                PublishedUpload.signaturesAfter(TRAILER_SEED),
                TrailingChecksum.verified(ChecksumAlgorithm.CRC32C));
    }

    private static ChunkedDecoder unsigned(long payloadBytes, @Nullable TrailingChecksum checksum) {
        return new ChunkedDecoder(payloadBytes, null, checksum);
    }

    @Test
    void publishedExamplesAreAccepted() {
        assertThat(Decoding.whole(signed(), SIGNED).payload()).isEqualTo(PUBLISHED);
        assertThat(Decoding.byteByByte(signed(), SIGNED).fault()).isNull();
        assertThat(Decoding.whole(signedTrailer(), SIGNED_TRAILER).payload()).isEqualTo(PUBLISHED);
        assertThat(Decoding.byteByByte(signedTrailer(), SIGNED_TRAILER).fault()).isNull();
    }

    /** Every byte of the framing, and some of each chunk; the letters of a size are the same in both cases. */
    @Test
    void anyOtherByteInThePublishedExampleIsNoticed() {
        for (int i = 0; i < SIGNED_TRAILER.length; i++) {
            boolean isDeepInAChunk = (i > 185 && i < 65536 + 80) || (i > 65536 + 300 && i < 65536 + 1150);
            if (isDeepInAChunk && i % 509 != 0) {
                continue;
            }
            byte[] mutated = SIGNED_TRAILER.clone();
            mutated[i] ^= 1;
            assertThat(Decoding.whole(signedTrailer(), mutated).fault())
                    .as("byte %d", i)
                    .isNotNull();
        }
    }

    @Test
    void aBodyCutAnywhereIsIncomplete() {
        for (int end = 0; end < SIGNED_TRAILER.length; end += end > 100 && end < 65000 ? 997 : 1) {
            assertThat(Decoding.whole(signedTrailer(), Arrays.copyOf(SIGNED_TRAILER, end))
                            .fault())
                    .as("cut at %d", end)
                    .isInstanceOfAny(BrokenFraming.class, BadTrailer.class);
        }
    }

    /** A chunk whose signature is wrong does not give its last piece out. */
    @Test
    void theEndOfAChunkWaitsForItsSignature() {
        byte[] mutated = SIGNED.clone();
        mutated[30] ^= 1;

        Decoding decoding = Decoding.whole(signed(), mutated);

        assertThat(decoding.fault()).isEqualTo(new WrongSignature());
        assertThat(decoding.payload()).isEmpty();
    }

    @Test
    void chunksOfAnotherRequestAreRefused() {
        ChunkedDecoder decoder =
                new ChunkedDecoder(PUBLISHED.length, PublishedUpload.signaturesAfter(TRAILER_SEED), null);

        assertThat(Decoding.whole(decoder, SIGNED).fault()).isEqualTo(new WrongSignature());
    }

    @Test
    void swappedChunksAreRefused() {
        byte[] data = new byte[3 * 8192];
        Arrays.fill(data, 8192, 2 * 8192, (byte) 1);
        byte[] wire = PublishedUpload.chunksAfter(SEED).chunks(data, 8192).end();
        int chunk = "2000;chunk-signature=".length() + 64 + 2 + 8192 + 2;
        byte[] swapped = wire.clone();
        System.arraycopy(wire, 0, swapped, chunk, chunk);
        System.arraycopy(wire, chunk, swapped, 0, chunk);

        ChunkedDecoder right = new ChunkedDecoder(data.length, PublishedUpload.signaturesAfter(SEED), null);
        ChunkedDecoder wrong = new ChunkedDecoder(data.length, PublishedUpload.signaturesAfter(SEED), null);
        assertThat(Decoding.whole(right, wire).payload()).isEqualTo(data);
        assertThat(Decoding.whole(wrong, swapped).fault()).isEqualTo(new WrongSignature());
    }

    /** An empty object takes 86 bytes when it is signed. */
    @Test
    void emptyBodiesAreAccepted() {
        byte[] empty = PublishedUpload.chunksAfter(SEED).chunk(new byte[0]).end();
        ChunkedDecoder decoder = new ChunkedDecoder(0, PublishedUpload.signaturesAfter(SEED), null);

        assertThat(empty).hasSize(86);
        assertThat(Decoding.byteByByte(decoder, empty).fault()).isNull();
        assertThat(Decoding.whole(
                                unsigned(0, TrailingChecksum.verified(ChecksumAlgorithm.CRC32)),
                                PublishedUpload.bytes("0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n"))
                        .fault())
                .isNull();
    }

    @Test
    void trailerAsMinioEndsItIsAccepted() {
        byte[] wire = PublishedUpload.chunksAfter(SEED)
                .chunks(PUBLISHED, 65536)
                .trailerOfMinio("x-amz-checksum-crc32c", "sOO8/Q==")
                .end();
        TrailingChecksum checksum = TrailingChecksum.passedOn(ChecksumAlgorithm.CRC32C);
        ChunkedDecoder decoder = new ChunkedDecoder(PUBLISHED.length, PublishedUpload.signaturesAfter(SEED), checksum);

        assertThat(Decoding.byteByByte(decoder, wire).fault()).isNull();
        assertThat(checksum.value()).isEqualTo("sOO8/Q==");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7\r\ncontent\r\n0\r\nx-amz-checksum-crc32:PsmPKw==\r\n\r\n",
                "7\r\ncontent\r\n0\r\nX-Amz-Checksum-Crc32:  PsmPKw==  \r\n\r\n",
                "7\r\ncontent\r\n0\r\n\r\nx-amz-checksum-crc32:PsmPKw==\r\n\r\n",
                "7\r\ncontent\r\n0\r\nx-amz-checksum-crc32:PsmPKw==\n\r\n\r\n",
                "7\r\ncontent\r\n0\r\nx-amz-checksum-crc32:PsmPKw==\r\n\r\n\r\n",
                "007;unknown;other=\"x\"\r\ncontent\r\n0\r\nx-amz-checksum-crc32:PsmPKw==\n\n"
            })
    void formsThatClientsSendAreAccepted(String wire) {
        ChunkedDecoder decoder = unsigned(7, TrailingChecksum.verified(ChecksumAlgorithm.CRC32));

        byte[] bytes = PublishedUpload.bytes(wire.replace("PsmPKw==", crc32OfContent()));
        assertThat(Decoding.byteByByte(decoder, bytes).fault()).isNull();
        ChunkedDecoder other = unsigned(7, TrailingChecksum.verified(ChecksumAlgorithm.CRC32));
        assertThat(Decoding.whole(other, bytes).payload()).isEqualTo(PublishedUpload.bytes("content"));
    }

    /** One empty line may follow the end of an unsigned trailer, and nothing else may follow any end. */
    @ParameterizedTest
    @ValueSource(strings = {"\r", "\n", "\r\r", "\n\r\n", "\r\n\r", "\r\n\r\n", "\r\nx", "x", "0\r\n\r\n"})
    void nothingElseFollowsTheEnd(String rest) {
        byte[] wire = PublishedUpload.bytes(
                "7\r\ncontent\r\n0\r\nx-amz-checksum-crc32:" + crc32OfContent() + "\r\n\r\n" + rest);

        for (boolean isInPieces : new boolean[] {true, false}) {
            ChunkedDecoder decoder = unsigned(7, TrailingChecksum.verified(ChecksumAlgorithm.CRC32));
            Decoding decoding = isInPieces ? Decoding.byteByByte(decoder, wire) : Decoding.whole(decoder, wire);
            assertThat(decoding.fault()).isEqualTo(new BrokenFraming());
        }
    }

    @Test
    void nothingFollowsTheEndOfSignedChunksOrOfABodyWithoutATrailer() {
        byte[] signedWire = Arrays.copyOf(SIGNED_TRAILER, SIGNED_TRAILER.length + 2);
        signedWire[signedWire.length - 2] = '\r';
        signedWire[signedWire.length - 1] = '\n';

        assertThat(Decoding.whole(signedTrailer(), signedWire).fault()).isEqualTo(new BrokenFraming());
        assertThat(Decoding.whole(unsigned(0, null), PublishedUpload.bytes("0\r\n\r\n\r\n"))
                        .fault())
                .isEqualTo(new BrokenFraming());
    }

    private static String crc32OfContent() {
        CRC32 crc = new CRC32();
        crc.update(PublishedUpload.bytes("content"));
        return Base64.getEncoder()
                .encodeToString(
                        ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7\\r\\ncontent\\r\\n0\\r\\nx-amz-checksum-crc32:AAAAAA==\\r\\n\\r\\n|BadDigest",
                "7\\r\\ncontent\\r\\n0\\r\\nx-amz-checksum-crc32:AAAA\\r\\n\\r\\n|InvalidRequest",
                "7\\r\\ncontent\\r\\n0\\r\\nx-amz-checksum-crc32:!\\r\\n\\r\\n|InvalidRequest",
                "7\\r\\ncontent\\r\\n0\\r\\nx-amz-checksum-sha1:AAAAAA==\\r\\n\\r\\n|MalformedTrailerError",
                "7\\r\\ncontent\\r\\n0\\r\\nx-amz-checksum-crc32:A\\r\\nx-amz-checksum-crc32:A\\r\\n\\r\\n|"
                        + "MalformedTrailerError",
                "7\\r\\ncontent\\r\\n0\\r\\nx-amz-trailer-signature:A\\r\\n\\r\\n|MalformedTrailerError",
                "7\\r\\ncontent\\r\\n0\\r\\nno colon\\r\\n\\r\\n|MalformedTrailerError",
                "7\\r\\ncontent\\r\\n0\\r\\n\\r\\n|MalformedTrailerError",
                "7\\r\\ncontent\\r\\n0\\r\\n\\r\\n\\r\\n\\r\\n|MalformedTrailerError",
                "7\\r\\ncontent\\r\\n0\\r\\nx-amz-checksum-crc32:|MalformedTrailerError",
                "7\\r\\ncontent\\r\\n1\\r\\na\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "8\\r\\ncontent!\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "6\\r\\nconten\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "6\\r\\nconten\\r\\n1\\r\\nt\\r\\n0\\r\\n\\r\\n|InvalidChunkSizeError",
                "7\\r\\ncontent|IncompleteBody",
                "7\\r\\ncontentX\\r\\n|IncompleteBody",
                "7\\r\\ncontent\\n0\\r\\n\\r\\n|IncompleteBody",
                "7\\ncontent\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "+7\\r\\ncontent\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "-7\\r\\ncontent\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "0x7\\r\\ncontent\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "' 7\\r\\ncontent\\r\\n0\\r\\n\\r\\n'|IncompleteBody",
                "\\r\\ncontent\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "10000000000000007\\r\\ncontent\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "ffffffffffff\\r\\ncontent\\r\\n0\\r\\n\\r\\n|IncompleteBody",
                "7;chunk-signature=a;chunk-signature=b\\r\\ncontent\\r\\n0\\r\\n\\r\\n|IncompleteBody"
            })
    void brokenBodiesAreRefused(String wire, String code) {
        byte[] bytes = PublishedUpload.bytes(wire.replace("\\r", "\r").replace("\\n", "\n"));

        Decoding whole = Decoding.whole(unsigned(7, TrailingChecksum.verified(ChecksumAlgorithm.CRC32)), bytes);
        Decoding inBytes = Decoding.byteByByte(unsigned(7, TrailingChecksum.verified(ChecksumAlgorithm.CRC32)), bytes);

        assertThat(codeOf(whole)).isEqualTo(code);
        assertThat(codeOf(inBytes)).isEqualTo(code);
    }

    @Nullable
    private static String codeOf(Decoding decoding) {
        return decoding.fault() == null ? null : decoding.fault().error().code().code();
    }

    @Test
    void faultsSayWhatAwsSays() {
        assertThat(new ChunkTooSmall(2, 1000).error().details())
                .containsEntry("Chunk", "2")
                .containsEntry("BadChunkSize", "1000");
        assertThat(new WrongLength(7, 6).error().message()).isEqualTo("The request body terminated unexpectedly");
        assertThat(new WrongChecksum(ChecksumAlgorithm.CRC32).error().code()).isEqualTo(S3ErrorCode.BAD_DIGEST);
        assertThat(new UnreadableChecksum(ChecksumAlgorithm.SHA1).error().message())
                .isEqualTo("Value for x-amz-checksum-sha1 trailing header is invalid.");
        assertThat(new WrongSignature().error().status()).isEqualTo(403);
    }

    @Test
    void bytesAfterTheEndAreRefused() {
        byte[] longer = Arrays.copyOf(SIGNED, SIGNED.length + 1);

        assertThat(Decoding.whole(signed(), longer).fault()).isEqualTo(new BrokenFraming());
        assertThat(Decoding.byteByByte(signed(), longer).fault()).isEqualTo(new BrokenFraming());
    }

    @Test
    void linesAreBounded() {
        byte[] endless = new byte[1 << 20];
        Arrays.fill(endless, (byte) '1');

        assertThat(Decoding.whole(unsigned(7, null), endless).fault()).isEqualTo(new BrokenFraming());
        assertThat(Decoding.whole(
                                unsigned(0, TrailingChecksum.verified(ChecksumAlgorithm.CRC32)),
                                PublishedUpload.bytes("0\r\nx-amz-checksum-crc32:" + "A".repeat(4096)))
                        .fault())
                .isEqualTo(new BrokenFraming());
    }

    @Test
    void unsignedChunksDoNotPassForSignedOnes() {
        ChunkedDecoder decoder = new ChunkedDecoder(7, PublishedUpload.signaturesAfter(SEED), null);

        assertThat(Decoding.whole(decoder, PublishedUpload.bytes("7\r\ncontent\r\n0\r\n\r\n"))
                        .fault())
                .isEqualTo(new WrongSignature());
    }

    @Test
    void unsignedTrailerDoesNotPassForASignedOne() {
        byte[] wire = PublishedUpload.chunksAfter(SEED)
                .chunks(PUBLISHED, 65536)
                .text("x-amz-checksum-crc32c:sOO8/Q==\r\n")
                .end();
        ChunkedDecoder decoder = new ChunkedDecoder(
                PUBLISHED.length,
                PublishedUpload.signaturesAfter(SEED),
                TrailingChecksum.verified(ChecksumAlgorithm.CRC32C));

        assertThat(Decoding.whole(decoder, wire).fault()).isEqualTo(new BadTrailer());
    }
}
