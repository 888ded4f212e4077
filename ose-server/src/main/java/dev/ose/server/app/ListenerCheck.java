package dev.ose.server.app;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.config.Option;
import dev.ose.config.S3Options;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Whether the listeners can be opened, and show certificates that clients will take. */
final class ListenerCheck {

    private static final Duration SOON = Duration.ofDays(30);

    private final Configuration configuration;
    private final Clock clock;

    ListenerCheck(Configuration configuration, Clock clock) {
        this.configuration = configuration;
        this.clock = clock;
    }

    void run(Consumer<Finding> tell) {
        List<String> s3 = new ArrayList<>();
        for (String domain : configuration.get(S3Options.DOMAINS)) {
            s3.add("s3." + domain);
            s3.add("*.s3." + domain);
        }
        certificate("Certificate of S3", S3Options.TLS_CERTIFICATE, s3).ifPresent(tell);
        certificate(
                        "Certificate of the admin API",
                        AdminOptions.TLS_CERTIFICATE,
                        configuration.find(AdminOptions.HOST_NAMES).orElse(List.of()))
                .ifPresent(tell);
        port("S3 port", S3Options.ADDRESS, S3Options.PORT).ifPresent(tell);
        port("S3 port with TLS", S3Options.ADDRESS, S3Options.TLS_PORT).ifPresent(tell);
        port("Admin port", AdminOptions.ADDRESS, AdminOptions.PORT).ifPresent(tell);
    }

    private Optional<Finding> certificate(String name, Option<Path> option, List<String> hosts) {
        return configuration.find(option).map(file -> {
            try {
                return judge(name, certificate(file), hosts, clock.instant());
            } catch (IOException | CertificateException e) {
                return Finding.failed(
                        name,
                        file + " cannot be read: " + e.getMessage(),
                        "Check path, permissions, and that it is a PEM file; or ose cert import.");
            }
        });
    }

    private static X509Certificate certificate(Path file) throws IOException, CertificateException {
        try (var pem = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
        }
    }

    static Finding judge(String name, X509Certificate certificate, List<String> hosts, Instant now)
            throws CertificateException {
        Instant end = certificate.getNotAfter().toInstant();
        if (now.isAfter(end) || now.isBefore(certificate.getNotBefore().toInstant())) {
            return Finding.failed(
                    name,
                    "good from " + certificate.getNotBefore().toInstant() + " to " + end + ", and it is " + now,
                    "Get a new one and ose cert import it; a running node takes it within seconds.");
        }
        List<String> names = names(certificate);
        List<String> missing = hosts.stream()
                .filter(host -> names.stream().noneMatch(it -> covers(it, host)))
                .toList();
        if (!missing.isEmpty()) {
            return Finding.warning(
                    name,
                    "not for " + String.join(", ", missing) + "; it is for " + String.join(", ", names),
                    "Get one that names them, if clients use them: without the wild card only path style works.");
        }
        return Duration.between(now, end).compareTo(SOON) < 0
                ? Finding.warning(name, "ends " + end, "Renew it and ose cert import it before that day.")
                : Finding.valid(name, "for " + String.join(", ", names) + ", until " + end);
    }

    private static boolean covers(String name, String host) {
        String pattern = name.toLowerCase(Locale.ROOT);
        int dot = host.indexOf('.');
        if (pattern.startsWith("*.") && dot > 0) {
            return pattern.equals(host) || pattern.substring(1).equals(host.substring(dot));
        }
        return pattern.equals(host);
    }

    private static List<String> names(X509Certificate certificate) throws CertificateException {
        @Nullable Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        List<String> names = new ArrayList<>();
        if (alternatives != null) {
            alternatives.forEach(alternative -> names.add(String.valueOf(alternative.get(1))));
        }
        return names;
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
            // As a node opens it: a port that is only cooling down from the last one is free.
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

    /** Whether the node of this configuration runs; it then has the ports, as it would not run without. */
    private boolean isOurs(int port) {
        Path told = configuration.get(NodeOptions.DATA_DIRECTORY).resolve("node.json");
        try {
            long pid = JsonMapper.shared()
                    .readTree(Files.readString(told))
                    .path("pid")
                    .asLong(0);
            return port > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        } catch (IOException | JacksonException e) {
            return false;
        }
    }
}
