package dev.ose.testkit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lends a test class a real Ceph object gateway, one for all classes of the run, with an empty store in memory. Use:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final GatewayFixture gateway = new GatewayFixture();
 * }</pre>
 *
 * <p>Ceph's programs come from the distribution and only root can install them, so a machine without them skips the class
 * and says which are missing. The system property {@code ose.rgw} changes that: {@code required} fails instead, for runs
 * that must prove it; {@code never} skips even where Ceph is installed, since a gateway takes 150 MB.
 */
public final class GatewayFixture implements BeforeAllCallback {

    private static final ExtensionContext.Namespace SHARED = ExtensionContext.Namespace.create(GatewayFixture.class);

    private @Nullable GatewayProcess process;

    @Override
    public void beforeAll(ExtensionContext context) {
        String wanted = System.getProperty("ose.rgw", "if-installed");
        Assumptions.assumeFalse(wanted.equals("never"), "ose.rgw is never");
        List<String> missing = GatewayProcess.missingPrograms();
        if (!wanted.equals("required")) {
            Assumptions.assumeTrue(missing.isEmpty(), () -> "this machine lacks " + missing);
        }
        process = context.getRoot()
                .getStore(SHARED)
                .computeIfAbsent(GatewayProcess.class, absent -> GatewayProcess.start(), GatewayProcess.class);
    }

    /** The gateway of this run. */
    public Gateway gateway() {
        if (process == null) {
            throw new IllegalStateException("register the fixture in a static field with @RegisterExtension");
        }
        return process.gateway();
    }
}
