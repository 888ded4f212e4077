package dev.ose.s3.chunked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Bodies of every length, framed in every way, cut into pieces anywhere. */
class ChunkedPropertiesTest {

    private static final String SEED = "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e";

    @Property(tries = 300)
    void signedBodiesComeOutAsTheyWentIn(
            @ForAll @IntRange(max = 60_000) int size,
            @ForAll @IntRange(min = 8192, max = 70_000) int chunk,
            @ForAll ChecksumAlgorithm algorithm,
            @ForAll long seed) {
        byte[] payload = random(size, seed);
        byte[] wire = PublishedUpload.chunksAfter(SEED)
                .chunks(payload, chunk)
                .trailer(algorithm.header(), checksum(algorithm, payload))
                .end();

        Decoding decoding = Decoding.inRandomPieces(decoder(size, algorithm), wire, seed);

        assertThat(decoding.fault()).isNull();
        assertThat(decoding.payload()).isEqualTo(payload);
    }

    @Property(tries = 500)
    void noOtherByteAnywhere(
            @ForAll @IntRange(max = 20_000) int size,
            @ForAll ChecksumAlgorithm algorithm,
            @ForAll @IntRange(min = 1, max = 255) int change,
            @ForAll long seed) {
        byte[] payload = random(size, seed);
        byte[] wire = PublishedUpload.chunksAfter(SEED)
                .chunks(payload, 8192)
                .trailer(algorithm.header(), checksum(algorithm, payload))
                .end();
        byte[] mutated = wire.clone();
        int at = new Random(~seed).nextInt(wire.length);
        mutated[at] ^= (byte) change;

        Decoding decoding = Decoding.inRandomPieces(decoder(size, algorithm), mutated, seed);

        boolean isInTrailer = at >= startOfTrailer(wire);
        if (!meansTheSame(wire[at], mutated[at], isInTrailer)) {
            assertThat(decoding.fault()).as("byte %d of %d", at, wire.length).isNotNull();
        } else if (decoding.fault() == null) {
            assertThat(decoding.payload()).isEqualTo(payload);
        }
    }

    private static int startOfTrailer(byte[] wire) {
        return new String(wire, StandardCharsets.ISO_8859_1).lastIndexOf("x-amz-checksum-");
    }

    /**
     * Hexadecimal digits and names of fields may be in either case; white space around a value is not part of it. Some
     * clients send an empty line before the signature of the trailer, as a carriage return that became a line feed is.
     */
    private static boolean meansTheSame(byte was, byte is, boolean isInTrailer) {
        boolean isOtherCase = Character.isLetter(was) && (was ^ is) == 0x20;
        return isOtherCase || (was == '\r' && (is == ' ' || is == '\t' || (is == '\n' && isInTrailer)));
    }

    /** For any input, the decoder accepts or refuses in bounded steps, and never returns more than announced. */
    @Property(tries = 1000)
    void noiseIsRefused(@ForAll byte[] noise, @ForAll @IntRange(max = 100) int announced, @ForAll long seed) {
        Decoding decoding = Decoding.inRandomPieces(
                new ChunkedDecoder(announced, null, TrailingChecksum.verified(ChecksumAlgorithm.CRC32)), noise, seed);

        assertThat(decoding.payload().length).isLessThanOrEqualTo(announced);
        assertThat(decoding.fault()).isNotNull();
    }

    /** Noise composed of the tokens of the framing, which gets further. */
    @Property(tries = 3000)
    void almostFramingNeverPassesUnlessItIsWhole(@ForAll long seed) {
        String[] words = {
            "7", "0", "2000", ";", "chunk-signature=", "\r\n", "\r\n", "\n", "content", "x-amz-checksum-crc32:", "AAAA"
        };
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(14); i >= 0; i--) {
            text.append(words[random.nextInt(words.length)]);
        }

        Decoding decoding = Decoding.inRandomPieces(
                new ChunkedDecoder(7, null, null), PublishedUpload.bytes(text.toString()), seed);

        assertThat(decoding.payload().length).isLessThanOrEqualTo(7);
        if (decoding.fault() == null) {
            assertThat(text.toString()).matches("(?s)7(;[^\r\n]*)?\r\n.{7}\r\n0+(;[^\r\n]*)?\r\n\r?\n");
        }
    }

    @Property(tries = 300)
    void whatWeFrameIsWhatWeRead(
            @ForAll @IntRange(max = 3_000_000) int size, @ForAll ChecksumAlgorithm algorithm, @ForAll long seed) {
        byte[] payload = random(size, seed);
        TrailingChecksum stated = TrailingChecksum.passedOn(algorithm);
        assertThat(stated.state(checksum(algorithm, payload))).isNull();
        ChunkedEncoder encoder = new ChunkedEncoder(size, algorithm);

        byte[] wire = encode(encoder, payload, stated, new Random(seed));

        assertThat(wire.length).isEqualTo(encoder.framedBytes());
        Decoding decoding = Decoding.whole(new ChunkedDecoder(size, null, TrailingChecksum.verified(algorithm)), wire);
        assertThat(decoding.fault()).isNull();
        assertThat(decoding.payload()).isEqualTo(payload);
    }

    private static byte[] encode(ChunkedEncoder encoder, byte[] payload, TrailingChecksum stated, Random random) {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        int offset = 0;
        while (offset < payload.length) {
            wire.writeBytes(encoder.framing().array());
            int count = (int) Math.min(encoder.payloadRoomBytes(), 1 + random.nextInt(200_000));
            wire.write(payload, offset, count);
            encoder.passed(count);
            offset += count;
        }
        wire.writeBytes(encoder.end(stated).array());
        return wire.toByteArray();
    }

    private static ChunkedDecoder decoder(int size, ChecksumAlgorithm algorithm) {
        return new ChunkedDecoder(size, PublishedUpload.signaturesAfter(SEED), TrailingChecksum.verified(algorithm));
    }

    private static String checksum(ChecksumAlgorithm algorithm, byte[] payload) {
        Digester digester = Digester.of(algorithm);
        digester.update(ByteBuffer.wrap(payload));
        return Base64.getEncoder().encodeToString(digester.value());
    }

    private static byte[] random(int size, long seed) {
        byte[] payload = new byte[size];
        new Random(seed).nextBytes(payload);
        return payload;
    }
}
