package dev.ose.adapter.minio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Secret;
import dev.ose.adapter.minio.SealedBody.Algorithm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that MinIO's own library made, and those that cannot be opened. */
class SealedBodyTest {

    private static final Secret PASSWORD = Secret.of("password");

    /** A line of the vectors; the body is empty if only its digest is known. */
    @SuppressWarnings("ArrayRecordComponent")
    record Vector(
            Secret password, Algorithm algorithm, byte[] plain, byte[] salt, byte[] nonce, String sha256, byte[] body) {

        static Vector read(String line) {
            String[] columns = line.split("\t", -1);
            HexFormat hex = HexFormat.of();
            byte[] body =
                    columns[6].equals("-") ? new byte[0] : Base64.getDecoder().decode(columns[6]);
            return new Vector(
                    Secret.of(Base64.getDecoder().decode(columns[0])),
                    Algorithm.find(Integer.parseInt(columns[1])).orElseThrow(),
                    pattern(Integer.parseInt(columns[2])),
                    hex.parseHex(columns[3]),
                    hex.parseHex(columns[4]),
                    columns[5],
                    body);
        }

        @Override
        public String toString() {
            return plain.length + " bytes by " + algorithm;
        }
    }

    static List<Vector> vectors() throws IOException {
        try (InputStream file = Objects.requireNonNull(SealedBodyTest.class.getResourceAsStream("sealed-bodies.tsv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Vector::read)
                    .toList();
        }
    }

    @Test
    void vectorsHaveEveryAlgorithmAndMoreThanOneFragment() throws IOException {
        assertThat(vectors()).extracting(Vector::algorithm).contains(Algorithm.values());
        assertThat(vectors()).anyMatch(vector -> vector.plain().length == 16_384);
        assertThat(vectors()).anyMatch(vector -> vector.plain().length > 32_768);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void bodyIsTheOneOfTheOtherLibrary(Vector vector) throws GeneralSecurityException {
        byte[] sealed =
                SealedBody.seal(vector.password(), vector.plain(), vector.algorithm(), vector.salt(), vector.nonce());

        assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(sealed)))
                .isEqualTo(vector.sha256());
        byte[] theirs = vector.body().length == 0 ? sealed : vector.body();
        assertThat(SealedBody.open(vector.password(), theirs)).isEqualTo(vector.plain());
    }

    @Test
    void saltAndNonceAreNewForEachBody() {
        SecureRandom random = new SecureRandom();

        byte[] one = SealedBody.seal(PASSWORD, pattern(1), random);
        byte[] other = SealedBody.seal(PASSWORD, pattern(1), random);

        assertThat(Arrays.copyOf(one, 32)).isNotEqualTo(Arrays.copyOf(other, 32));
        assertThat(Arrays.copyOfRange(one, 33, 41)).isNotEqualTo(Arrays.copyOfRange(other, 33, 41));
    }

    @Test
    void anotherPasswordOpensNothing() {
        byte[] sealed = fastSeal(pattern(10));

        assertThatThrownBy(() -> SealedBody.open(Secret.of("passwore"), sealed))
                .isInstanceOf(GeneralSecurityException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31, 32, 33, 41, 50, 16_500, -1})
    void changedByteIsNoticed(int position) {
        byte[] sealed = fastSeal(pattern(16_500));
        sealed[position < 0 ? sealed.length - 1 : position] ^= 1;

        assertThatThrownBy(() -> SealedBody.open(PASSWORD, sealed)).isInstanceOf(GeneralSecurityException.class);
    }

    static Stream<Integer> lengths() {
        int whole = fastSeal(pattern(40_000)).length;
        int fragment = 16 * 1024 + 16;
        return Stream.of(0, 1, 40, 41, 56, 41 + fragment, 41 + 2 * fragment, whole - 1);
    }

    /** One that ends behind a whole fragment, too: that is not the last one. */
    @ParameterizedTest
    @MethodSource("lengths")
    void shortenedBodyIsNoticed(int length) {
        byte[] shortened = Arrays.copyOf(fastSeal(pattern(40_000)), length);

        assertThatThrownBy(() -> SealedBody.open(PASSWORD, shortened)).isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void exchangedFragmentsAreNoticed() {
        byte[] sealed = fastSeal(pattern(40_000));
        int fragment = 16 * 1024 + 16;
        byte[] exchanged = sealed.clone();
        System.arraycopy(sealed, 41, exchanged, 41 + fragment, fragment);
        System.arraycopy(sealed, 41 + fragment, exchanged, 41, fragment);

        assertThatThrownBy(() -> SealedBody.open(PASSWORD, exchanged)).isInstanceOf(GeneralSecurityException.class);
    }

    private static byte[] fastSeal(byte[] plain) {
        return SealedBody.seal(PASSWORD, plain, Algorithm.PBKDF2_AES_GCM, new byte[32], new byte[8]);
    }

    private static byte[] pattern(int length) {
        byte[] plain = new byte[length];
        for (int i = 0; i < length; i++) {
            plain[i] = (byte) (7 * i % 251);
        }
        return plain;
    }
}
