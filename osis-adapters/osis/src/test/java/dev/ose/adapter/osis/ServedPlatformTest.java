package dev.ose.adapter.osis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.PlatformContract;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.osis.fixture.ServedPlatform;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of adapters against this adapter and a platform behind OSE's OSIS service. */
abstract class ServedPlatformTest extends PlatformContract {

    private StoragePlatform platform;

    abstract ServedPlatform served();

    @BeforeEach
    void connect() {
        OsisPlatformConfig config = config(served().endpoint());
        platform = OsisPlatform.of(config, OsisPlatform.learn(config));
    }

    @AfterEach
    void disconnect() {
        platform.close();
    }

    @Override
    protected StoragePlatform platform() {
        return platform;
    }

    @Test
    void everythingThatOsisCanTellIsToldOfThePlatform() {
        PlatformInfo own = served().platform().info();
        Set<Capability> reported = EnumSet.copyOf(own.capabilities());
        reported.remove(Capability.BUCKET_TRANSFERS);
        reported.remove(Capability.EXPLAINS_ACCESS);

        assertThat(platform.info().capabilities()).isEqualTo(reported);
        assertThat(platform.info().quirks()).isEqualTo(own.quirks());
        assertThat(platform.info().region()).isEqualTo(own.region());
        assertThat(platform.info().s3Endpoint()).isEqualTo(own.s3Endpoint());
        assertThat(platform.info().kind()).isEqualTo("osis");
    }

    static OsisPlatformConfig config(URI endpoint) {
        return config(endpoint, new OsisLogin.User(ServedPlatform.USER, ServedPlatform.SECRET), Duration.ofMinutes(1));
    }

    static OsisPlatformConfig config(URI endpoint, OsisLogin login, Duration timeout) {
        try {
            return new OsisPlatformConfig(
                    endpoint, login, null, null, timeout, timeout, SSLContext.getDefault(), OutboundRoutes.direct());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java runtime lacks TLS", e);
        }
    }
}
