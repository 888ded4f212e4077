package dev.ose.server.platform.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tenants with an S3 endpoint of their own on the platform. */
class PlatformRegistryTest {

    private static final PlatformId ID = new PlatformId(1);
    private static final TenantId TENANT = new TenantId(UUID.randomUUID());
    private static final URI S3 = URI.create("https://s3.example.com");

    @Test
    void endpointOfATenantIsTold() {
        URI own = URI.create("https://acme.s3.example.com");

        assertThat(registry(own).createTenant(ID, TENANT, "acme").s3Endpoint()).isEqualTo(own);
    }

    @Test
    void platformsOwnEndpointIsNoneOfATenant() {
        assertThat(registry(S3).createTenant(ID, TENANT, "acme").s3Endpoint()).isNull();
        assertThat(registry(null).createTenant(ID, TENANT, "acme").s3Endpoint()).isNull();
    }

    @Test
    void endpointWithoutTlsIsRefusedWhereThePlatformHasIt() {
        PlatformRegistry registry = registry(URI.create("http://acme.s3.example.com"));

        assertThatThrownBy(() -> registry.createTenant(ID, TENANT, "acme"))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .isInstanceOf(Failure.PlatformRefused.class)
                        .asString()
                        .contains("http://acme.s3.example.com"));
    }

    /** Java reads the host of an address with an underscore as absent. */
    @Test
    void endpointWithoutAUsableHostIsRefused() {
        PlatformRegistry registry = registry(URI.create("https://acme_s3:9000"));

        assertThatThrownBy(() -> registry.createTenant(ID, TENANT, "acme"))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .isInstanceOf(Failure.PlatformRefused.class)
                        .asString()
                        .contains("https://acme_s3:9000", "letters, digits, hyphens and dots"));
        assertThatThrownBy(() -> new Platform(ID, "main", URI.create("http://my_host"), "r", Set.of(), Set.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("http://my_host");
    }

    /** A platform that can only create tenants. */
    private static PlatformRegistry registry(@Nullable URI endpoint) {
        PlatformInfo info = new PlatformInfo("fake", "1", S3, "r", Set.of(), Set.of());
        StoragePlatform adapter = (StoragePlatform) Proxy.newProxyInstance(
                StoragePlatform.class.getClassLoader(),
                new Class<?>[] {StoragePlatform.class},
                (proxy, method, words) -> method.getName().equals("info")
                        ? info
                        : new PlatformTenant(new PlatformTenantId("there"), "acme", endpoint));
        return PlatformRegistry.register(
                Map.of("main", adapter),
                (name, known) -> new Platform(ID, name, known.s3Endpoint(), known.region(), Set.of(), Set.of()));
    }
}
