package dev.ose.adapter.osis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformPrincipal;
import dev.ose.adapter.PlatformRole;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantHealth;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.osis.model.LoggingId;
import dev.ose.osis.service.OsisServer;
import dev.ose.osis.service.OsisServerOptions;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Optional operations, from a platform through an OSIS service to the adapter. */
class OptionalOperationsTest {

    private static final Set<Capability> ALL = Set.of(
            Capability.KEY_STATUS,
            Capability.ANONYMOUS_ID,
            Capability.LOG_DELIVERY_ID,
            Capability.IAM,
            Capability.TENANT_ENDPOINTS);

    @TempDir
    private Path folder;

    private @Nullable OsisServer server;
    private @Nullable StoragePlatform client;

    @AfterEach
    void stop() {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void capabilitiesOfTheAdapterAreTold() throws IOException {
        StoragePlatform all = serve(new Vendor(ALL));

        assertThat(all.info().capabilities()).containsAll(ALL);
        assertThat(OsisPlatform.learn(ServedPlatformTest.config(endpoint())).information())
                .satisfies(info -> assertThat(info.iam()).isTrue())
                .satisfies(info -> assertThat(info.tenantS3DomainEnabled()).isTrue())
                .satisfies(info -> assertThat(info.notImplemented())
                        .doesNotContain("updateCredentialStatus", "getBucketLoggingId", "getAnonymousUser"));
    }

    @Test
    void capabilityThatThePlatformLacksIsNotImplementedByName() throws IOException {
        StoragePlatform none = serve(new Vendor(Set.of()));
        PlatformUserId user = user(none, PlatformRole.TENANT_USER);

        assertThat(none.info().capabilities()).doesNotContainAnyElementsOf(ALL);
        assertThat(OsisPlatform.learn(ServedPlatformTest.config(endpoint())).information())
                .satisfies(info -> assertThat(info.iam()).isFalse())
                .satisfies(info -> assertThat(info.tenantS3DomainEnabled()).isFalse())
                .satisfies(info -> assertThat(info.notImplemented())
                        .contains("updateCredentialStatus", "getBucketLoggingId", "getAnonymousUser"));
        assertFails(Kind.NOT_IMPLEMENTED, () -> none.setKeyActive(user, "AK", false));
        assertFails(Kind.NOT_IMPLEMENTED, none::anonymousUser);
        assertFails(Kind.NOT_IMPLEMENTED, none::logDeliveryId);
    }

    @Test
    void keyIsStoppedAndWorksAgain() throws IOException {
        StoragePlatform platform = serve(new Vendor(ALL));
        PlatformUserId user = user(platform, PlatformRole.TENANT_USER);

        platform.setKeyActive(user, "AK", false);
        assertThat(platform.listKeys(user)).containsExactly(new PlatformKey("AK", Secret.of("sk"), false));
        platform.setKeyActive(user, "AK", true);
        assertThat(platform.listKeys(user)).containsExactly(new PlatformKey("AK", Secret.of("sk"), true));
        assertFails(Kind.NOT_FOUND, () -> platform.setKeyActive(user, "OTHER", false));
    }

    @Test
    void idsOfAnonymousCallersAndLogDeliveryAreTold() throws IOException {
        StoragePlatform platform = serve(new Vendor(ALL));

        assertThat(platform.anonymousUser()).isEqualTo(new PlatformPrincipal("anon-id", "anonymous"));
        assertThat(platform.logDeliveryId()).isEqualTo("log-id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"log-id\"", "log-id\n", "{\"logging_id\":\"log-id\"}"})
    void idOfLogDeliveryIsReadInEachFormThatServicesHave(String body) {
        assertThat(answer(body).readText(LoggingId.class, LoggingId::loggingId)).isEqualTo("log-id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "{}", "{\"logging_id\":null}"})
    void answerWithoutAnIdOfLogDeliveryIsUnreadable(String body) {
        assertThatThrownBy(() -> answer(body).readText(LoggingId.class, LoggingId::loggingId))
                .isInstanceOf(PlatformException.class);
    }

    @Test
    void capacityOfThePlatformCrossesTheService() throws IOException {
        assertThat(serve(new Vendor(Set.of(Capability.USAGE))).capacity())
                .contains(new PlatformCapacity(1_000, 600, 350));
    }

    @Test
    void serviceThatDoesNotReportUsageIsNotAskedForTheCapacity() throws IOException {
        assertThat(serve(new Vendor(Set.of())).capacity()).isEmpty();
    }

    @Test
    void capacityIsReadWithoutTheUsageOfEachUser() throws IOException {
        StoragePlatform platform = serve(new Vendor(Set.of(Capability.USAGE)));
        user(platform, PlatformRole.TENANT_USER);

        // The vendor fails if it is asked for the usage of a user.
        assertThat(platform.capacity()).contains(new PlatformCapacity(1_000, 600, 350));
    }

    @ParameterizedTest
    @CsvSource({"1000,600,350,true", "1000,600,400,true", "0,0,0,false", "0,600,0,false", "1000,1,-1,false"})
    void capacityIsUnknownIfTheFiguresAreNone(long total, long used, long available, boolean isKnown) {
        try (ScriptedService service = reporting(total, used, available);
                StoragePlatform platform = platform(service.endpoint())) {
            assertThat(platform.capacity().isPresent()).isEqualTo(isKnown);
        }
    }

    @ParameterizedTest
    @CsvSource({"1000,1001,0", "1000,0,1001", "1000,600,401", "1000,1,9223372036854775807"})
    void figuresThatContradictEachOtherAreAFailure(long total, long used, long available) {
        try (ScriptedService service = reporting(total, used, available);
                StoragePlatform platform = platform(service.endpoint())) {
            assertFails(Kind.REJECTED, platform::capacity);
        }
    }

    private static ScriptedService reporting(long total, long used, long available) {
        String usage = "{\"bucket_count\":1,\"object_count\":2,\"total_bytes\":" + total + ",\"available_bytes\":"
                + available + ",\"used_bytes\":" + used + "}";
        return ScriptedService.start(asked -> asked.begins("GET /api/info")
                ? ScriptedService.Said.ok("{\"platform_name\":\"v\",\"services\":{\"s3\":\"http://s3\"}}")
                : ScriptedService.Said.ok(asked.begins("GET /api/v1/s3capabilities") ? "{}" : usage));
    }

    @Test
    void roleOfAUserReachesThePlatform() throws IOException {
        Vendor vendor = new Vendor(ALL);
        StoragePlatform platform = serve(vendor);

        user(platform, PlatformRole.TENANT_ADMIN);
        assertThat(vendor.role).isEqualTo(PlatformRole.TENANT_ADMIN);
    }

    @Test
    void healthOfATenantIsTold() {
        for (TenantHealth health : TenantHealth.values()) {
            assertThat(healthOf(",\"health\":\"" + health + "\"")).isEqualTo(health);
        }
        assertThat(healthOf("")).isEqualTo(TenantHealth.NOT_APPLICABLE);
        assertThat(healthOf(",\"health\":\"A_LATER_WORD\"")).isEqualTo(TenantHealth.NOT_APPLICABLE);
    }

    /** Read from the list, which every revision has. */
    private static TenantHealth healthOf(String member) {
        String page = "{\"items\":[{\"name\":\"acme\",\"tenant_id\":\"T-7\"" + member
                + "}],\"page_info\":{\"limit\":100,\"offset\":0,\"total\":1}}";
        try (ScriptedService service = ScriptedService.start(asked -> asked.begins("GET /api/info")
                        ? ScriptedService.Said.ok("{\"platform_name\":\"v\",\"services\":{\"s3\":\"http://s3\"}}")
                        : ScriptedService.Said.ok(asked.begins("GET /api/v1/s3capabilities") ? "{}" : page));
                StoragePlatform platform = platform(service.endpoint())) {
            return platform.tenantHealth(new PlatformTenantId("T-7"));
        }
    }

    private static StoragePlatform platform(URI endpoint) {
        OsisPlatformConfig config = ServedPlatformTest.config(endpoint);
        return OsisPlatform.of(config, OsisPlatform.learn(config));
    }

    private StoragePlatform serve(Vendor vendor) throws IOException {
        server = OsisServer.start(
                (StoragePlatform) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {StoragePlatform.class}, vendor),
                OsisServerOptions.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        ServedPlatform.USER,
                        ServedPlatform.SECRET,
                        "vendor",
                        folder.resolve("directory")),
                Clock.systemUTC());
        StoragePlatform made = platform(endpoint());
        client = made;
        return made;
    }

