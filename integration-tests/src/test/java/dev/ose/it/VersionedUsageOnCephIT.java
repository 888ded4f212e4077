package dev.ose.it;

import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Older versions on a real Ceph object gateway. */
final class VersionedUsageOnCephIT extends VersionedUsageContract {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static Node node;

    @BeforeAll
    static void start() {
        Gateway gateway = GATEWAY.gateway();
        node = CephNode.start("versions", gateway, gateway.endpoint(), Map.of());
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Override
    Node node() {
        return node;
    }
}
