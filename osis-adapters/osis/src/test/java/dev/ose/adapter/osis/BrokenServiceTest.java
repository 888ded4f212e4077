package dev.ose.adapter.osis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.RemotePlatformContract;
import dev.ose.osis.model.MalformedDocumentException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The failures that the adapter reports if the service does not answer, or answers nonsense. */
class BrokenServiceTest extends RemotePlatformContract {

    @Override
    protected StoragePlatform platform(URI endpoint, Duration timeout, Secret secretKey) {
        return OsisPlatform.of(
                ServedPlatformTest.config(endpoint, new OsisLogin.User("admin", secretKey), timeout), facts());
    }

    private static ServiceFacts facts() {
        try {
            return ServiceFacts.parse("""
                    {"information":{"auth_modes":["Basic"],"services":{"s3":"http://127.0.0.1:1"}},
                     "capabilities":{"exclusions":{}}}
                    """.getBytes(StandardCharsets.UTF_8));
        } catch (MalformedDocumentException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected PlatformUserId userId() {
        return new UserName("tenant", "user").toId();
    }

    @Test
    void factsThatAreDamagedAreRefused() {
        assertThatThrownBy(() -> ServiceFacts.parse("{".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(MalformedDocumentException.class);
    }
}
