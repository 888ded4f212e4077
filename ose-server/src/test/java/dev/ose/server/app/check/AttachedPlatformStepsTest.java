package dev.ose.server.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ose.config.ConfigurationLoader;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.probe.PlatformTest.Row;
import dev.ose.server.platform.probe.PlatformTest.Verdict;
import dev.ose.testkit.TestCertificate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first steps of the test of a platform: name, address and certificate. */
class AttachedPlatformStepsTest {

    @TempDir
    Path folder;

    private static List<Row> run(String endpoint, String... options) {
        Platform platform =
                new Platform(new PlatformId(1), "main", URI.create(endpoint), "us-east-1", Set.of(), Set.of());
        return new AttachedPlatformTest(ConfigurationLoader.load(List.of(options), Map.of()), Clock.systemUTC())
                .run(platform);
    }

    private static Row step(List<Row> rows, String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    private List<Row> withGateway(TestCertificate certificate, String... options) throws Exception {
        HttpsServer gateway = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.setHttpsConfigurator(new HttpsConfigurator(certificate.server()));
        gateway.start();
        try {
            return run("https://127.0.0.1:" + gateway.getAddress().getPort(), options);
        } finally {
            gateway.stop(0);
        }
    }

    @Test
    void trustedCertificateIsShownWithItsEnd() throws Exception {
        TestCertificate certificate = TestCertificate.make("gateway");
        Path file = certificate.certificate(folder.resolve("gateway.pem"));

        List<Row> rows = withGateway(certificate, "--oss.platform.certificate-authorities=" + file);

        assertThat(step(rows, "Name").verdict()).isEqualTo(Verdict.OK);
        assertThat(step(rows, "Address").verdict()).isEqualTo(Verdict.OK);
        assertThat(step(rows, "Certificate").verdict()).isIn(Verdict.OK, Verdict.WARNING);
        assertThat(step(rows, "Certificate").detail()).contains("CN=", "until");
        assertThat(step(rows, "Certificate").took()).isNotNull();
    }

    @Test
    void certificateThatIsNotTrustedFailsWithARemedy() throws Exception {
        Row unknown = step(withGateway(TestCertificate.make("gateway")), "Certificate");

        assertThat(unknown.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(unknown.remedy()).isNotNull();
    }

    /** Java takes a certificate that is trusted itself after its end, too, so requests go on. */
    @Test
    void certificateThatHasEndedAndIsTrustedItselfIsWarnedOf() throws Exception {
        TestCertificate expired = TestCertificate.makeExpired("gateway");
        Path file = expired.certificate(folder.resolve("gateway.pem"));

        Row old = step(withGateway(expired, "--oss.platform.certificate-authorities=" + file), "Certificate");

        assertThat(old.verdict()).isEqualTo(Verdict.WARNING);
        assertThat(old.detail()).contains("until 2020-01-31");
    }

    @Test
    void closedPortFailsTheAddressAndHasNoCertificate() throws Exception {
        int closed;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = free.getLocalPort();
        }

        List<Row> rows = run("https://127.0.0.1:" + closed);

        assertThat(step(rows, "Address").verdict()).isEqualTo(Verdict.FAILED);
        assertThat(rows).extracting(Row::name).doesNotContain("Certificate");
    }

    @Test
    void nameThatNoServiceKnowsFailsFirst() {
        List<Row> rows = run("https://no-such-host.invalid");

        assertThat(rows.getFirst().name()).isEqualTo("Name");
        assertThat(rows.getFirst().verdict()).isEqualTo(Verdict.FAILED);
        assertThat(rows).extracting(Row::name).doesNotContain("Address");
    }
}
