package dev.ose.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Where the programs under test are. A program that cannot be installed fails the test that needs it, but for those of the
 * distribution, which only root can install.
 */
public final class Tools {

    private Tools() {}

    public static Path repository() {
        return Path.of(Objects.requireNonNull(
                System.getProperty("ose.it.repository"), "the system property ose.it.repository"));
    }

    /** A fresh place of the build for a test's files. */
    public static Path scratch() {
        return repository().resolve("integration-tests/target/it");
    }

    public static Path python(String program) {
        return installed("python").resolve("python/bin").resolve(program);
    }

    public static Path program(String name) {
        return installed(name).resolve("bin").resolve(name);
    }

    /** The files of a small Debian with systemd, as an archive. */
    public static Path debianRoot() {
        Path archive = installed("debian-root").resolve("debian-root.tar");
        if (Files.notExists(archive)) {
            Assumptions.abort("this machine cannot make a Debian");
        }
        return archive;
    }

    /** A program of the distribution; the test is skipped where it is neither there nor to be had. */
    public static Path packaged(String name) {
        installed(name);
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> Assumptions.abort("this machine lacks " + name));
    }

    /** A program of the distribution that is unpacked beside the others; skipped like {@link #packaged} ones. */
    static Path unpacked(String name) {
        Path program = program(name);
        return Files.isExecutable(program) ? program : Assumptions.abort("this machine cannot unpack " + name);
    }

    private static Path installed(String tool) {
        new Command(repository().resolve("integration-tests/tools/install"), tool)
                .within(Duration.ofMinutes(20))
                .run();
        String cache = System.getenv("OSE_TOOLS");
        return cache == null ? Path.of(System.getProperty("user.home"), ".cache/ose-tools") : Path.of(cache);
    }
}
