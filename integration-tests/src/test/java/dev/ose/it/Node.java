package dev.ose.it;

import dev.ose.adapter.Secret;
import dev.ose.testkit.DatabaseImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node in a process of its own, started as its operators start it: by {@code quickstart}, with its defaults. */
public final class Node implements Running {

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final int SHOWN_LOG_CHARACTERS = 8_000;

    /**
     * Read by the launcher of the JDK. The second compiler costs a node that lives for a minute more than all its
     * requests. The room for compiled code is as large as with both: a node collects its heap whenever a share of it is
     * used up.
     */
    static final Map<String, String> SHORT_LIVED =
            Map.of("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m");

    /** Only the second compiler has the processor's instructions for SHA-256 and AES: many bodies repay it. */
    private static final Map<String, String> LONG_LIVED = Map.of();

    private final Path directory;
    private final Map<String, String> jvm;
    private final Map<String, String> options;
    private final Certificate certificate;
    private final int tlsPort = Ports.free();
    private Started started;

    private Node(Path directory, Map<String, String> jvm, Map<String, String> options) {
        this.directory = directory;
        this.jvm = jvm;
        this.options = options;
        this.certificate = Certificate.make(directory.resolve("tls"));
        this.started = launch();
    }

    /** The announcement of a started node. */
    private record Started(
            URI s3,
            URI admin,
            String tenant,
            String accessKey,
            Secret secretKey,
            String login,
            Secret loginKey,
            long pid) {

        static Started parse(String line) {
            JsonNode announced = JsonMapper.shared().readTree(line);
            return new Started(
                    URI.create(text(announced, "s3Endpoint")),
                    URI.create(text(announced, "adminEndpoint")),
                    text(announced, "tenant"),
                    text(announced, "accessKey"),
                    Secret.of(text(announced, "secretKey")),
                    text(announced, "adminUser"),
                    Secret.of(text(announced, "adminPassword")),
                    announced.required("pid").asLong());
        }

        private static String text(JsonNode announced, String name) {
            return announced.required(name).asString();
        }
    }

    /** Starts a node with no data in the folder of that name below the build's scratch folder. */
    public static Node startEmpty(String name) {
        return startEmpty(name, Map.of());
    }

    /** The same with options beside the usual ones, by their keys. */
    public static Node startEmpty(String name, Map<String, String> options) {
        return startEmpty(name, SHORT_LIVED, options);
    }

    /** The same for a node that answers the clients of many tests. */
    static Node startShared(String name) {
        return startEmpty(name, LONG_LIVED, Map.of());
    }

    private static Node startEmpty(String name, Map<String, String> jvm, Map<String, String> options) {
        Path directory = Tools.scratch().resolve(name);
        try {
            VersityServer.deleteTree(directory);
            Path data = Files.createDirectories(directory.resolve("data"));
            if (!options.containsKey("spring.datasource.url")) {
                DatabaseImage.copyInto(data);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Node(directory, jvm, options);
    }

    /**
     * Starts a second node of the first one's cluster, on a machine of its own as it were: with a data directory that
     * only contains the key file and the logins, which quickstart would otherwise create.
     */
    public static Node startBeside(Node first, String name, Map<String, String> options) {
        Path directory = Tools.scratch().resolve(name);
        try {
            VersityServer.deleteTree(directory);
            Path data = Files.createDirectories(directory.resolve("data"));
            for (String file : List.of("keyring.json", "admin-password", "demo.json")) {
                Files.copy(first.data().resolve(file), data.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Node(directory, SHORT_LIVED, options);
    }

    private Started launch() {
        Command start = quickstart("--no-build", "--detach", "--json", "--data-dir", data())
                .with("--port", "0", "--admin-port", "0")
                .variable("OSE_OSS_S3_TLS_PORT", Integer.toString(tlsPort))
                .variable(
                        "OSE_OSS_S3_TLS_CERTIFICATE", certificate.certificate().toString())
                .variable("OSE_OSS_S3_TLS_PRIVATE_KEY", certificate.privateKey().toString())
                .within(START_LIMIT);
        jvm.forEach(start::variable);
        options.forEach((key, value) ->
                start.variable("OSE_" + key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"), value));
        return Started.parse(start.run().strip());
    }

    private static Command quickstart(Object... words) {
        // The usual umask: it makes files readable by others unless the node restricts them.
        return new Command(
                        "sh",
                        "-c",
                        "umask 022 && exec \"$0\" \"$@\"",
                        Tools.repository().resolve("quickstart"))
                .with(words);
    }

    /** Where quickstart keeps what the JDK learned of the starts of the packaged node; made once in a build. */
    static Path aotCache() {
        quickstart("prepare", "--no-build").within(START_LIMIT).run();
        return Tools.repository().resolve("ose-server/target/quickstart.aot");
    }

    Path data() {
        return directory.resolve("data");
    }

    public S3Target target(Where where) {
        return switch (where) {
            case HTTP -> target(started.s3(), null);
            case HTTPS ->
                target(URI.create("https://" + started.s3().getHost() + ":" + tlsPort), certificate.certificate());
        };
    }

    private S3Target target(URI endpoint, @Nullable Path authority) {
        return new S3Target(endpoint, started.accessKey(), started.secretKey(), authority, S3Target.Server.NODE);
    }

    /** The port of the admin API, which serves S3 below {@code /api/v1/s3}. */
    public S3Target mounted() {
        return target(started.admin(), null);
    }

    public AdminApi admin() {
        return new AdminApi(started.admin(), started.login(), started.loginKey());
    }

    /** Kills the process as a power failure would, and waits for its end. */
    public void kill() {
        Optional<ProcessHandle> process = ProcessHandle.of(started.pid());
        process.ifPresent(ProcessHandle::destroyForcibly);
        process.map(ProcessHandle::onExit).ifPresent(gone -> {
            try {
                gone.join();
            } catch (CompletionException e) {
                throw new IllegalStateException("the killed node remains", e);
            }
        });
    }

    /** Starts the node on the data it had; its ports are new ones, but for TLS. */
    public void start() {
        started = launch();
    }

    public void stop() {
        quickstart("stop", "--data-dir", data()).within(Duration.ofMinutes(2)).run();
    }

    public boolean isAlive() {
        return ProcessHandle.of(started.pid()).isPresent();
    }

    /** The end of each log file, for the message of a failed test. */
    public String logTails() {
        StringBuilder tails = new StringBuilder();
        try (Stream<Path> files =
                Files.find(directory, 4, (file, facts) -> file.toString().endsWith(".log"))) {
            for (Path file : files.toList()) {
                String text = Files.readString(file);
                String end = text.substring(Math.max(0, text.length() - SHOWN_LOG_CHARACTERS));
                tails.append("---- ").append(file).append('\n').append(end);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tails.toString();
    }

    @Override
    public void close() {
        if (isAlive()) {
            stop();
        }
    }
}
