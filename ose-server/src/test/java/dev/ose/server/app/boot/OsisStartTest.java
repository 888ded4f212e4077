package dev.ose.server.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.ose.adapter.StoragePlatform;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.keyring.Keyring;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** A start with an OSIS service that answers, is unavailable, or refuses. */
class OsisStartTest {

    @TempDir
    Path folder;

    private HttpServer service;
    private volatile int status = 200;

    @BeforeEach
    void serve() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/osis/api/", exchange -> {
            byte[] body = answer(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(
                    exchange.getRequestURI().getPath().endsWith("/info") ? 200 : status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        service.start();
    }

    private static String answer(String path) {
        return switch (path) {
            case "/osis/api/info" ->
                "{\"auth_modes\":[\"Basic\"],\"services\":{\"s3\":\"http://s3.example.com\"},\"regions\":[\"eu-1\"]}";
            case "/osis/api/v1/s3capabilities" -> "{\"exclusions\":{}}";
            default -> "{\"items\":[],\"page_info\":{\"total\":0}}";
        };
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @Test
    void serviceIsAskedWhatItIsAndRememberedWhileItIsAway() throws IOException {
        try (StoragePlatform platform = start()) {
            assertThat(platform.info().kind()).isEqualTo("osis");
            assertThat(platform.info().region()).isEqualTo("eu-1");
        }

        service.stop(0);

        try (StoragePlatform platform = start()) {
            assertThat(platform.info().region()).isEqualTo("eu-1");
            assertThat(platform.info().s3Endpoint()).hasHost("s3.example.com");
        }
    }

    @Test
    void serviceThatWasNeverThereStopsTheStart() {
        service.stop(0);

        refused(Code.PLATFORM, "OSIS service");
    }

    @Test
    void serviceThatRefusesTheLoginStopsTheStart() {
        status = 401;

        refused(Code.PLATFORM, "user and secret");
    }

    @Test
    void damagedMemoryStopsTheStartOnlyWhenItIsNeeded() throws IOException {
        Path memory = folder.resolve("data/osis-service.json");
        Files.createDirectories(memory.getParent());
        Files.writeString(memory, "{");
        try (StoragePlatform platform = start()) {
            assertThat(platform.info().region()).isEqualTo("eu-1");
        }
        Files.writeString(memory, "{");
        service.stop(0);

        refused(Code.FILE, memory.getFileName().toString());
    }

    private void refused(Code code, String message) {
        assertThatThrownBy(this::start)
                .isInstanceOfSatisfying(
                        StartException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }

    private StoragePlatform start() throws IOException {
        Path secretFile = Files.writeString(folder.resolve("secret"), "the secret\n");
        Configuration configuration = ConfigurationLoader.load(
                List.of(
                        "--oss.platform=osis",
                        "--oss.osis.endpoint=http://127.0.0.1:"
                                + service.getAddress().getPort() + "/osis",
                        "--oss.osis.user=admin",
                        "--oss.osis.secret-file=" + secretFile),
                Map.of());
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
