package dev.ose.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A load balancer that runs the sample of {@code packaging/lb} in front of one node, with this machine's addresses. */
public final class LoadBalancer implements Running {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private final Path directory;
    private final Certificate certificate = Shared.CERTIFICATE;
    private final int port = Ports.free();
    private final int tlsPort = Ports.free();
    private final Process process;

    /** The load balancers that there are samples for. */
    public enum Kind {
        NGINX,
        HAPROXY
    }

    /** Making a certificate takes longer than starting a load balancer. */
    private static final class Shared {

        private static final Certificate CERTIFICATE =
                Certificate.make(Tools.scratch().resolve("load-balancers/tls"));
    }

    private LoadBalancer(Kind kind, Path directory, int nodePort, int adminPort) throws IOException {
        this.directory = directory;
        this.process = switch (kind) {
            case NGINX -> nginx(nodePort);
            case HAPROXY -> haproxy(nodePort, adminPort);
        };
        Ports.await("the start of " + kind, START_LIMIT, () -> {
            if (!process.isAlive()) {
                throw new AssertionError(kind + " ended, see " + log());
            }
            return Ports.isOpen(port) && Ports.isOpen(tlsPort);
        });
    }

    /** Starts one in front of what listens on these ports; skips the test where the program cannot be had. */
    public static LoadBalancer start(Kind kind, int nodePort, int adminPort) {
        try {
            Path all = Files.createDirectories(Tools.scratch().resolve("load-balancers"));
            return new LoadBalancer(kind, Files.createTempDirectory(all, kind.name()), nodePort, adminPort);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public S3Target target(Where where, S3Target behind) {
        boolean isTls = where == Where.HTTPS;
        return new S3Target(
                URI.create(isTls ? "https://127.0.0.1:" + tlsPort : "http://127.0.0.1:" + port),
                behind.accessKey(),
                behind.secretKey(),
                isTls ? certificate.certificate() : null,
                behind.server());
    }

    private Path log() {
        return directory.resolve("log");
    }

    private Process nginx(int nodePort) throws IOException {
        String sample = sample(
                "nginx.conf",
                Map.of(
                        "192.0.2.11:9000",
                        "127.0.0.1:" + nodePort,
                        "    server 192.0.2.12:9000 max_fails=1 fail_timeout=5s;\n",
                        "",
                        "listen 80;",
                        "listen 127.0.0.1:" + port + ";",
                        "listen 443 ssl;",
                        "listen 127.0.0.1:" + tlsPort + " ssl;",
                        "/etc/nginx/tls/s3.example.com.crt",
                        certificate.certificate().toString(),
                        "/etc/nginx/tls/s3.example.com.key",
                        certificate.privateKey().toString()));
        Files.writeString(directory.resolve("ose.conf"), sample);
        // The defaults of these lie in places that only root may write to.
        Path main = Files.writeString(directory.resolve("main.conf"), """
                daemon off;
                pid %1$s/pid;
                events {}
                http {
                    access_log off;
                    client_body_temp_path %1$s/body;
                    proxy_temp_path %1$s/proxy;
                    fastcgi_temp_path %1$s/fastcgi;
                    uwsgi_temp_path %1$s/uwsgi;
                    scgi_temp_path %1$s/scgi;
                    include %1$s/ose.conf;
                }
                """.formatted(directory));
        return new Command(Tools.packaged("nginx"), "-e", "stderr", "-c", main).leaveRunning(log());
    }

    private Process haproxy(int nodePort, int adminPort) throws IOException {
        Path pem = Files.writeString(
                directory.resolve("both.pem"),
                Files.readString(certificate.certificate()) + Files.readString(certificate.privateKey()));
        String sample = sample(
                "haproxy.cfg",
                Map.of(
                        "192.0.2.11:9000",
                        "127.0.0.1:" + nodePort,
                        "    server node2 192.0.2.12:9000\n",
                        "",
                        "bind :80\n",
                        "bind 127.0.0.1:" + port + '\n',
                        "bind :443 ssl crt /etc/haproxy/tls/s3.example.com.pem",
                        "bind 127.0.0.1:" + tlsPort + " ssl crt " + pem,
                        "check port 9001",
                        "check port " + adminPort));
        Path file = Files.writeString(directory.resolve("haproxy.cfg"), sample);
        return new Command(Tools.packaged("haproxy"), "-db", "-f", file).leaveRunning(log());
    }

    private static String sample(String name, Map<String, String> changes) throws IOException {
        String text =
                Files.readString(Tools.repository().resolve("packaging/lb").resolve(name));
        for (Map.Entry<String, String> change : changes.entrySet()) {
            if (!text.contains(change.getKey())) {
                throw new AssertionError(name + " no longer has " + change.getKey());
            }
            text = text.replace(change.getKey(), change.getValue());
        }
        return text;
    }

    /** Asks it to end, since one that is killed leaves its workers behind. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
