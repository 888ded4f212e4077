package dev.ose.testkit;

import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Gives a test class moto, which stands for AWS, one for all classes of the run. Register it like {@link
 * VersityFixture}.
 * The program is installed by {@code integration-tests/tools/install} unless it is there.
 */
@StartsServer
public final class MotoFixture implements BeforeAllCallback {

    private static final ExtensionContext.Namespace SHARED = ExtensionContext.Namespace.create(MotoFixture.class);

    private @Nullable MotoProcess process;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        Path program = InstalledTools.install("moto_server");
        process = context.getStore(StoreScope.LAUNCHER_SESSION, SHARED)
                .computeIfAbsent(MotoProcess.class, absent -> MotoProcess.start(program), MotoProcess.class);
    }

    /** The server of this run. */
    public MotoProcess server() {
        if (process == null) {
            throw new IllegalStateException("register the fixture in a static field with @RegisterExtension");
        }
        return process;
    }
}
