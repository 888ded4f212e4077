package dev.ose.server.app.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Secret;
import dev.ose.config.ConfigurationLoader;
import dev.ose.config.DatabaseOptions;
import dev.ose.control.Finding;
import dev.ose.control.Finding.Verdict;
import dev.ose.keyring.Keyring;
import dev.ose.server.app.check.SecretFilesCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFilesTest {

    private static final String OPTION = "spring.datasource.password-file";
    private static final String HIDDEN = "Pa55-hidden";

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("password"), HIDDEN + "\nsecond\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void firstLineIsTheSecret() {
        assertThat(SecretFiles.firstLine(DatabaseOptions.PASSWORD_FILE, file)).isEqualTo(Secret.of(HIDDEN));
        assertThat(validate()).containsExactly(Finding.valid("Secret files", "1 of them, closed to others"));
    }

    @Test
    void fileThatIsNotThereIsTold() throws IOException {
        Files.delete(file);

        assertTold("it is not there");
    }

    @Test
    void directoryIsTold() throws IOException {
        Files.delete(file);
        Files.createDirectory(file);

        assertTold("it is a directory");
    }

    /** Also for root, which can read every regular file. */
    @Test
    void fileThatCannotBeReadIsTold() throws IOException {
        Files.delete(file);
        Files.createSymbolicLink(file, file);

        assertTold("cannot be read");
    }

    @Test
    void fileWithNothingInItIsTold() throws IOException {
        Files.writeString(file, "\nsecond\n");

        assertTold("has no secret in its first line");
    }

    @Test
    void fileThatIsOpenToOthersIsWarnedOf() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        Finding finding = validate().getFirst();

        assertThat(finding.connectivity()).isEqualTo(Verdict.Warning);
        assertThat(finding.detail()).contains(file.toString(), "rw-r--r--");
        assertThat(finding.remedy()).contains("chmod 600 " + file);
    }

    @Test
    void privateKeyThatIsOpenToOthersIsWarnedOf() throws IOException {
        Path key = Files.writeString(directory.resolve("key.pem"), HIDDEN);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));

        List<Finding> findings = validate(Map.of(
                "oss.s3.tls.certificate", key.toString(),
                "oss.s3.tls.private-key", key.toString(),
                "oss.s3.tls.port", "9443"));

        assertThat(findings.toString()).contains("chmod 600 " + key).doesNotContain(HIDDEN);
    }

    @Test
    void keyFileIsOpenedAndNeverMade() throws IOException {
        Path keyring = directory.resolve("keys.json");
        Map<String, String> named = Map.of("oss.keyring.file", keyring.toString());

        Finding missing = validate(named).getFirst();
        assertThat(keyring).doesNotExist();
        Keyring.open(keyring);
        Finding whole = validate(named).getFirst();
        Files.setPosixFilePermissions(keyring, PosixFilePermissions.fromString("rw-rw-rw-"));
        Finding open = validate(named).getFirst();

        assertThat(missing.connectivity()).isEqualTo(Verdict.Warning);
        assertThat(missing.remedy()).contains("ose config import");
        assertThat(whole.connectivity()).isEqualTo(Verdict.Valid);
        assertThat(open.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(open.detail()).contains("chmod 640 " + keyring);
    }

    /** Asserts that the start and the configuration's check report it. */
    private void assertTold(String what) {
        assertThatThrownBy(() -> SecretFiles.firstLine(DatabaseOptions.PASSWORD_FILE, file))
                .hasMessageStartingWith("OSE-1109: ")
                .hasMessageContainingAll(file.toString(), OPTION, what)
                .hasMessageNotContaining(HIDDEN);
        Finding finding = validate().getFirst();
        assertThat(finding.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(finding.detail()).contains("OSE-1109", what);
        assertThat(finding.remedy()).contains("keeper");
    }

    private List<Finding> validate() {
        return validate(Map.of());
    }

    private List<Finding> validate(Map<String, String> more) {
        Map<String, String> values = new TreeMap<>(more);
        values.put("spring.datasource.url", "jdbc:postgresql://db/ose");
        values.put("spring.datasource.username", "ose");
        values.put(OPTION, file.toString());
        values.put("oss.data.dir", directory.resolve("data").toString());
        List<Finding> findings = new ArrayList<>();
        new SecretFilesCheck(ConfigurationLoader.check(values, "the test")).run(findings::add);
        return findings;
    }
}
