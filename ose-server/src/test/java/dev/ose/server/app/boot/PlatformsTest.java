package dev.ose.server.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ose.adapter.StoragePlatform;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.keyring.Keyring;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import dev.ose.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

class PlatformsTest {

    @TempDir
    Path folder;

    private Path secretFile;

    @BeforeEach
    void writeSecret() throws IOException {
        secretFile = Files.writeString(folder.resolve("secret"), "the secret\n");
    }

    @Test
    void platformThatIsAwayDoesNotKeepTheNodeFromStarting() throws IOException {
        int closed;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = free.getLocalPort();
        }

        try (StoragePlatform platform = start("http://127.0.0.1:" + closed, secretFile)) {
            assertThat(platform.info().kind()).isEqualTo("ceph");
            assertThat(platform.info().s3Endpoint()).hasPort(closed);
        }
    }

    @Test
    void platformThatRefusesTheLoginStopsTheStart() throws IOException {
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] refusal = "{\"Code\":\"InvalidAccessKeyId\"}".getBytes(StandardCharsets.US_ASCII);
        gateway.createContext("/", exchange -> {
            exchange.sendResponseHeaders(403, refusal.length);
            exchange.getResponseBody().write(refusal);
            exchange.close();
        });
        gateway.start();
        try {
            String endpoint = "http://127.0.0.1:" + gateway.getAddress().getPort();

            assertThatThrownBy(() -> start(endpoint, secretFile))
                    .isInstanceOfSatisfying(
                            StartException.class, e -> assertThat(e.code()).isEqualTo(Code.PLATFORM))
                    .hasMessageStartingWith("OSE-1111: ")
                    .hasMessageContaining("access key");
        } finally {
            gateway.stop(0);
        }
    }

    /** A restart does not repair it, and a running node that serves nothing would hide it. */
    @Test
    void platformWhoseCertificateIsNotTrustedStopsTheStart() throws Exception {
        TestCertificate certificate = TestCertificate.make("gateway");
        HttpsServer gateway = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.setHttpsConfigurator(new HttpsConfigurator(certificate.server()));
        gateway.start();
        try {
            String endpoint = "https://127.0.0.1:" + gateway.getAddress().getPort();

            assertThatThrownBy(() -> start(endpoint, secretFile))
                    .isInstanceOfSatisfying(
                            StartException.class, e -> assertThat(e.code()).isEqualTo(Code.PLATFORM))
                    .hasMessageStartingWith("OSE-1111: ")
                    .hasMessageContaining("certificate is not trusted")
                    .hasMessageContaining("oss.platform.certificate-authorities");
        } finally {
            gateway.stop(0);
        }
    }

    @Test
    void missingSecretFileStopsTheStart() {
        Path missing = folder.resolve("none");

        assertThatThrownBy(() -> start("http://127.0.0.1:1", missing))
                .isInstanceOfSatisfying(
                        StartException.class, e -> assertThat(e.code()).isEqualTo(Code.FILE))
                .hasMessageContaining(missing.toString())
                .hasMessageContaining("oss.ceph.secret-key-file");
    }

    @Test
    void fileWithoutCertificatesStopsTheStart() {
        assertThatThrownBy(() -> start(
                        "https://127.0.0.1:1", secretFile, "--oss.platform.certificate-authorities=" + secretFile))
                .isInstanceOfSatisfying(
                        StartException.class, e -> assertThat(e.code()).isEqualTo(Code.CERTIFICATE))
                .hasMessageContaining("oss.platform.certificate-authorities");
    }

    private StoragePlatform start(String endpoint, Path secret, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--oss.platform=ceph",
                "--oss.ceph.admin-endpoint=" + endpoint,
                "--oss.ceph.access-key=ADMIN",
                "--oss.ceph.secret-key-file=" + secret));
        arguments.addAll(List.of(more));
        Configuration configuration = ConfigurationLoader.load(arguments, Map.of());
        try (DataDirectory directory = DataDirectory.open(folder.resolve("data"))) {
            return Platforms.start(
                    configuration,
                    directory,
                    new PGSimpleDataSource(),
                    Keyring.open(folder.resolve("keyring")),
                    Clock.systemUTC());
        }
    }
}
