package dev.ose.server.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.Finding;
import dev.ose.control.Finding.Verdict;
import dev.ose.testkit.TestCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateCheckTest {

    private static final Clock NOW = Clock.systemUTC();

    @TempDir
    private Path folder;

    private TestCertificate certificate;
    private Path file;
    private Path key;

    @BeforeEach
    void make() throws Exception {
        certificate = TestCertificate.make("one");
        file = certificate.certificate(folder.resolve("one.pem"));
        key = certificate.privateKey(folder.resolve("one.key"));
    }

    @Test
    void certificateWithItsKeyThatEndsSoonIsTold() {
        Finding finding = look(List.of("localhost"), NOW, key);

        assertThat(finding.connectivity()).isEqualTo(Verdict.Warning);
        assertThat(finding.detail()).startsWith("ends ");
    }

    @Test
    void keyOfAnotherCertificateIsRefused() throws Exception {
        Path other = TestCertificate.make("two").privateKey(folder.resolve("two.key"));

        Finding finding = look(List.of("localhost"), NOW, other);

        assertThat(finding.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(finding.detail()).contains("belongs to another certificate");
        assertThat(finding.remedy()).contains("ose cert import");
    }

    @Test
    void fileWithoutAKeyIsRefusedAndNotQuoted() throws Exception {
        Path none = Files.writeString(folder.resolve("none"), "hush");

        Finding finding = look(List.of(), NOW, none);

        assertThat(finding.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(finding.toString()).doesNotContain("hush");
    }

    @Test
    void expiredCertificateIsRefused() {
        Finding finding = look(List.of("localhost"), Clock.offset(NOW, Duration.ofDays(31)), key);

        assertThat(finding.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(finding.remedy()).contains("ose cert import");
    }

    @Test
    void hostThatTheCertificateDoesNotNameIsTold() {
        Finding finding = look(List.of("s3.example.com"), NOW, key);

        assertThat(finding.connectivity()).isEqualTo(Verdict.Warning);
        assertThat(finding.detail()).contains("not for s3.example.com");
    }

    private Finding look(List<String> hosts, Clock clock, Path keyFile) {
        return new CertificateCheck("Certificate", hosts, clock).look(file, keyFile);
    }
}
