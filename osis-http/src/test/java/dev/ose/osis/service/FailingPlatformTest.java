package dev.ose.osis.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.OsisCaller;
import dev.ose.adapter.contract.OsisCaller.Answer;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers to failures of the platform, over TLS if the service has a certificate. */
class FailingPlatformTest {

    private static final Secret SECRET = Secret.of("a secret");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND, 404, E_NOT_FOUND",
        "REJECTED, 400, E_BAD_REQUEST",
        "NOT_IMPLEMENTED, 501, E_NOT_IMPLEMENTED",
        "UNAVAILABLE, 503, E_UNAVAILABLE",
        "OUTCOME_UNKNOWN, 504, E_OUTCOME_UNKNOWN"
    })
    void failureOfThePlatformIsAnsweredByItsKind(Kind kind, int status, String code) throws Exception {
        Answer answer = createTenant(new PlatformException(kind, "The platform says why."));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.text("message")).isEqualTo("The platform says why.");
    }

    @Test
    void bugOfTheAdapterIsNotShown() throws Exception {
        Answer answer = createTenant(new IllegalStateException("something about the inside"));

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text("code")).isEqualTo("E_INTERNAL");
        assertThat(answer.text()).doesNotContain("inside").doesNotContain("Exception");
    }

    @Test
    void platformThatFailsIsShownInError() throws Exception {
        try (OsisServer server = serve(new PlatformException(Kind.UNAVAILABLE, "away"), options());
                OsisCaller caller = OsisCaller.of(server.endpoint(), SSLContext.getDefault())) {
            assertThat(caller.get("/api/info").text("status")).isEqualTo("ERROR");
        }
    }

    @Test
    void certificateIsShown() throws Exception {
        KeyStore store = certificate();
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, "changeit".toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);

        try (OsisServer server = serve(
                        new PlatformException(Kind.UNAVAILABLE, "away"),
                        options().withTls(tls));
                OsisCaller caller = OsisCaller.of(server.endpoint(), tls)) {
            assertThat(server.endpoint()).hasScheme("https");
            assertThat(caller.get("/api/info").status()).isEqualTo(200);
        }
    }

    @Test
    void runningCallIsAnsweredBeforeTheServerStops() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        Supplier<RuntimeException> late = () -> {
            called.countDown();
            try {
                answers.await();
            } catch (InterruptedException e) {
                return new IllegalStateException(e);
            }
            return new PlatformException(Kind.NOT_FOUND, "late");
        };
        try (OsisServer server = serve(late, options());
                OsisCaller caller = OsisCaller.of(server.endpoint(), SSLContext.getDefault());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Answer> answer = threads.submit(() -> createTenant(caller));
            called.await();
            Future<?> stop = threads.submit(server::close);
            answers.countDown();

            assertThat(answer.get().status()).isEqualTo(404);
            stop.get();
        }
    }

    private Answer createTenant(RuntimeException failure) throws Exception {
        try (OsisServer server = serve(failure, options());
                OsisCaller caller = OsisCaller.of(server.endpoint(), SSLContext.getDefault())) {
            return createTenant(caller);
        }
    }

    private static Answer createTenant(OsisCaller caller) throws Exception {
        return caller.withBasic("admin", SECRET)
                .post("/api/v1/tenants", Map.of("name", "acme", "cd_tenant_ids", List.of("o")));
    }

    private OsisServerOptions options() {
        return OsisServerOptions.of(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "admin",
                SECRET,
                "failing",
                folder.resolve("directory"));
    }

    private static OsisServer serve(RuntimeException failure, OsisServerOptions options) throws IOException {
        return serve(() -> failure, options);
    }

    /** Serves a platform that answers {@code info} and fails at everything else. */
    private static OsisServer serve(Supplier<RuntimeException> failure, OsisServerOptions options) throws IOException {
        PlatformInfo info = new PlatformInfo("failing", "1", URI.create("http://127.0.0.1:1"), "r", Set.of(), Set.of());
        StoragePlatform platform = (StoragePlatform) Proxy.newProxyInstance(
                StoragePlatform.class.getClassLoader(),
                new Class<?>[] {StoragePlatform.class},
                (proxy, method, words) -> {
                    if (method.getName().equals("info")) {
                        return info;
                    }
                    throw failure.get();
                });
        return OsisServer.start(platform, options, Clock.systemUTC());
    }

    private KeyStore certificate() throws Exception {
        Path file = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-alias",
                        "osis",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=IP:127.0.0.1,DNS:localhost")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        return KeyStore.getInstance(file.toFile(), "changeit".toCharArray());
    }
}
