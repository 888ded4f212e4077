package dev.ose.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The directory into which {@code integration-tests/tools/install} puts the tools that tests run. */
public final class InstalledTools {

    private static final Path INSTALLER = Path.of("integration-tests/tools/install");
    private static final long INSTALLATION_MINUTES = 40;

    private InstalledTools() {}

    /** The directory, which may not exist yet: that of {@code OSE_TOOLS}, otherwise one for the user. */
    public static Path directory() {
        String chosen = System.getenv("OSE_TOOLS");
        return chosen == null ? Path.of(System.getProperty("user.home"), ".cache/ose-tools") : Path.of(chosen);
    }

    /**
     * The program of a tool, which is installed unless it is there. That compiles it and may take minutes. Where the
     * script is missing the test ends as {@link Programs} says.
     */
    static Path install(String tool) throws IOException, InterruptedException {
        Path installer = Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
                .takeWhile(directory -> directory != null)
                .map(directory -> directory.resolve(INSTALLER))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> Programs.lacking(INSTALLER.toString()));
        Path log = Files.createTempFile(tool, ".install");
        Process run = new ProcessBuilder(installer.toString(), tool)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!run.waitFor(INSTALLATION_MINUTES, TimeUnit.MINUTES) || run.exitValue() != 0) {
            run.destroyForcibly();
            throw new IllegalStateException(tool + " could not be installed: " + Files.readString(log));
        }
        return directory().resolve("bin").resolve(tool);
    }
}
