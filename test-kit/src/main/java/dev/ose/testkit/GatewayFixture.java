package dev.ose.testkit;

import dev.ose.testkit.fast.StartsServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Gives a test class a real Ceph object gateway, one for all classes of the run, with an empty store in memory. Use:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final GatewayFixture gateway = new GatewayFixture();
 * }</pre>
 *
 * <p>Without Ceph's programs, which come from the distribution, the class ends as {@link Programs} says. The system
 * property {@code ose.rgw=never} skips it even if Ceph is installed, since a gateway takes 150 MB; {@code required}
 * fails the class if programs are missing, for runs that must cover Ceph.
 */
@StartsServer
public final class GatewayFixture implements BeforeAllCallback {

    private static final ExtensionContext.Namespace SHARED = ExtensionContext.Namespace.create(GatewayFixture.class);

    private @Nullable GatewayProcess process;

    @Override
    public void beforeAll(ExtensionContext context) {
        String wanted = System.getProperty("ose.rgw", "if-installed");
        Assumptions.assumeFalse(wanted.equals("never"), "ose.rgw is never");
        if (!wanted.equals("required")) {
            Programs.require(GatewayProcess.PROGRAMS);
        }
        process = context.getStore(StoreScope.LAUNCHER_SESSION, SHARED)
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
