package dev.ose.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * A Debian of its own, started by its own systemd in a container with a network that reaches nothing but this machine.
 * Needs root; the test is skipped where that or one of the programs cannot be had.
 */
final class Host implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration STOP_LIMIT = Duration.ofMinutes(2);

    private final Path root;
    private final Path log;
    private final Network network = Network.ofThisProcess();
    private final Process container;

    /**
     * The two ends of a link. The addresses are those kept for measurements (RFC 2544), four for each process of this
     * machine, so that runs at the same time do not meet.
     */
    private record Network(String machine, String here, String there) {

        static Network ofThisProcess() {
            long process = ProcessHandle.current().pid();
            long first = process % (1 << 14) * 4;
            String prefix = "198.18." + first / 256 + '.';
            return new Network("ose" + process, prefix + (first % 256 + 1), prefix + (first % 256 + 2));
        }

        String link() {
            return "ve-" + machine;
        }
    }

    private Host(Path root) {
        this.root = root;
        this.log = root.resolveSibling(root.getFileName() + ".log");
        this.container = new Command("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--network-veth")
                .with("--machine=" + network.machine(), "--directory=" + root, "--console=pipe", "--boot")
                .leaveRunning(log);
    }

    /** Boots a new one; a name is that of its folder below the build's scratch folder. */
    static Host boot(String name) {
        Tools.packaged("systemd-nspawn");
        Host host = new Host(unpack(name));
        try {
            host.connect();
            return host;
        } catch (RuntimeException | AssertionError e) {
            host.close();
            throw e;
        }
    }

    /** Unpacks the files of a Debian system. */
    static Path unpack(String name) {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root can make a host");
        Path archive = Tools.debianRoot();
        Path root = Tools.scratch().resolve(name);
        remove(root);
        try {
            Files.createDirectories(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        new Command(
                        "tar",
                        "--extract",
                        "--preserve-permissions",
                        "--numeric-owner",
                        "--file",
                        archive,
                        "--directory",
                        root)
                .run();
        return root;
    }

    /** Removes the files of a host that does not run. */
    static void remove(Path root) {
        new Command("rm", "-rf", "--one-file-system", root).run();
    }

    /** The first process of the container. */
    private Optional<ProcessHandle> leader() {
        return container.toHandle().children().findFirst();
    }

    private void connect() {
        Ports.await("the start of the container", START_LIMIT, () -> {
            if (!container.isAlive()) {
                throw new AssertionError("the container ended, see " + log);
            }
            return leader().isPresent();
        });
        Ports.await("the end of booting", START_LIMIT, () -> {
            String state = end("systemctl", "is-system-running").output().strip();
            return state.equals("running") || state.equals("degraded");
        });
        new Command("ip", "address", "add", network.here() + "/30", "dev", network.link()).run();
        new Command("ip", "link", "set", network.link(), "up").run();
        run("ip", "address", "add", network.there() + "/30", "dev", "host0");
        run("ip", "link", "set", "host0", "up");
    }

    /** The address at which this machine reaches it. */
    String address() {
        return network.there();
    }

    /** A file of it, as this machine sees it. */
    Path file(String path) {
        return root.resolve(path.substring(1));
    }

    /** Runs a program on it as root. */
    String run(String... words) {
        return end(words).orFail();
    }

    Command.Ended end(String... words) {
        long process = leader().orElseThrow(() -> new AssertionError("the container ended, see " + log))
                .pid();
        return new Command("nsenter", "--target", process, "--mount", "--pid", "--uts", "--ipc", "--net")
                .with("--root", "--wd", "--")
                .with(List.of(words).toArray())
                .variable("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
                .variable("HOME", "/root")
                .within(Duration.ofMinutes(8))
                .end();
    }

    /** A property of a unit, as systemd has it. */
    String property(String unit, String name) {
        return run("systemctl", "show", "--value", "--property=" + name, unit).strip();
    }

    @Override
    public void close() {
        container.destroy();
        try {
            if (!container.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                // Its processes go with the first of them.
                leader().ifPresent(ProcessHandle::destroyForcibly);
                container.destroyForcibly().waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            container.destroyForcibly();
        }
        remove(root);
    }
}
