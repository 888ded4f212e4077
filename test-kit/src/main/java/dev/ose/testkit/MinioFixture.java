package dev.ose.testkit;

import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Gives a test class a real MinIO, one for all classes of the run, with an empty folder, if the system property {@code
 * ose.minio} is {@code true}; otherwise the class is skipped. Register it like {@link VersityFixture}. The program is
 * installed by {@code integration-tests/tools/install} unless it is there, which compiles it for several minutes.
 */
@StartsServer
public final class MinioFixture implements BeforeAllCallback {

    private static final ExtensionContext.Namespace SHARED = ExtensionContext.Namespace.create(MinioFixture.class);

    private @Nullable MinioProcess process;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Boolean.getBoolean("ose.minio"), "-Dose.minio=true runs it, as ./test nightly platforms does");
        Path program = InstalledTools.install("minio");
        process = context.getStore(StoreScope.LAUNCHER_SESSION, SHARED)
                .computeIfAbsent(MinioProcess.class, absent -> MinioProcess.start(program), MinioProcess.class);
    }

    /** The server of this run. */
    public MinioProcess server() {
        if (process == null) {
            throw new IllegalStateException("register the fixture in a static field with @RegisterExtension");
        }
        return process;
    }
}
