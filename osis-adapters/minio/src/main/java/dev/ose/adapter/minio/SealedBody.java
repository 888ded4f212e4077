package dev.ose.adapter.minio;

import dev.ose.adapter.Secret;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.PKCS5S2ParametersGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.bouncycastle.crypto.params.KeyParameter;

/**
 * Bodies of the admin API that are encrypted with the administrator's secret key: 32 bytes of salt, a byte that names
 * the algorithm, 8 bytes of nonce, and fragments of up to 16 KiB with their tags. Each fragment's nonce ends with its
 * number from 1, in 4 little-endian bytes. What is authenticated beside it is a byte, {@code 0x80} for the last
 * fragment and {@code 0} for others, and the tag of nothing at all with the number 0.
 *
 * @see <a href="https://github.com/minio/madmin-go/blob/main/encrypt.go">EncryptData and DecryptData</a>
 * @see <a href="https://github.com/secure-io/sio-go">The fragments</a>
 */
final class SealedBody {

    private static final int SALT_BYTES = 32;
    private static final int NONCE_BYTES = 8;
    private static final int HEADER_BYTES = SALT_BYTES + 1 + NONCE_BYTES;
    private static final int FRAGMENT_BYTES = 16 * 1024;
    private static final int TAG_BYTES = 16;
    private static final int BITS_OF_A_BYTE = 8;
    private static final int KEY_BYTES = 32;
    private static final byte LAST = (byte) 0x80;

    private static final int MEMORY_KIB = 64 * 1024;
    private static final int LANES = 4;
    private static final int ROUNDS = 8192;

    /** How a body is encrypted, and the byte in it that says so. */
    enum Algorithm {
        ARGON2ID_AES_GCM(0, "AES/GCM/NoPadding", "AES"),
        ARGON2ID_CHACHA20_POLY1305(1, "ChaCha20-Poly1305", "ChaCha20"),
        PBKDF2_AES_GCM(2, "AES/GCM/NoPadding", "AES");

        private final int id;
        private final String cipher;
        private final String key;

        Algorithm(int id, String cipher, String key) {
            this.id = id;
            this.cipher = cipher;
            this.key = key;
        }

        static Optional<Algorithm> find(int id) {
            return Stream.of(values()).filter(algorithm -> algorithm.id == id).findFirst();
        }

        private AlgorithmParameterSpec parameters(byte[] nonce) {
            return this == ARGON2ID_CHACHA20_POLY1305
                    ? new IvParameterSpec(nonce)
                    : new GCMParameterSpec(TAG_BYTES * BITS_OF_A_BYTE, nonce);
        }

        private byte[] derive(Secret password, byte[] salt) {
            return password.use(bytes -> this == PBKDF2_AES_GCM ? pbkdf2(bytes, salt) : argon2id(bytes, salt));
        }
    }

    private SealedBody() {}

    /** Encrypts. Takes 64 MiB and some 0.1 s of a processor; such calls wait for one another. */
    static byte[] seal(Secret password, byte[] plain, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(salt);
        random.nextBytes(nonce);
        return seal(password, plain, Algorithm.ARGON2ID_AES_GCM, salt, nonce);
    }

