package dev.ose.postgres;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/** A directory for one test and its child processes, which are removed on close. */
final class Sandbox implements AutoCloseable {

    /** Unpacked once for all tests of the module. */
    static final Path PROGRAMS = Path.of("target/programs").toAbsolutePath();

    /** An account without access rights here. */
    static final int STRANGER = 65_534;

    private final Path root;
    private final List<Process> children = new ArrayList<>();

    private Sandbox(Path root) {
        this.root = root;
    }

    /** All accounts may traverse it, as /var/lib. */
    static Sandbox open() throws IOException {
        Sandbox sandbox = new Sandbox(Files.createTempDirectory("ose-postgres"));
        ClusterDirectories.permit(sandbox.root, "rwxr-xr-x");
        return sandbox;
    }

    /** Only its owner may traverse it, as /root. */
    static Sandbox closed() throws IOException {
        Sandbox sandbox = new Sandbox(Files.createTempDirectory("ose-postgres"));
        ClusterDirectories.permit(sandbox.root, "rwx------");
        return sandbox;
    }

    Path root() {
        return root;
    }

    Path directory() {
        return root.resolve("database");
    }

    EmbeddedPostgresConfig config() {
        return EmbeddedPostgresConfig.in(directory()).withBinaries(PROGRAMS);
    }

    EmbeddedPostgresConfig throwaway() {
        return config().throwaway();
    }

    /** Runs {@link Starter} in a process of its own. */
    Process child(Path directory, int port) throws IOException {
        return child(List.of(), System.getProperty("java.class.path"), List.of(directory, PROGRAMS), port);
    }

    /** The same as another user, from copies of the class path that the user may read. */
    Process childOfStranger(Path directory) throws IOException {
        Path home = Files.createDirectory(root.resolve("stranger"));
        new Ownership(STRANGER, STRANGER).give(home);
        List<String> drop = List.of("setpriv", "--reuid=" + STRANGER, "--regid=" + STRANGER, "--clear-groups", "--");
        return child(drop, readableClassPath(), List.of(directory, home.resolve("programs")), 0);
    }

    private Process child(List<String> prefix, String classPath, List<Path> paths, int port) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Starter.class.getName()));
        paths.forEach(path -> command.add(path.toString()));
        command.add(String.valueOf(port));
        Process child = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        children.add(child);
        return child;
    }

    private String readableClassPath() throws IOException {
        Path copy = Files.createDirectory(root.resolve("classpath"));
        List<String> entries = new ArrayList<>();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path source = Path.of(entry);
            Path target = copy.resolve(entries.size() + "-" + source.getFileName());
            entries.add(target.toString());
            try (Stream<Path> files = Files.walk(source)) {
                files.forEach(file -> copy(file, target.resolve(source.relativize(file))));
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static void copy(Path file, Path target) {
        try {
            Files.copy(file, target.normalize(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The child's first line: that it started, or why not. */
    static String answer(Process child) throws IOException {
        return String.valueOf(child.inputReader().readLine());
    }

    /** As {@code kill -9} does. */
    static void kill(Process child) throws InterruptedException {
        child.destroyForcibly();
        child.waitFor(10, TimeUnit.SECONDS);
    }

    static String query(EmbeddedPostgres postgres, String sql) throws SQLException {
        PGSimpleDataSource source = PostgresSource.of(postgres.jdbcUrl());
        source.setUser(postgres.user());
        source.setPassword(postgres.withPassword(String::new));
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    /** Also ends what a failed test left behind. */
    @Override
    public void close() throws IOException {
        for (Process child : children) {
            child.destroyForcibly().onExit().join();
        }
        Path data = new Layout(directory()).data();
        if (Files.isDirectory(data)) {
            endServer(data);
        }
        ClusterDirectories.delete(root);
    }

    private static void endServer(Path data) throws IOException {
        Postmaster.running(data)
                .flatMap(left -> ProcessHandle.of(left.pid()))
                .ifPresent(ProcessHandle::destroyForcibly);
        await().atMost(Duration.ofMinutes(1)).until(() -> !Postmaster.hasProcesses(data));
    }
}
