package dev.ose.testkit;

import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Gives a test class a real versitygw with accounts, one for all classes of the run, with an empty folder. Use:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final VersityFixture VERSITY = new VersityFixture();
 * }</pre>
 *
 * <p>The program is installed by {@code integration-tests/tools/install} unless it is there, which compiles it and may
 * take minutes. Without it, and without that script, the class ends as {@link Programs} says.
 */
@StartsServer
public final class VersityFixture implements BeforeAllCallback {

    private static final ExtensionContext.Namespace SHARED = ExtensionContext.Namespace.create(VersityFixture.class);
    private static final Path INSTALLER = Path.of("integration-tests/tools/install");
    private static final long INSTALLATION_MINUTES = 40;

    private @Nullable VersityProcess process;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        Path program = program();
        process = context.getStore(StoreScope.LAUNCHER_SESSION, SHARED)
                .computeIfAbsent(VersityProcess.class, absent -> VersityProcess.start(program), VersityProcess.class);
    }

    /** The gateway of this run. */
    public VersityProcess gateway() {
        if (process == null) {
            throw new IllegalStateException("register the fixture in a static field with @RegisterExtension");
        }
        return process;
    }

    private static Path program() throws IOException, InterruptedException {
        Path installer = Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
                .takeWhile(directory -> directory != null)
                .map(directory -> directory.resolve(INSTALLER))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> Programs.lacking(INSTALLER.toString()));
        Path log = Files.createTempFile("versitygw", ".install");
        Process run = new ProcessBuilder(installer.toString(), "versitygw")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!run.waitFor(INSTALLATION_MINUTES, TimeUnit.MINUTES) || run.exitValue() != 0) {
            run.destroyForcibly();
            throw new IllegalStateException("versitygw could not be installed: " + Files.readString(log));
        }
        return InstalledTools.directory().resolve("bin/versitygw");
    }
}
