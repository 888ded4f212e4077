package dev.ose.testkit;

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
    public void beforeAll(ExtensionContext context) {
        certificate = TestCertificate.make("director");
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