    private URI endpoint() {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return server.endpoint();
    }

    private static PlatformUserId user(StoragePlatform platform, PlatformRole role) {
        PlatformTenantId tenant =
                platform.createTenant(new TenantRequest("t-1", "Acme")).id();
        return platform.createUser(new UserRequest(tenant, "u-1", "ann", role)).id();
    }

    private static void assertFails(Kind kind, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(PlatformException.class, e -> assertThat(e.kind())
                .isEqualTo(kind));
    }

    private static OsisAnswer answer(String body) {
        return new OsisAnswer(
                OsisRequest.get("/api/v1/bucket-logging-id", "report the id of log delivery"),
                200,
                body.getBytes(StandardCharsets.UTF_8));
    }

    /** A platform with one tenant, one user and one key, which has these capabilities. */
    private static final class Vendor implements InvocationHandler {

        private final Set<Capability> capabilities;
        private volatile boolean active = true;
        private volatile @Nullable PlatformRole role;

        Vendor(Set<Capability> capabilities) {
            this.capabilities = capabilities;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] words)
                throws Throwable {
            PlatformTenantId tenant = new PlatformTenantId("T-7");
            PlatformUser user = new PlatformUser(new PlatformUserId("U-7"), tenant, "c-7", "ann", true);
            return switch (method.getName()) {
                case "info" ->
                    new PlatformInfo(
                            "vendor",
                            "Vendor 1",
                            URI.create("http://127.0.0.1:1"),
                            "us-east-1",
                            capabilities,
                            Set.of());
                case "createTenant" -> new PlatformTenant(tenant, "Acme");
                case "findTenant" -> Optional.of(new PlatformTenant(tenant, "Acme"));
                case "createUser" -> {
                    role = words == null || words[0] == null ? null : ((UserRequest) words[0]).role();
                    yield user;
                }
                case "findUser" -> Optional.of(user);
                case "listKeys" -> List.of(new PlatformKey("AK", Secret.of("sk"), active));
                case "setKeyActive" -> {
                    if (words == null || !"AK".equals(words[1])) {
                        throw new PlatformException(Kind.NOT_FOUND, "There is no such key.");
                    }
                    active = Boolean.TRUE.equals(words[2]);
                    yield null;
                }
                case "anonymousUser" -> new PlatformPrincipal("anon-id", "anonymous");
                case "logDeliveryId" -> "log-id";
                case "capacity" -> Optional.of(new PlatformCapacity(1_000, 600, 350));
                case "tenantHealth" -> TenantHealth.AVAILABLE;
                case "checkAccess", "close" -> null;
                default -> throw new UnsupportedOperationException(method.getName());
            };
        }
    }
}
