package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.RemotePlatformContract;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;

/** The failures that the adapter reports if AWS does not answer, or answers nonsense. */
class BrokenAwsTest extends RemotePlatformContract {

    @Override
    protected StoragePlatform platform(URI endpoint, Duration timeout, Secret secretKey) {
        PlatformKey login = new PlatformKey("AKIALOGINOFTHETEST00", secretKey);
        AwsPlatformConfig config =
                AwsTestSite.config(endpoint, endpoint, login, AwsTestSite.share(), AwsTestSite.quick());
        return new AwsPlatform(
                new AwsPlatformConfig(
                        config.site(),
                        login,
                        config.keySecret(),
                        config.registry(),
                        config.accounts(),
                        AwsTestSite.connection(timeout),
                        config.patience()),
                AwsPlatform.describe(config.site()),
                Clock.systemUTC(),
                new SecureRandom());
    }

    @Override
    protected PlatformUserId userId() {
        return new PlatformUserId("tenant.user");
    }
}
