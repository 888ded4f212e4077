package dev.ose.it;

import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real Ceph object gateway. */
final class SlowUploadsOnCephIT extends SlowUploadsContract {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static Node node;

    @BeforeAll
    static void start() {
        Gateway gateway = GATEWAY.gateway();
        node = CephNode.start("slow-uploads", gateway, gateway.endpoint(), Map.of());
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
