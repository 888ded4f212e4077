package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.RemotePlatformContract;
import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;

/** The failures that the adapter reports if the gateway does not answer, or answers nonsense. */
class BrokenGatewayTest extends RemotePlatformContract {

    @Override
    protected StoragePlatform platform(URI endpoint, Duration timeout, Secret secretKey) {
        return CephPlatform.of(
                new CephPlatformConfig(
                        endpoint,
                        endpoint,
                        "default",
                        new PlatformKey("ADMINKEY", secretKey),
                        timeout,
                        timeout,
                        CephPlatformTest.defaultTls(),
                        OutboundRoutes.direct()),
                Clock.systemUTC(),
                new Random());
    }
}
