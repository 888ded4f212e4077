package dev.ose.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * nginx as a plain reverse proxy: connections kept on both sides, nothing written to disk but a buffered access log,
 * and no signature checked or made.
 */
public final class NginxServer {

    private NginxServer() {}

    /**
     * Starts it in front of the storage, with one worker per processor. Blocks until it listens.
     *
     * @param keys of a user of the storage, whose signatures it passes on
     */
    public static ProxyServer start(URI storage, KeyPair keys, Path directory, @Nullable Certificate certificate) {
        int port = ProxyServer.freePort();
        try {
            Files.createDirectories(directory);
            Path configuration = directory.resolve("nginx.conf");
            Files.writeString(configuration, configuration(storage, port, directory, certificate));
            Path log = directory.resolve("error.log");
            return ProxyServer.start(
                    new ProxyServer.Settings(
                            "nginx", port, keys, certificate == null ? null : certificate.client(), false),
                    List.of("nginx", "-c", configuration.toString(), "-e", log.toString()),
                    log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String configuration(URI storage, int port, Path directory, @Nullable Certificate certificate)
            throws IOException {
        try (var template = NginxServer.class.getResourceAsStream("nginx.conf")) {
            if (template == null) {
                throw new IllegalStateException("nginx.conf is missing from the benchmarks");
            }
            return new String(template.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@user@", System.getProperty("user.name").equals("root") ? "user root;" : "")
                    .replace("@directory@", directory.toString())
                    .replace("@port@", Integer.toString(port))
                    .replace("@scheme@", storage.getScheme())
                    .replace("@ssl@", certificate == null ? "" : "ssl")
                    .replace("@certificate@", certificate == null ? "" : certificate(certificate))
                    .replace("@sink@", storage.getAuthority());
        }
    }

    private static String certificate(Certificate it) {
        return "ssl_certificate " + it.certificate() + "; ssl_certificate_key " + it.privateKey() + ';';
    }
}
