package dev.ose.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A load balancer that runs the sample of {@code packaging/lb} in front of nodes, with this machine's addresses. */
public final class LoadBalancer implements Running {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private final Path directory;
    private final Certificate certificate = Shared.CERTIFICATE;
    private final int port = Ports.free();
    private final int tlsPort = Ports.free();
    private final Kind kind;
    private final Process process;

    /** The end of HAProxy's server lines. */
    private final String ofServers;

    /**
     * The ports of a node behind the load balancer on this machine.
     *
     * @param s3 the port of its S3 listener
     * @param admin the port of the listener with its readiness
     */
    public record Behind(int s3, int admin) {

        static Behind of(Node node) {
            return new Behind(
                    node.target(Where.HTTP).endpoint().getPort(),
                    node.mounted().endpoint().getPort());
        }
    }

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

    private LoadBalancer(Kind kind, Path directory, List<Behind> nodes, String ofServers) throws IOException {
        this.kind = kind;
        this.ofServers = ofServers;
        this.directory = directory;
        this.process = switch (kind) {
            case NGINX -> nginx(nodes);
            case HAPROXY -> haproxy(nodes);
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
        return start(kind, List.of(new Behind(nodePort, adminPort)));
    }

    /** The same in front of several nodes. */
    public static LoadBalancer start(Kind kind, List<Behind> nodes) {
        return start(kind, nodes, "");
    }

    /** HAProxy in front of a node, with the PROXY protocol as in its sample. */
    public static LoadBalancer startTelling(int nodePort, int adminPort) {
        return start(Kind.HAPROXY, List.of(new Behind(nodePort, adminPort)), " send-proxy-v2");
    }

    private static LoadBalancer start(Kind kind, List<Behind> nodes, String ofServers) {
        try {
            Path all = Files.createDirectories(Tools.scratch().resolve("load-balancers"));
            return new LoadBalancer(kind, Files.createTempDirectory(all, kind.name()), nodes, ofServers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives HAProxy other nodes as its operators do: the changed file, then the signal that {@code reload} sends. */
    public void reload(List<Behind> nodes) {
        if (kind != Kind.HAPROXY) {
            throw new IllegalArgumentException("only HAProxy can be reloaded");
        }
        try {
            writeHaproxy(nodes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        new Command("kill", "-USR2", process.pid()).run();
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

    private Process nginx(List<Behind> nodes) throws IOException {
        String sample = sample(
                "nginx.conf",
                Map.of(
                        "    server 192.0.2.11:9000 max_fails=1 fail_timeout=5s;\n",
                        lines(nodes, "    server 127.0.0.1:%1$d max_fails=1 fail_timeout=5s;\n"),
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

    private Process haproxy(List<Behind> nodes) throws IOException {
        // With a master process, as in distributions, which can reload.
        return new Command(Tools.packaged("haproxy"), "-W", "-db", "-f", writeHaproxy(nodes)).leaveRunning(log());
    }

    private Path writeHaproxy(List<Behind> nodes) throws IOException {
        Path pem = Files.writeString(
                directory.resolve("both.pem"),
                Files.readString(certificate.certificate()) + Files.readString(certificate.privateKey()));
        String sample = sample(
                "haproxy.cfg",
                Map.of(
                        "    server node1 192.0.2.11:9000\n    server node2 192.0.2.12:9000\n",
                        lines(nodes, "    server node-%1$d 127.0.0.1:%1$d port %2$d" + ofServers + '\n'),
                        "bind :80\n",
                        "bind 127.0.0.1:" + port + '\n',
                        "bind :443 ssl crt /etc/haproxy/tls/s3.example.com.pem",
                        "bind 127.0.0.1:" + tlsPort + " ssl crt " + pem));
        return Files.writeString(directory.resolve("haproxy.cfg"), sample);
    }

    private static String lines(List<Behind> nodes, String form) {
        return nodes.stream()
                .map(node -> form.formatted(node.s3(), node.admin()))
                .collect(Collectors.joining());
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

    /** Terminates it; a kill would leave its workers. */
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