    /** Encrypts with this salt and nonce, which must not have been used before. */
    static byte[] seal(Secret password, byte[] plain, Algorithm algorithm, byte[] salt, byte[] nonce) {
        byte[] key = algorithm.derive(password, salt);
        ByteArrayOutputStream sealed = new ByteArrayOutputStream(HEADER_BYTES + plain.length + TAG_BYTES);
        sealed.writeBytes(salt);
        sealed.write(algorithm.id);
        sealed.writeBytes(nonce);
        try {
            Fragments fragments = Fragments.of(algorithm, key, nonce, Cipher.ENCRYPT_MODE);
            int from = 0;
            do {
                int size = Math.min(FRAGMENT_BYTES, plain.length - from);
                sealed.writeBytes(fragments.next(plain, from, size, from + size == plain.length));
                from += size;
            } while (from < plain.length);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime lacks " + algorithm, e);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
        return sealed.toByteArray();
    }

    /**
     * Decrypts, at the cost of {@link #seal}.
     *
     * @throws GeneralSecurityException if it is not whole, or was not encrypted with this password
     */
    static byte[] open(Secret password, byte[] sealed) throws GeneralSecurityException {
        int id = sealed.length < HEADER_BYTES + TAG_BYTES ? -1 : sealed[SALT_BYTES];
        Algorithm named =
                Algorithm.find(id).orElseThrow(() -> new GeneralSecurityException("not a body that is encrypted"));
        byte[] key = named.derive(password, Arrays.copyOf(sealed, SALT_BYTES));
        try {
            byte[] nonce = Arrays.copyOfRange(sealed, SALT_BYTES + 1, HEADER_BYTES);
            Fragments fragments = Fragments.of(named, key, nonce, Cipher.DECRYPT_MODE);
            ByteArrayOutputStream plain = new ByteArrayOutputStream(sealed.length);
            int from = HEADER_BYTES;
            do {
                int size = Math.min(FRAGMENT_BYTES + TAG_BYTES, sealed.length - from);
                plain.writeBytes(fragments.next(sealed, from, size, from + size == sealed.length));
                from += size;
            } while (from < sealed.length);
            return plain.toByteArray();
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    /** One after the other; each cipher is used once, since a nonce is good for one fragment. */
    private static final class Fragments {

        private final Algorithm algorithm;
        private final SecretKeySpec key;
        private final ByteBuffer nonce;
        private final int mode;

        /** A byte for the place, and the tag of nothing. */
        private final byte[] authenticated = new byte[1 + TAG_BYTES];

        private int number;

        private Fragments(Algorithm algorithm, byte[] key, byte[] nonce, int mode) {
            this.algorithm = algorithm;
            this.key = new SecretKeySpec(key, algorithm.key);
            this.nonce = ByteBuffer.allocate(NONCE_BYTES + Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(nonce);
            this.mode = mode;
        }

        static Fragments of(Algorithm algorithm, byte[] key, byte[] nonce, int mode) throws GeneralSecurityException {
            Fragments fragments = new Fragments(algorithm, key, nonce, mode);
            byte[] tag = fragments.cipher(Cipher.ENCRYPT_MODE).doFinal();
            System.arraycopy(tag, 0, fragments.authenticated, 1, TAG_BYTES);
            return fragments;
        }

        byte[] next(byte[] from, int offset, int size, boolean isLast) throws GeneralSecurityException {
            number++;
            authenticated[0] = isLast ? LAST : 0;
            Cipher cipher = cipher(mode);
            cipher.updateAAD(authenticated);
            return cipher.doFinal(from, offset, size);
        }

        private Cipher cipher(int forMode) throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance(algorithm.cipher);
            nonce.putInt(NONCE_BYTES, number);
            cipher.init(forMode, key, algorithm.parameters(nonce.array().clone()));
            return cipher;
        }
    }

    /** Synchronized, because each call takes 64 MiB. */
    private static synchronized byte[] argon2id(byte[] password, byte[] salt) {
        byte[] key = new byte[KEY_BYTES];
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(MEMORY_KIB)
                .withIterations(1)
                .withParallelism(LANES)
                .withSalt(salt)
                .build());
        generator.generateBytes(password, key);
        return key;
    }

    private static byte[] pbkdf2(byte[] password, byte[] salt) {
        PKCS5S2ParametersGenerator generator = new PKCS5S2ParametersGenerator(new SHA256Digest());
        generator.init(password, salt, ROUNDS);
        KeyParameter key = (KeyParameter) generator.generateDerivedMacParameters(KEY_BYTES * BITS_OF_A_BYTE);
        return key.getKey();
    }
}
