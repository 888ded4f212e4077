package dev.ose.testkit;

import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.nio.file.Path;
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

    private @Nullable VersityProcess process;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        Path program = InstalledTools.install("versitygw");
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
}
