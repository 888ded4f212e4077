package dev.ose.server.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.chunked.ChunkedDecoder;
import dev.ose.s3.chunked.ChunkedEncoder;
import dev.ose.s3.chunked.TrailingChecksum;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.BodySource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Decoding and encoding of framing, with arbitrary pieces and room. */
class FramedSourcesTest {

    private static final ChecksumAlgorithm CRC = ChecksumAlgorithm.CRC32C;

    @Property(tries = 300)
    void objectComesOutOfItsFraming(@ForAll @IntRange(max = 200_000) int size, @ForAll long seed) throws IOException {
        byte[] object = random(size, seed);

        byte[] read = readAll(decoded(framed(object, checksum(object)), size, seed), seed);

        assertThat(read).isEqualTo(object);
    }

    @Property(tries = 300)
    void lastByteStaysBackIfTheChecksumIsWrong(@ForAll @IntRange(max = 100_000) int size, @ForAll long seed) {
        byte[] object = random(size, seed);
        CheckedSource source = decoded(framed(object, "AAAAAA=="), size, seed);
        ByteArrayOutputStream given = new ByteArrayOutputStream();
        if (checksum(object).equals("AAAAAA==")) {
            return;
        }

        assertThatThrownBy(() -> readAll(source, seed, given))
                .isInstanceOf(IOException.class)
                .cause()
                .isInstanceOfSatisfying(FailureException.class, bad -> assertThat(bad.failure())
                        .isInstanceOfSatisfying(
                                Failure.Unacceptable.class,
                                why -> assertThat(why.error().code()).isEqualTo(S3ErrorCode.BAD_DIGEST)));
        assertThat(given.size()).isLessThanOrEqualTo(Math.max(0, size - 1));
    }

    @Property(tries = 200)
    void objectIsFramedAnew(@ForAll @IntRange(max = 2_500_000) int size, @ForAll long seed) throws IOException {
        byte[] object = random(size, seed);
        byte[] wire = framed(object, checksum(object));
        TrailingChecksum stated = TrailingChecksum.passedOn(CRC);
        CheckedSource decoded =
                new CheckedSource(new Drip(wire, seed), new FramingCheck(new ChunkedDecoder(size, null, stated)), size);
        ReframedSource source = new ReframedSource(decoded, size, stated);

        byte[] read = readAll(source, seed);

        assertThat(read).isEqualTo(wire);
        assertThat(source.framedBytes()).isEqualTo(read.length);
    }

    @Property(tries = 200)
    void objectWithTheSignedDigestComesOut(@ForAll @IntRange(max = 200_000) int size, @ForAll long seed)
            throws IOException {
        byte[] object = random(size, seed);

        assertThat(readAll(digested(object, object, seed), seed)).isEqualTo(object);
    }

    @Property(tries = 200)
    void lastByteStaysBackIfTheDigestIsAnother(@ForAll @IntRange(max = 100_000) int size, @ForAll long seed) {
        byte[] object = random(size, seed);
        byte[] other = random(size + 1, seed);
        ByteArrayOutputStream given = new ByteArrayOutputStream();

        assertThatThrownBy(() -> readAll(digested(object, other, seed), seed, given))
                .isInstanceOf(IOException.class)
                .cause()
                .isInstanceOfSatisfying(FailureException.class, bad -> assertThat(bad.failure())
                        .isInstanceOfSatisfying(Failure.Unacceptable.class, why -> assertThat(
                                        why.error().code())
                                .isEqualTo(S3ErrorCode.X_AMZ_CONTENT_SHA256_MISMATCH)));
        assertThat(given.size()).isLessThanOrEqualTo(Math.max(0, size - 1));
    }

    private static CheckedSource digested(byte[] object, byte[] signed, long seed) {
        return new CheckedSource(new Drip(object, seed), new DigestCheck(PayloadHash.Digest.of(signed)), object.length);
    }

    private static CheckedSource decoded(byte[] wire, int size, long seed) {
        ChunkedDecoder decoder = new ChunkedDecoder(size, null, TrailingChecksum.verified(CRC));
        return new CheckedSource(new Drip(wire, seed), new FramingCheck(decoder), size);
    }

    private static byte[] framed(byte[] object, String checksum) {
        ChunkedEncoder encoder = new ChunkedEncoder(object.length, CRC);
        TrailingChecksum stated = TrailingChecksum.passedOn(CRC);
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        for (int start = 0; start < object.length; ) {
            wire.writeBytes(encoder.framing().array());
            int count = (int) encoder.payloadRoomBytes();
            wire.write(object, start, count);
            encoder.passed(count);
            start += count;
        }
        String empty = new String(encoder.end(stated).array(), StandardCharsets.ISO_8859_1);
        wire.writeBytes(empty.replace("crc32c:", "crc32c:" + checksum).getBytes(StandardCharsets.ISO_8859_1));
        return wire.toByteArray();
    }

    private static byte[] readAll(BodySource source, long seed) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        readAll(source, seed, read);
        return read.toByteArray();
    }

    private static void readAll(BodySource source, long seed, ByteArrayOutputStream read) throws IOException {
        Random random = new Random(~seed);
        ByteBuffer buffer = ByteBuffer.allocateDirect(70_000);
        while (true) {
            int room = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 1 + random.nextInt(65_000);
            int at = random.nextInt(100);
            buffer.clear().position(at).limit(at + room);
            int count = source.read(buffer);
            if (count < 0) {
                return;
            }
            assertThat(buffer.position()).isEqualTo(at + count);
            byte[] bytes = new byte[count];
            buffer.get(at, bytes);
            read.writeBytes(bytes);
        }
    }

    private static String checksum(byte[] object) {
        Digester digester = Digester.of(CRC);
        digester.update(ByteBuffer.wrap(object));
        return Base64.getEncoder().encodeToString(digester.value());
    }

    private static byte[] random(int size, long seed) {
        byte[] object = new byte[size];
        new Random(seed).nextBytes(object);
        return object;
    }

    /** Returns its bytes in pieces of random size, and sometimes none. */
    private static final class Drip implements BodySource {

        private final byte[] bytes;
        private final Random random;
        private int offset;

        Drip(byte[] bytes, long seed) {
            this.bytes = Arrays.copyOf(bytes, bytes.length);
            this.random = new Random(seed);
        }

        @Override
        public int read(ByteBuffer destination) {
            if (offset == bytes.length) {
                return -1;
            }
            int most = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(60_000);
            int count = Math.min(Math.min(most, destination.remaining()), bytes.length - offset);
            destination.put(bytes, offset, count);
            offset += count;
            return count;
        }

        @Override
        public void onReadable(Runnable listener) {}

        @Override
        public void resumeReads() {}

        @Override
        public void suspendReads() {}

        @Override
        public void abort() {}
    }
}
