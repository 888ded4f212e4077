package dev.ose.server.app;

import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.testkit.GatewayFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Uploads in parts to a real Ceph object gateway. */
class SplitUploadsOnCephTest extends SplitUploadsContract {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    @Override
    StoragePlatform connect(Path folder) {
        return CephGateway.connect(GATEWAY.gateway());
    }
}
