package dev.ose.benchmarks;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A node as its operators run it, with its embedded PostgreSQL and its request log.
 */
public final class NodeServer implements ServerUnderTest {

    /** The options of {@code quickstart}. */
    private static final List<String> JVM_OPTIONS = List.of(
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xmx512m");

    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use[A-Za-z0-9]+GC");

    private static final int MADE_AT_ONCE = 8;
    private static final int USERS_OF_A_TENANT = 100;

    private final String name;
    private final Child child;
    private final InetSocketAddress address;
    private final @Nullable SSLContext trust;
    private final AdminClient admin;
    private final KeyPair keys;
    private final Optional<ProcessHandle> database;
    private final Duration startTime;

    private NodeServer(String name, Running running, @Nullable SSLContext trust, KeyPair keys) {
        this.name = name;
        this.child = running.child();
        this.database = running.database();
        this.address = running.address();
        this.startTime = running.startTime();
        this.trust = trust;
        this.admin = running.admin();
        this.keys = keys;
    }

    /** A node that serves. */
    private record Running(
            Child child,
            Optional<ProcessHandle> database,
            InetSocketAddress address,
            AdminClient admin,
            Duration startTime) {}

    /**
     * A build to start.
     *
     * @param name as it appears in the table
     * @param classPath of the program
     * @param arguments beyond the usual ones
     */
    public record Build(String name, String classPath, Arguments arguments) {}

    /**
     * What a node is started with.
     *
     * @param jvm options of its Java
     * @param node options of its own, each {@code key=value}
     */
    public record Arguments(List<String> jvm, List<String> node) {

        public Arguments {
            jvm = List.copyOf(jvm);
            node = List.copyOf(node);
        }
    }

    /**
     * Starts a node without data, with a tenant, a user and a bucket for each workload. Blocks until it serves.
     *
     * @param certificate of its own and of the storage; null to speak plain HTTP
     */
    public static NodeServer start(
            Build build, NodeProgram program, Path directory, @Nullable Certificate certificate) {
        Path data = directory.resolve("data");
        try {
            deleteTree(data);
            Files.createDirectories(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Running running = run(build, program, directory, certificate);
        try {
            KeyPair keys = running.admin().makeUser(running.admin().makeTenant("measured"), "load");
            return new NodeServer(build.name(), running, certificate == null ? null : certificate.client(), keys);
        } catch (RuntimeException e) {
            running.child().close();
            throw e;
        }
    }

    /**
     * Starts a node again that was closed, over plain HTTP, with the data that it has. Blocks until it serves.
     *
     * @param directory of the node that was closed
     * @param keys of its user
     */
    public static NodeServer restart(Build build, NodeProgram program, Path directory, KeyPair keys) {
        return new NodeServer(build.name(), run(build, program, directory, null), null, keys);
    }

    private static Running run(Build build, NodeProgram program, Path directory, @Nullable Certificate certificate) {
        Path data = directory.resolve("data");
        Path log = directory.resolve("node.log");
        int tlsPort = ProxyServer.freePort();
        List<String> command = command(build, program, data);
        if (certificate != null) {
            command.addAll(tls(tlsPort, certificate));
        }
        long began = System.nanoTime();
        Child child = Child.start(command, log);
        String startLine = child.firstLine();
        Duration startTime = Duration.ofNanos(System.nanoTime() - began);
        if (startLine == null) {
            child.close();
            throw new IllegalStateException("the node did not start, see " + log);
        }
        JsonNode endpoints = JsonMapper.shared().readTree(startLine);
        URI s3 = URI.create(endpoints.required("s3Endpoint").asString());
        URI admin = URI.create(endpoints.required("adminEndpoint").asString());
        try {
            Secret password =
                    Secret.of(Files.readString(data.resolve("admin-password")).strip());
            InetSocketAddress address =
                    new InetSocketAddress(s3.getHost(), certificate == null ? s3.getPort() : tlsPort);
            return new Running(child, database(data), address, new AdminClient(admin, "admin", password), startTime);
        } catch (IOException e) {
            child.close();
            throw new IllegalStateException("the node cannot be used, see " + log, e);
        }
    }

    private static List<String> command(Build build, NodeProgram program, Path data) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_OPTIONS);
        if (build.arguments().jvm().stream()
                .noneMatch(option -> COLLECTOR.matcher(option).matches())) {
            command.addAll(List.of("-XX:+UseSerialGC", "-XX:NewRatio=4"));
        }
        command.addAll(build.arguments().jvm());
        command.addAll(program.properties());
        command.addAll(List.of("-cp", build.classPath(), program.mainClass()));
        command.addAll(List.of("--oss.data.dir=" + data, "--oss.s3.port=0", "--server.port=0"));
        command.addAll(program.options());
        build.arguments().node().forEach(option -> command.add("--" + option));
        return command;
    }

    private static List<String> tls(int port, Certificate certificate) {
        return List.of(
                "--oss.s3.tls.port=" + port,
                "--oss.s3.tls.certificate=" + certificate.certificate(),
                "--oss.s3.tls.private-key=" + certificate.privateKey(),
                "--oss.platform.certificate-authorities=" + certificate.certificate());
    }

    /** The embedded PostgreSQL, which belongs to a user of its own and so is no child; empty if the node has none. */
    private static Optional<ProcessHandle> database(Path data) throws IOException {
        Path file = data.resolve("postgres/data/postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return ProcessHandle.of(
                    Long.parseLong(lines.findFirst().orElseThrow().strip()));
        }
    }

    /**
     * Makes tenants with users, each of whom has a key pair and a bucket for the workload. Blocks for some ten
     * milliseconds a user.
     *
     * @param from the number of the first one
     * @param end the number behind the last one
     */
    public List<LoadUser> makeUsers(int from, int end, Workload workload) {
        Semaphore places = new Semaphore(MADE_AT_ONCE);
        List<Future<LoadUser>> made = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int first = from; first < end; first += USERS_OF_A_TENANT) {
                String tenant = admin.makeTenant("tenant-" + first);
                for (int number = first; number < Math.min(end, first + USERS_OF_A_TENANT); number++) {
                    String name = "user-" + number;
                    places.acquireUninterruptibly();
                    made.add(threads.submit(() -> {
                        try {
                            return makeLoadUser(tenant, name, workload);
                        } finally {
                            places.release();
                        }
                    }));
                }
            }
            return made.stream().map(NodeServer::result).toList();
        }
    }

    private LoadUser makeLoadUser(String tenant, String name, Workload workload) {
        LoadUser user = new LoadUser(admin.makeUser(tenant, name), workload.bucket() + "-of-" + name);
        Load.prepare(this, user);
        return user;
    }

    private static LoadUser result(Future<LoadUser> made) {
        try {
            return made.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a user could not be made", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static void deleteTree(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** The time from the start of the process until it served. */
    public Duration startTime() {
        return startTime;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public @Nullable SSLContext trust() {
        return trust;
    }

    @Override
    public KeyPair keys() {
        return keys;
    }

    @Override
    public Stream<ProcessHandle> processes() {
        return Stream.of(child.itself());
    }

    @Override
    public Stream<ProcessHandle> databaseProcesses() {
        return database.stream().flatMap(process -> Stream.concat(Stream.of(process), process.descendants()));
    }

    /** The name without an ending is taken where other servers create buckets of the storage's own users. */
    @Override
    public String bucketOf(Workload workload) {
        return workload.bucket() + "-of-a-tenant";
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public void close() {
        admin.close();
        child.close();
    }
}
