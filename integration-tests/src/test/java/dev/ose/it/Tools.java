package dev.ose.it;

import dev.ose.testkit.InstalledTools;
import dev.ose.testkit.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Where the programs under test are. A program that cannot be installed fails the test that needs it, but for those of
 * the distribution, which only root can install.
 */
public final class Tools {

    /** A tool that is compiled may be so beside the build, at the lowest priority. */
    private static final Duration INSTALLATION_LIMIT = Duration.ofMinutes(40);

    private static final Map<String, String> INSTALLED = new ConcurrentHashMap<>();

    private Tools() {}

    public static Path repository() {
        return Path.of(Objects.requireNonNull(
                System.getProperty("ose.it.repository"), "the system property ose.it.repository"));
    }

    /** A directory for the files of tests, which no other process of Failsafe uses. */
    public static Path scratch() {
        return Path.of(
                System.getProperty("java.io.tmpdir"),
                "ose-it-" + System.getProperty("user.name"),
                System.getProperty("ose.it.fork", "fork-1"));
    }

    /** The jar that the module of that name was packaged into. */
    static Path jar(String module) {
        return packaged(repository().resolve(module), module + "-[0-9].*\\.jar");
    }

    /** The jar that operators install of the adapter of that name. */
    static Path adapterJar(String name) {
        return packaged(repository().resolve("osis-adapters").resolve(name), name + "-[0-9].*-adapter\\.jar");
    }

    private static Path packaged(Path module, String name) {
        try (Stream<Path> files = Files.list(module.resolve("target"))) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("Maven has not packaged " + module));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Path python(String program) {
        return installed("python").resolve("python/bin").resolve(program);
    }

    /** Python with what the public suite of VMware's product needs. */
    static Path extensionSuitePython() {
        return installed("extension-suite").resolve("extension-suite/bin/python");
    }

    public static Path program(String name) {
        return installed(name).resolve("bin").resolve(name);
    }

    /** The files of a small Debian with systemd, as an archive. */
    public static Path debianRoot() {
        Path archive = installed("debian-root").resolve("debian-root.tar");
        return Files.exists(archive) ? archive : Programs.lacking("debootstrap, and with it a small Debian");
    }

    /** A program of the distribution; if it is missing, the test ends as in {@link Programs}. */
    public static Path packaged(String name) {
        installed(name);
        return Programs.find(name);
    }

    /** A program of the distribution that is unpacked beside the others; skipped like {@link #packaged} ones. */
    static Path unpacked(String name) {
        Path program = program(name);
        return Files.isExecutable(program) ? program : Programs.lacking(name + " of the distribution");
    }

    /** Installs the tool unless this process has done so; another run that installs it is waited for. */
    private static Path installed(String tool) {
        Path cache = InstalledTools.directory();
        INSTALLED.computeIfAbsent(
                tool, name -> new Command(repository().resolve("integration-tests/tools/install"), name)
                        // Set for the installer alone: a node would take the variable for an option.
                        .variable("OSE_TOOLS", cache.toString())
                        .within(INSTALLATION_LIMIT)
                        .run());
        return cache;
    }
}
