package dev.ose.keeper.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Secret;
import dev.ose.testkit.FullDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationStoreTest {

    @TempDir
    private Path directory;

    private ConfigurationStore store;

    @BeforeEach
    void open() {
        store = new ConfigurationStore(directory);
    }

    @Test
    void directoryWithNothingInItIsAnEmptyConfiguration() {
        assertThat(store.read()).isEqualTo(StoredConfiguration.EMPTY);
    }

    @Test
    void whatIsWrittenIsReadAgainByTheNextKeeper() {
        store.write(StoredConfiguration.EMPTY
                .withOptions(PropertiesText.parse("# mine\nserver.port=9443\n"))
                .withSecrets(Map.of("spring.datasource.password", Secret.of("p=# ä\\")))
                .withJvmArguments("# more\n-Xmx2g\n"));

        StoredConfiguration read = new ConfigurationStore(directory).read();

        assertThat(read.options().text()).isEqualTo("# mine\nserver.port=9443\n");
        assertThat(read.secrets()).isEqualTo(Map.of("spring.datasource.password", Secret.of("p=# ä\\")));
        assertThat(read.jvmArgumentList()).containsExactly("-Xmx2g");
    }

    @Test
    void filesAreOnlyAsOpenAsTheirContentsMayBe() throws IOException {
        store.write(StoredConfiguration.EMPTY
                .withOptions(PropertiesText.EMPTY.with("server.port", "9443"))
                .withSecrets(Map.of("oss.osis.token", Secret.of("t"))));

        assertThat(mode("ose.properties")).isEqualTo("rw-r-----");
        assertThat(mode("secrets.properties")).isEqualTo("rw-------");
    }

    @Test
    void secretsOpenToOthersAreRefusedWithTheFix() throws IOException {
        store.write(StoredConfiguration.EMPTY.withSecrets(Map.of("oss.osis.token", Secret.of("hidden"))));
        Path file = directory.resolve("secrets.properties");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        assertThatThrownBy(store::read)
                .hasMessageContainingAll("OSE-1302", "chmod 600 " + file)
                .hasMessageNotContaining("hidden");
    }

    @Test
    void keeperThatEndedAfterItsChangeWasDeclaredFindsTheWholeChange() throws IOException {
        store.write(StoredConfiguration.EMPTY
                .withOptions(PropertiesText.EMPTY.with("server.port", "1"))
                .withJvmArguments("-Xmx1g\n"));
        Path declared = Files.createDirectory(directory.resolve(".change"));
        Files.writeString(declared.resolve("ose.properties"), "server.port=2\n");
        Files.writeString(declared.resolve("jvm.options"), "-Xmx2g\n");

        StoredConfiguration read = store.read();

        assertThat(read.options().values()).isEqualTo(Map.of("server.port", "2"));
        assertThat(read.jvmArgumentList()).containsExactly("-Xmx2g");
        assertThat(declared).doesNotExist();
    }

    @Test
    void keeperThatEndedBeforeItsChangeWasDeclaredFindsTheOldAndCanChangeAgain() throws IOException {
        store.write(StoredConfiguration.EMPTY.withOptions(PropertiesText.EMPTY.with("server.port", "1")));
        Path draft = Files.createDirectory(directory.resolve(".change.new"));
        Files.writeString(draft.resolve("ose.properties"), "server.po");

        assertThat(store.read().options().values()).isEqualTo(Map.of("server.port", "1"));
        store.write(StoredConfiguration.EMPTY.withOptions(PropertiesText.EMPTY.with("server.port", "3")));
        assertThat(store.read().options().values()).isEqualTo(Map.of("server.port", "3"));
        assertThat(draft).doesNotExist();
    }

    @Test
    void directoryThatIsNotThereIsToldSo() {
        ConfigurationStore nowhere = new ConfigurationStore(directory.resolve("none"));

        assertThatThrownBy(nowhere::read).hasMessageContainingAll("OSE-1301", "none");
    }

    @Test
    void changeThatCannotBeWrittenIsToldAndTheOldStays() throws IOException {
        StoredConfiguration before =
                StoredConfiguration.EMPTY.withOptions(PropertiesText.EMPTY.with("server.port", "9443"));
        store.write(before);
        // Where the change is to be drafted, there is something that no draft can be made of.
        Files.writeString(directory.resolve(".change.new"), "");

        assertThatThrownBy(() -> store.write(before.withJvmArguments("-Xmx1g\n")))
                .hasMessageContainingAll("OSE-1303", "cannot be written");

        assertThat(store.read()).isEqualTo(before);
        assertThat(directory.resolve("jvm.options")).doesNotExist();
    }

    @Test
    void fullDiskKeepsTheOldUntilThereIsRoom() throws IOException {
        StoredConfiguration before =
                StoredConfiguration.EMPTY.withOptions(PropertiesText.EMPTY.with("server.port", "9443"));
        StoredConfiguration after = before.withSecrets(Map.of("oss.osis.token", Secret.of("t")))
                .withOptions(PropertiesText.EMPTY.with("server.port", "9444"));
        try (FullDisk disk = FullDisk.mount(directory)) {
            store.write(before);
            disk.fill();

            assertThatThrownBy(() -> store.write(after))
                    .hasMessageContainingAll("OSE-1303", "No space left", "the disk has room");

            assertThat(new ConfigurationStore(directory).read()).isEqualTo(before);
            assertThat(directory)
                    .isDirectoryNotContaining("glob:**.change*")
                    .isDirectoryNotContaining("glob:**/secrets*");
            disk.makeRoom();
            store.write(after);
            assertThat(store.read()).isEqualTo(after);
        }
    }

    @Test
    void secretThatNobodyKnowsIsRefusedWithThoseThereAre() throws IOException {
        Path file = directory.resolve("secrets.properties");
        Files.writeString(file, "oss.osis.tokn=hidden\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThatThrownBy(() -> store.read().check(directory))
                .hasMessageContainingAll("OSE-1306", "oss.osis.tokn", "oss.osis.token", "spring.datasource.password")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void secretsThatAreNoFileAreToldSo() throws IOException {
        Path file = Files.createDirectory(directory.resolve("secrets.properties"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThatThrownBy(store::read).hasMessageContainingAll("OSE-1301", directory.toString());
    }

    /** Also as root, which has all file permissions. */
    @Test
    void fileThatNobodyCanReadIsTold() throws IOException {
        Files.createSymbolicLink(directory.resolve("ose.properties"), directory.resolve("ose.properties"));

        assertThatThrownBy(store::read).hasMessageContainingAll("OSE-1301", "ose.properties", "its permissions");
    }

    @Test
    void textThatIsNotUtf8IsToldWithItsFile() throws IOException {
        Files.write(directory.resolve("jvm.options"), new byte[] {'-', 'D', (byte) 0xff});

        assertThatThrownBy(store::read).hasMessageContainingAll("OSE-1301", "jvm.options is no text in UTF-8");
    }

    @Test
    void damagedFileIsToldSo() throws IOException {
        Files.writeString(directory.resolve("ose.properties"), "a=\\u12");

        assertThatThrownBy(store::read).hasMessageContainingAll("OSE-1301", "ose.properties is no properties file");
    }

    @Test
    void nodeFindsSecretsInFilesThatArgumentsOnlyName(@TempDir Path run) throws IOException {
        store.write(StoredConfiguration.EMPTY
                .withOptions(PropertiesText.EMPTY
                        .with("spring.datasource.url", "jdbc:postgresql://db/ose")
                        .with("spring.datasource.username", "ose"))
                .withSecrets(Map.of("spring.datasource.password", Secret.of("hidden"))));

        List<String> arguments = NodeArguments.prepare(store, run, Path.of("/data"));
        NodeArguments.prepare(store, run, Path.of("/data"));

        Path file = run.resolve("secrets/spring.datasource.password");
        assertThat(arguments)
                .containsExactly(
                        "--config=" + directory.resolve("ose.properties"),
                        "--spring.datasource.password-file=" + file,
                        "--oss.data.dir=/data");
        assertThat(file).hasContent("hidden");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.resolve("secrets"))))
                .isEqualTo("rwx------");
    }

    @Test
    void configurationThatNoNodeWouldStartWithIsToldBeforeOneIsStarted(@TempDir Path run) {
        store.write(StoredConfiguration.EMPTY.withOptions(PropertiesText.EMPTY.with("oss.s3.prt", "9443")));

        assertThatThrownBy(() -> NodeArguments.prepare(store, run, Path.of("/data")))
                .hasMessageContainingAll("OSE-1001", "set in ose.properties", "Did you mean oss.s3.port?");
    }

    @Test
    void secretThatIsThereByValueAndByFileIsRefused(@TempDir Path run) {
        StoredConfiguration both = StoredConfiguration.EMPTY
                .withOptions(PropertiesText.EMPTY.with("oss.osis.token-file", "/some/file"))
                .withSecrets(Map.of("oss.osis.token", Secret.of("hidden")));

        assertThatThrownBy(() -> both.check(run)).hasMessageContainingAll("OSE-1304", "oss.osis.token-file");
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name)));
    }
}
