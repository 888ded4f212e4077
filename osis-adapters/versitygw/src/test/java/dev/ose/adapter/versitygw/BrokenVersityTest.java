package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.RemotePlatformContract;
import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;

/** The failures that the adapter reports if the gateway does not answer, or answers nonsense. */
class BrokenVersityTest extends RemotePlatformContract {

    @Override
    protected StoragePlatform platform(URI endpoint, Duration timeout, Secret secretKey) {
        return VersityPlatform.of(
                new VersityPlatformConfig(
                        endpoint,
                        endpoint,
                        "us-east-1",
                        new PlatformKey("root", secretKey),
                        timeout,
                        timeout,
                        VersityPlatformTest.defaultTls(),
                        OutboundRoutes.direct()),
                Clock.systemUTC(),
                new SecureRandom());
    }

    @Override
    protected PlatformUserId userId() {
        return new PlatformUserId("tenant.user");
    }

    /** The admin API has one method for all requests. */
    @Override
    protected boolean isReading(String method, String target) {
        return super.isReading(method, target) || target.equals("/list-users") || target.equals("/list-buckets");
    }
}
