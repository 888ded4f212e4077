package dev.ose.keyring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyringTest {

    @TempDir
    Path directory;

    @Test
    void opensWhatItSealedAlsoAfterAReopen() {
        Path file = directory.resolve("etc/keyring.json");
        byte[] sealed = Keyring.open(file).seal(Secret.of("vendor-key"), "user/1");

        assertThat(Keyring.open(file).unseal(sealed, "user/1")).isEqualTo(Secret.of("vendor-key"));
    }

    @Test
    void createsTheFileForItsOwnerOnly() throws IOException {
        Path file = directory.resolve("keyring.json");

        Keyring.open(file);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (var left = Files.list(directory)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void refusesASecretMovedToAnotherRow() {
        Keyring keyring = Keyring.open(directory.resolve("keyring.json"));
        byte[] sealed = keyring.seal(Secret.of("s"), "tenant-a/AK1");

        assertThatThrownBy(() -> keyring.unseal(sealed, "tenant-b/AK1")).isInstanceOf(KeyringException.class);
    }

    @Test
    void refusesAnAlteredSecret() {
        Keyring keyring = Keyring.open(directory.resolve("keyring.json"));
        byte[] sealed = keyring.seal(Secret.of("s"), "c");
        sealed[sealed.length - 1] ^= 1;

        assertThatThrownBy(() -> keyring.unseal(sealed, "c")).isInstanceOf(KeyringException.class);
    }

    @Test
    void refusesAKeyFileOpenToAllAndSaysTheFix() throws IOException {
        Path file = directory.resolve("keyring.json");
        Keyring.open(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> Keyring.open(file))
                .isInstanceOf(KeyringException.class)
                .hasMessageContaining("chmod 640");
    }

    @Test
    void refusesWhatIsNoFileAndSaysTheFix() throws IOException {
        Path place = Files.createDirectory(directory.resolve("keyring.json"));

        assertThatThrownBy(() -> Keyring.open(place))
                .isInstanceOf(KeyringException.class)
                .hasMessageContaining("is a directory. Name the file itself");
    }

    /** Also as root, which has all file permissions. */
    @Test
    void refusesAFileThatCannotBeReadAndSaysTheFix() throws IOException {
        Path file = Files.createSymbolicLink(directory.resolve("keyring.json"), directory.resolve("keyring.json"));

        assertThatThrownBy(() -> Keyring.open(file))
                .isInstanceOf(KeyringException.class)
                .hasMessageContainingAll("cannot be read or created", "chmod 600 " + file);
    }

    @Test
    void neverReplacesAnEmptyKeyFile() throws IOException {
        Path file = Files.createFile(directory.resolve("keyring.json"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThatThrownBy(() -> Keyring.open(file)).hasMessageContaining("Restore it from a backup");
        assertThat(file).isEmptyFile();
    }

    @Test
    void refusesADamagedKeyFile() throws IOException {
        Path file = directory.resolve("keyring.json");
        Files.writeString(file, "{}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThatThrownBy(() -> Keyring.open(file))
                .isInstanceOf(KeyringException.class)
                .hasMessageContaining("damaged");
    }
}
