package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.Certificate;
import dev.ose.benchmarks.ProxyServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** HAProxy as a plain reverse proxy: connections kept on both sides, no log, and no signature checked or made. */
final class HaproxyServer {

    private static final String CONFIGURATION = """
            global
              maxconn 8000
            defaults
              mode http
              option http-keep-alive
              http-reuse always
              timeout connect 5s
              timeout client 60s
              timeout server 60s
            frontend clients
              bind 127.0.0.1:@port@@tls@
              default_backend storage
            backend storage
              server storage @storage@@verified@
            """;

    private HaproxyServer() {}

    /** Starts it with one thread per processor. Blocks until it listens. */
    static ProxyServer start(Backend backend, Path directory, @Nullable Certificate certificate) {
        int port = ProxyServer.freePort();
        try {
            Files.createDirectories(directory);
            String configuration = CONFIGURATION
                    .replace("@port@", Integer.toString(port))
                    .replace("@tls@", certificate == null ? "" : " ssl crt " + both(certificate, directory))
                    .replace("@storage@", backend.endpoint().getAuthority())
                    .replace(
                            "@verified@",
                            certificate == null ? "" : " ssl verify required ca-file " + certificate.certificate());
            Path file = Files.writeString(directory.resolve("haproxy.cfg"), configuration);
            return ProxyServer.start(
                    new ProxyServer.Settings(
                            "haproxy", port, backend.keys(), certificate == null ? null : certificate.client(), false),
                    List.of("haproxy", "-db", "-f", file.toString()),
                    directory.resolve("log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The certificate and its key in one file, as HAProxy wants them. */
    private static Path both(Certificate certificate, Path directory) throws IOException {
        return SecretFile.write(
                directory.resolve("servers.pem"),
                Files.readString(certificate.certificate()) + Files.readString(certificate.privateKey()));
    }
}
