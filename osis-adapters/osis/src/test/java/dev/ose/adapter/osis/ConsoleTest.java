package dev.ose.adapter.osis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.osis.service.OsisServer;
import dev.ose.osis.service.OsisServerOptions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address of a platform's console, from a platform through an OSIS service to the adapter. */
class ConsoleTest {

    private static final PlatformInfo INFO = new PlatformInfo(
            "vendor", "Vendor 1", URI.create("http://127.0.0.1:1"), "us-east-1", Set.of(Capability.CONSOLE), Set.of());

    @TempDir
    private Path folder;

    private OsisServer server;
    private StoragePlatform client;

    /** A platform that has tenants and a console, and nothing else. */
    private static StoragePlatform platform() {
        return (StoragePlatform) Proxy.newProxyInstance(
                ConsoleTest.class.getClassLoader(),
                new Class<?>[] {StoragePlatform.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "info" -> INFO;
                    case "createTenant" ->
                        new PlatformTenant(new PlatformTenantId("T-7"), ((TenantRequest) arguments[0]).name());
                    case "console" -> console(arguments);
                    case "checkAccess", "close" -> null;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static URI console(Object[] arguments) {
        return URI.create("https://console.example/"
                + Optional.ofNullable(arguments)
                        .map(it -> ((PlatformTenantId) it[0]).value() + "?token=a%20b")
                        .orElse(""));
    }

    @BeforeEach
    void serve() throws IOException {
        server = OsisServer.start(
                platform(),
                OsisServerOptions.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        ServedPlatform.USER,
                        ServedPlatform.SECRET,
                        "vendor",
                        folder.resolve("directory")),
                Clock.systemUTC());
        OsisPlatformConfig config = ServedPlatformTest.config(server.endpoint());
        client = OsisPlatform.of(config, OsisPlatform.learn(config));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void consolesOfThePlatformAndOfATenantAreTold() {
        PlatformTenantId tenant =
                client.createTenant(new TenantRequest("t-1", "Acme")).id();

        assertThat(client.info().capabilities()).contains(Capability.CONSOLE);
        assertThat(client.console()).isEqualTo(URI.create("https://console.example/"));
        assertThat(client.console(tenant)).isEqualTo(URI.create("https://console.example/T-7?token=a%20b"));
    }

    @Test
    void tenantThatIsNotThereHasNoConsole() {
        assertThatThrownBy(() -> client.console(new PlatformTenantId("T-8")))
                .isInstanceOfSatisfying(
                        PlatformException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"\"",
                "javascript:alert(1)",
                "\"file:///etc/passwd\"",
                "/console",
                "\"http://\"",
                "{}",
                "null"
            })
    void whatIsNoAddressForABrowserIsNotPassedOn(String body) {
        assertThatThrownBy(() -> answer(body).readAddress()).isInstanceOf(PlatformException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"https://c.example/a?b=c\"", "https://c.example/a?b=c", " https://c.example/a?b=c\n"})
    void addressIsReadWithOrWithoutQuotes(String body) {
        assertThat(answer(body).readAddress()).isEqualTo(URI.create("https://c.example/a?b=c"));
    }

    private static OsisAnswer answer(String body) {
        return new OsisAnswer(
                OsisRequest.get("/api/v1/console", "report its console"), 200, body.getBytes(StandardCharsets.UTF_8));
    }
}
