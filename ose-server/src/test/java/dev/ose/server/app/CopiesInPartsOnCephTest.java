package dev.ose.server.app;

import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.testkit.GatewayFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Copies in parts by a real Ceph object gateway. */
class CopiesInPartsOnCephTest extends CopiesInPartsContract {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    @Override
    StoragePlatform connect(Path folder) {
        return CephGateway.connect(GATEWAY.gateway());
    }
}
