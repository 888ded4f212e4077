package dev.ose.server.app.check;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.config.Option;
import dev.ose.config.S3Options;
import dev.ose.control.Finding;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Checks that the listeners can be opened and that clients will accept their certificates. */
public final class ListenerCheck {

    private final Configuration configuration;
    private final Clock clock;

    public ListenerCheck(Configuration configuration, Clock clock) {
        this.configuration = configuration;
        this.clock = clock;
    }

    public void run(Consumer<Finding> report) {
        List<String> s3 = new ArrayList<>();
        for (String domain : configuration.get(S3Options.DOMAINS)) {
            s3.add("s3." + domain);
            s3.add("*.s3." + domain);
        }
        if (configuration.get(S3Options.MANAGEMENT)) {
            s3.addAll(configuration.find(AdminOptions.HOST_NAMES).orElse(List.of()));
        }
        configuration.find(S3Options.PUBLIC_URL).map(URI::getHost).ifPresent(s3::add);
        certificate(
                new Certificate("Certificate of S3", S3Options.TLS_CERTIFICATE, S3Options.TLS_PRIVATE_KEY), s3, report);
        certificate(
                new Certificate(
                        "Certificate of the admin API", AdminOptions.TLS_CERTIFICATE, AdminOptions.TLS_PRIVATE_KEY),
                configuration.find(AdminOptions.HOST_NAMES).orElse(List.of()),
                report);
        port("S3 port", S3Options.ADDRESS, S3Options.PORT).ifPresent(report);
        port("S3 port with TLS", S3Options.ADDRESS, S3Options.TLS_PORT).ifPresent(report);
        port("Admin port", AdminOptions.ADDRESS, AdminOptions.PORT).ifPresent(report);
    }

    private record Certificate(String name, Option<Path> certificate, Option<Path> key) {}

    private void certificate(Certificate of, List<String> hosts, Consumer<Finding> report) {
        configuration
                .find(of.certificate())
                .map(file -> new CertificateCheck(of.name(), hosts, clock)
                        .look(file, configuration.find(of.key()).orElse(null)))
                .ifPresent(report);
    }

    private Optional<Finding> port(String name, Option<String> address, Option<Integer> port) {
        return configuration
                .find(port)
                .filter(number -> number != 0)
                .map(number -> tryPort(name, configuration.get(address), number));
    }

    private Finding tryPort(String name, String address, int port) {
        String seen = address + ":" + port;
        try (ServerSocket socket = new ServerSocket()) {
            // As in a node: a port in TIME_WAIT counts as free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return Finding.valid(name, seen + " is free");
        } catch (BindException e) {
            if (isOurs(port)) {
                return Finding.valid(name, seen + " is the running node's");
            }
            return Finding.failed(
                    name,
                    seen + " cannot be opened: " + e.getMessage(),
                    port < 1024
                            ? "Stop what uses it (ss -ltnp), or let the node open it: CAP_NET_BIND_SERVICE."
                            : "Stop what uses it (ss -ltnp), or choose another address or port.");
        } catch (IOException | IllegalArgumentException e) {
            return Finding.failed(name, seen + " cannot be opened: " + e.getMessage(), "Check the address.");
        }
    }

    /** Whether the node of this configuration is running and so holds the ports. */
    private boolean isOurs(int port) {
        Path announcement = configuration.get(NodeOptions.DATA_DIRECTORY).resolve("node.json");
        try {
            long pid = JsonMapper.shared()
                    .readTree(Files.readString(announcement))
                    .path("pid")
                    .asLong(0);
            return port > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        } catch (IOException | JacksonException e) {
            return false;
        }
    }
}
