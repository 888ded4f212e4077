package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.RemotePlatformContract;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;

/** The failures that the adapter reports if MinIO does not answer, or answers nonsense. */
class BrokenMinioTest extends RemotePlatformContract {

    @Override
    protected StoragePlatform platform(URI endpoint, Duration timeout, Secret secretKey) {
        PlatformKey login = new PlatformKey("root", secretKey);
        return MinioPlatform.of(
                MinioTestServer.config(endpoint, login, MinioTestServer.KEY_SECRET, timeout),
                Clock.systemUTC(),
                new SecureRandom());
    }

    @Override
    protected PlatformUserId userId() {
        return new PlatformUserId("tenant.user");
    }
}
