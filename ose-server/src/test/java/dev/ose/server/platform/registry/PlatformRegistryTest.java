package dev.ose.server.platform.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.PlatformStore;
import dev.ose.server.platform.RecordedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Registration of platforms, and tenants with an S3 endpoint of their own on the platform. */
class PlatformRegistryTest {

    private static final PlatformId ID = new PlatformId(1);
    private static final TenantId TENANT = new TenantId(UUID.randomUUID());
    private static final URI S3 = URI.create("https://s3.example.com");
    private static final URI FORMER = URI.create("http://former.example.com");
    private static final RecordedPlatform MAIN = new RecordedPlatform(ID, "main", FORMER, true);
    private static final RecordedPlatform ARCHIVE =
            new RecordedPlatform(new PlatformId(2), "archive", URI.create("http://archive.example.com"), true);

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

    @Test
    void onlyPlatformMayHaveANewAddressWithoutBeingAsked() {
        PlatformRegistry registry =
                PlatformRegistry.register(Map.of("main", adapter(S3, null, false)), new FakeStore(List.of(MAIN)));

        assertThat(registry.get(ID).s3Endpoint()).isEqualTo(S3);
    }

    @Test
    void newAddressOfOneOfSeveralIsUsedIfThePlatformKnowsItsUsers() {
        FakeStore store = new FakeStore(List.of(MAIN, ARCHIVE));

        PlatformRegistry registry = PlatformRegistry.register(
                Map.of("main", adapter(S3, null, true), "archive", adapter(ARCHIVE.s3Endpoint(), null, false)), store);

        assertThat(registry.get(ID).s3Endpoint()).isEqualTo(S3);
        assertThatThrownBy(() -> PlatformRegistry.register(
                        Map.of("main", adapter(S3, null, false), "archive", adapter(ARCHIVE.s3Endpoint(), null, false)),
                        store))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .asString()
                        .contains("the platform main cannot be used", "does not know its users"));
    }

    /** Else a node that lacks one of two could take the other one's address for its own. */
    @Test
    void newAddressIsCheckedAlsoIfTheOtherPlatformIsAbsent() {
        assertThatThrownBy(() -> PlatformRegistry.register(
                        Map.of("main", adapter(S3, null, false)), new FakeStore(List.of(MAIN, ARCHIVE))))
                .isInstanceOf(FailureException.class);
    }

    @Test
    void twoNamesOfOneEndpointAreRefused() {
        assertThatThrownBy(() -> PlatformRegistry.register(
                        Map.of("main", adapter(S3, null, true), "archive", adapter(S3, null, true)),
                        new FakeStore(List.of())))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .asString()
                        .contains("has the S3 endpoint of the platform archive"));
    }

    @Test
    void absentPlatformIsUnavailable() {
        PlatformRegistry registry = PlatformRegistry.register(
                Map.of("main", adapter(FORMER, null, true)), new FakeStore(List.of(MAIN, ARCHIVE)));

        assertThat(registry.absent()).containsExactly(ARCHIVE);
        assertThatThrownBy(() -> registry.get(ARCHIVE.id()))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .isEqualTo(new Failure.PlatformUnreachable("archive")));
    }

    /** A platform that can only create tenants. */
    private static PlatformRegistry registry(@Nullable URI endpoint) {
        return PlatformRegistry.register(Map.of("main", adapter(S3, endpoint, false)), new FakeStore(List.of()));
    }

    private static StoragePlatform adapter(URI s3, @Nullable URI ofTenant, boolean knowsUsers) {
        PlatformInfo info = new PlatformInfo("fake", "1", s3, "r", Set.of(), Set.of());
        PlatformUser user =
                new PlatformUser(new PlatformUserId("u"), new PlatformTenantId("there"), "canonical", "ann", true);
        return (StoragePlatform) Proxy.newProxyInstance(
                StoragePlatform.class.getClassLoader(),
                new Class<?>[] {StoragePlatform.class},
                (proxy, method, words) -> switch (method.getName()) {
                    case "info" -> info;
                    case "findUser" -> knowsUsers ? Optional.of(user) : Optional.empty();
                    default -> new PlatformTenant(new PlatformTenantId("there"), "acme", ofTenant);
                });
    }

    /** Platforms that were registered before, each with a user. */
    private record FakeStore(List<RecordedPlatform> recorded) implements PlatformStore {

        @Override
        public Platform register(String name, PlatformInfo known) {
            PlatformId id = recorded.stream()
                    .filter(platform -> platform.name().equals(name))
                    .map(RecordedPlatform::id)
                    .findFirst()
                    .orElse(ID);
            return new Platform(id, name, known.s3Endpoint(), known.region(), Set.of(), Set.of());
        }

        @Override
        public List<PlatformUserId> someUsers(PlatformId platform) {
            return List.of(new PlatformUserId("u"));
        }
    }
}
