package dev.ose.it;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A second, independent S3 server that the same requests are sent to: versitygw over a folder, with http and https. */
public final class VersityServer implements Running {

    private static final String ACCESS_KEY = "compared";
    private static final Secret SECRET_KEY = Secret.of("compared-with-the-node");

    private final List<Process> processes = new ArrayList<>();
    private final Certificate certificate;
    private final Path directory;
    private final S3Target http;
    private final S3Target https;

    private VersityServer(Path directory) {
        this.directory = directory;
        this.certificate = Certificate.make(directory.resolve("tls"));
        this.http = start("http");
        this.https = start("https");
    }

    public static VersityServer start() {
        Path directory = Tools.scratch().resolve("versitygw");
        try {
            deleteTree(directory);
            Files.createDirectories(directory.resolve("http/data"));
            Files.createDirectories(directory.resolve("http/versions"));
            Files.createDirectories(directory.resolve("https/data"));
            Files.createDirectories(directory.resolve("https/versions"));
            return new VersityServer(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public S3Target target(Where where) {
        return switch (where) {
            case HTTP -> http;
            case HTTPS -> https;
        };
    }

    private S3Target start(String scheme) {
        int port = Ports.free();
        boolean isTls = scheme.equals("https");
        Command command = new Command(Tools.program("versitygw"), "--port", "127.0.0.1:" + port, "--quiet");
        if (isTls) {
            command.with("--cert", certificate.certificate(), "--key", certificate.privateKey());
        }
        S3Target target = new S3Target(
                URI.create(scheme + "://127.0.0.1:" + port),
                ACCESS_KEY,
                SECRET_KEY,
                isTls ? certificate.certificate() : null,
                S3Target.Server.VERSITYGW);
        Path home = directory.resolve(scheme);
        command.variable("ROOT_ACCESS_KEY", ACCESS_KEY)
                .variable("ROOT_SECRET_KEY", target.secretText())
                .with("posix", "--versioning-dir", home.resolve("versions"), home.resolve("data"));
        Process process = command.leaveRunning(directory.resolve(scheme + ".log"));
        processes.add(process);
        Ports.await("the start of versitygw", Duration.ofSeconds(30), () -> {
            if (!process.isAlive()) {
                throw new AssertionError("versitygw ended, see " + directory.resolve(scheme + ".log"));
            }
            return Ports.isOpen(port);
        });
        return target;
    }

    public static void deleteTree(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
