package dev.ose.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives each test a {@link DirectorStandIn} of its own. All of a class share one certificate, because creating one
 * takes a second. Use:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final DirectorFixture directors = new DirectorFixture();
 * }</pre>
 */
public final class DirectorFixture implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback {

    private @Nullable TestCertificate certificate;
    private @Nullable DirectorStandIn director;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Path folder = Files.createTempDirectory("director");
        certificate = TestCertificate.make(folder, "director");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        if (certificate == null) {
            throw new IllegalStateException("register the fixture in a static field with @RegisterExtension");
        }
        director = DirectorStandIn.start(certificate);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        director().close();
    }

    /** The instance of the running test. */
    public DirectorStandIn director() {
        if (director == null) {
            throw new IllegalStateException("there is none before a test begins");
        }
        return director;
    }
}
