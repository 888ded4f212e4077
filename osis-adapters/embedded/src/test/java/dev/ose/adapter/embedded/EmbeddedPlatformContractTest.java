package dev.ose.adapter.embedded;

import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.PlatformContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of adapters against the embedded platform. */
class EmbeddedPlatformContractTest extends PlatformContract {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    @Override
    protected StoragePlatform platform() {
        return PLATFORM.platform();
    }
}
