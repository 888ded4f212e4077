package dev.ose.adapter.ceph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.PlatformContract;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of adapters, kept by a real gateway, and what is peculiar to it. */
class CephPlatformTest extends PlatformContract {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private StoragePlatform platform;

    @BeforeEach
    void connect() {
        platform = connect(GATEWAY.gateway(), GATEWAY.gateway().secretKey());
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
    void usersOutsideOurTenantsAreNotTouched() {
        PlatformUserId administrator = new PlatformUserId("ose-admin");

        assertThat(platform.findUser(administrator)).isEmpty();
        assertThat(platform.listKeys(administrator)).isEmpty();
        platform.deleteUser(administrator);
        platform.deleteKey(administrator, GATEWAY.gateway().accessKey());
        assertThatThrownBy(() -> platform.createKey(administrator)).satisfies(kind(Kind.NOT_FOUND));
        assertThatThrownBy(() -> platform.setUserActive(administrator, false)).satisfies(kind(Kind.NOT_FOUND));
        assertThat(platform.findTenant(new PlatformTenantId("a$b"))).isEmpty();

        platform.checkAccess();
    }

    @Test
    void wrongLoginIsRejected() {
        try (StoragePlatform stranger = connect(GATEWAY.gateway(), Secret.of("not the secret"))) {
            assertThatThrownBy(stranger::checkAccess)
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("SignatureDoesNotMatch");
        }
    }

    private static StoragePlatform connect(Gateway gateway, Secret secretKey) {
        return CephPlatform.of(
                new CephPlatformConfig(
                        gateway.endpoint(),
                        gateway.endpoint(),
                        Gateway.REGION,
                        gateway.accessKey(),
                        secretKey,
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(20),
                        defaultTls()),
                Clock.systemUTC(),
                new java.util.Random());
    }

    static SSLContext defaultTls() {
        try {
            return SSLContext.getDefault();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Consumer<Throwable> kind(Kind kind) {
        return e -> assertThat(((PlatformException) e).kind()).isEqualTo(kind);
    }
}
