package dev.ose.it;

import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The answers of a Ceph object gateway compared with those of a node in front of it, and with those of a node on its
 * embedded platform.
 */
@ExtendWith(Servers.class)
final class CephComparisonIT {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    @TestFactory
    Stream<DynamicTest> nodeAnswersAsTheGatewayBehindIt() {
        Gateway gateway = GATEWAY.gateway();
        try (Node node = CephNode.start("comparison-ceph", gateway, gateway.endpoint(), Map.of())) {
            return Comparison.of(node.target(Where.HTTP), target(gateway)).tests(CephDifferences.IN_FRONT::get);
        }
    }

    @TestFactory
    Stream<DynamicTest> embeddedPlatformAnswersAsTheGateway(Node node) {
        return Comparison.of(node.target(Where.HTTP), target(GATEWAY.gateway())).tests(CephDifferences.EMBEDDED::get);
    }

    private static S3Target target(Gateway gateway) {
        return new S3Target(gateway.endpoint(), gateway.accessKey(), gateway.secretKey(), null, S3Target.Server.CEPH);
    }
}
