package dev.ose.adapter.embedded.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.keyring.Keyring;
import dev.ose.keyring.KeyringException;
import dev.ose.s3.checksum.Digester;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptedFileTest {

    private static final int FRAME = 65_536;
    private static final int ENCRYPTED_FRAME = FRAME + 16;

    @TempDir
    Path directory;

    private FileStore store;

    @BeforeEach
    void open() throws IOException {
        store = FileStore.open(directory.resolve("data"), Keyring.open(directory.resolve("keys")));
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, FRAME - 1, FRAME, FRAME + 1, 2 * FRAME, 2 * FRAME + 1, 300_000})
    void bytesAreReadAsWrittenFromEveryPosition(int size) throws IOException {
        byte[] bytes = random(size);
        StoredFile file = stored(bytes);

        assertThat(Files.size(path(file))).isEqualTo(size + Math.ceilDiv(size, FRAME) * 16L);
        try (FileLease lease = store.lease(List.of(file)).orElseThrow();
                FileContent content = lease.open(file.id())) {
            for (int position : new int[] {0, 1, FRAME - 1, FRAME, FRAME + 1, size / 2, size - 1}) {
                if (position < size) {
                    assertThat(read(content, position, size)).isEqualTo(Arrays.copyOfRange(bytes, position, size));
                }
            }
        }
    }

    @Test
    void emptyFileIsOneEmptyFrame() throws IOException {
        StoredFile file = stored(new byte[0]);

        assertThat(Files.size(path(file))).isEqualTo(16);
        assertThat(file.sizeBytes()).isZero();
    }

    @Test
    void digestersGetTheBytesBeforeEncryption() throws IOException, NoSuchAlgorithmException {
        byte[] bytes = random(100_000);
        Digester md5 = Digester.md5();

        try (IncomingFile incoming = store.receiveEncrypted(List.of(md5), bytes.length)) {
            incoming.write(ByteBuffer.wrap(bytes));
            incoming.publish();
        }

        assertThat(md5.value()).isEqualTo(MessageDigest.getInstance("MD5").digest(bytes));
    }

    @Test
    void equalBytesAreEncryptedDifferently() throws IOException {
        byte[] bytes = new byte[2 * FRAME];

        byte[] one = Files.readAllBytes(path(stored(bytes)));
        byte[] other = Files.readAllBytes(path(stored(bytes)));

        assertThat(one).isNotEqualTo(other);
        assertThat(Arrays.copyOf(one, FRAME)).isNotEqualTo(Arrays.copyOfRange(one, ENCRYPTED_FRAME, one.length - 16));
    }

    @Test
    void copyIsReadWhenItsSourceIsGone() throws IOException {
        byte[] bytes = random(100_000);
        StoredFile source = stored(bytes);
        StoredFile copy;
        try (IncomingFile incoming = store.duplicate(source)) {
            copy = incoming.publish();
            incoming.keep();
        }
        store.delete(List.of(source.id()));

        assertThat(read(copy)).isEqualTo(bytes);
        assertThat(copy.key()).isNotNull();
    }

    @Test
    void keyOfAnotherFileIsRefused() throws IOException {
        StoredFile one = stored(random(10));
        StoredFile other = stored(random(10));

        assertThatThrownBy(() -> store.lease(List.of(new StoredFile(one.id(), 10, other.key()))))
                .isInstanceOf(KeyringException.class);
    }

    @Test
    void fileIsNotReadWithAnotherKeyFileAndTheErrorNamesTheCause() throws IOException {
        StoredFile file = stored(random(10));
        store.close();
        store = FileStore.open(directory.resolve("data"), Keyring.open(directory.resolve("other-keys")));

        assertThatThrownBy(() -> store.lease(List.of(file)))
                .isInstanceOf(KeyringException.class)
                .hasMessageContaining("does not open with this node's key file");
    }

    @Test
    void alteredByteIsDetectedAndOtherFramesAreRead() throws IOException {
        byte[] bytes = random(3 * FRAME);
        StoredFile file = stored(bytes);
        byte[] encrypted = Files.readAllBytes(path(file));
        encrypted[ENCRYPTED_FRAME + 5] ^= 1;
        Files.write(path(file), encrypted);

        try (FileLease lease = store.lease(List.of(file)).orElseThrow();
                FileContent content = lease.open(file.id())) {
            ByteBuffer into = ByteBuffer.allocate(FRAME);
            assertThat(content.read(into, 0)).isEqualTo(FRAME);
            assertThat(into.array()).isEqualTo(Arrays.copyOf(bytes, FRAME));
            assertThatThrownBy(() -> content.read(into.clear(), FRAME + 100))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining(file.id().fileName());
            assertThat(content.read(into.clear(), 2 * FRAME)).isEqualTo(FRAME);
        }
    }

    @Test
    void fileThatWasCutOffIsDetected() throws IOException {
        StoredFile file = stored(random(3 * FRAME));
        byte[] encrypted = Files.readAllBytes(path(file));

        for (int size : new int[] {2 * ENCRYPTED_FRAME, 2 * ENCRYPTED_FRAME + 15, 2 * ENCRYPTED_FRAME + 20}) {
            Files.write(path(file), Arrays.copyOf(encrypted, size));

            assertThatThrownBy(() -> read(file)).isInstanceOf(DamagedFileException.class);
        }
    }

    @Test
    void framesThatWereSwappedOrAddedAreDetected() throws IOException {
        StoredFile file = stored(random(3 * FRAME));
        byte[] encrypted = Files.readAllBytes(path(file));
        byte[] swapped = encrypted.clone();
        System.arraycopy(encrypted, 0, swapped, ENCRYPTED_FRAME, ENCRYPTED_FRAME);
        byte[] longer = Arrays.copyOf(encrypted, 4 * ENCRYPTED_FRAME);

        for (byte[] damaged : List.of(swapped, longer)) {
            Files.write(path(file), damaged);

            assertThatThrownBy(() -> read(file)).isInstanceOf(DamagedFileException.class);
        }
    }

    private StoredFile stored(byte[] bytes) throws IOException {
        try (IncomingFile incoming = store.receiveEncrypted(List.of(), bytes.length)) {
            ByteBuffer all = ByteBuffer.wrap(bytes);
            while (all.hasRemaining()) {
                int count = Math.min(all.remaining(), 10_007);
                incoming.write(all.slice(all.position(), count));
                all.position(all.position() + count);
            }
            StoredFile file = incoming.publish();
            incoming.keep();
            return file;
        }
    }

    private byte[] read(StoredFile file) throws IOException {
        try (FileLease lease = store.lease(List.of(file)).orElseThrow();
                FileContent content = lease.open(file.id())) {
            return read(content, 0, file.sizeBytes());
        }
    }

    private static byte[] read(FileContent content, long from, long end) throws IOException {
        ByteBuffer into = ByteBuffer.allocate((int) (end - from));
        while (into.hasRemaining()) {
            content.read(into, from + into.position());
        }
        return into.array();
    }

    private Path path(StoredFile file) {
        String name = file.id().fileName();
        return directory
                .resolve("data/objects")
                .resolve(name.substring(0, 2))
                .resolve(name.substring(2, 4))
                .resolve(name);
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
