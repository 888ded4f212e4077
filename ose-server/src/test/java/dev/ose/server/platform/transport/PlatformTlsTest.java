package dev.ose.server.platform.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundProxies;
import dev.ose.adapter.http.OutboundProxy;
import dev.ose.adapter.http.ProxyException;
import dev.ose.config.NodeOptions.TlsLibrary;
import dev.ose.server.app.tls.TlsProvider;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.testkit.ConnectProxy;
import dev.ose.testkit.TestCertificate;
import io.undertow.server.DefaultByteBufferPool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Clock;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.StandardConstants;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

/** Only a platform with a trusted certificate of its name receives requests over TLS. */
@ParameterizedClass
@EnumSource(
        value = TlsLibrary.class,
        names = {"BORINGSSL", "JAVA"})
class PlatformTlsTest {

    /** An address of this host that is not in the certificate. */
    private static final String OTHER_ADDRESS = "127.0.0.2";

    private static final ProxyListener NO_LISTENER = new ProxyListener() {
        @Override
        public void connected() {}

        @Override
        public void failed(ProxyException why) {}
    };

    private final TlsLibrary library;

    private final AtomicInteger requests = new AtomicInteger();

    /** The names in SNI, which contains neither addresses nor names without dots. */
    private final Queue<String> namesAskedFor = new ConcurrentLinkedQueue<>();

    private OutboundProxies proxies = OutboundProxies.none();
    private TestCertificate certificate;
    private HttpsServer server;
    private XnioWorker worker;

    PlatformTlsTest(TlsLibrary library) {
        this.library = library;
    }

    @BeforeEach
    void start() throws Exception {
        certificate = TestCertificate.make("server");
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certificate.server()) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters tls = getSSLContext().getDefaultSSLParameters();
                tls.setSNIMatchers(List.of(new SNIMatcher(StandardConstants.SNI_HOST_NAME) {
                    @Override
                    public boolean matches(SNIServerName name) {
                        return namesAskedFor.add(new SNIHostName(name.getEncoded()).getAsciiName());
                    }
                }));
                parameters.setSSLParameters(tls);
            }
        });
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        worker = Xnio.getInstance(getClass().getClassLoader())
                .createWorker(OptionMap.create(Options.WORKER_IO_THREADS, 1));
    }

    @AfterEach
    void stop() {
        server.stop(0);
        worker.shutdownNow();
    }

    @Test
    void trustedPlatformIsSpokenTo() throws Exception {
        assertThat(send(certificate.trust(), "localhost", "PUT")).isEqualTo("200");
        assertThat(send(certificate.trust(), "127.0.0.1", "GET")).isEqualTo("200");
    }

    @Test
    void platformWithAnUntrustedCertificateIsRefused() throws Exception {
        assertThat(send(usual(), "localhost", "GET")).isEqualTo("PlatformUnreachable");
        assertThat(send(usual(), "localhost", "PUT")).isIn("PlatformUnreachable", "OutcomeUnknown");

        assertThat(requests).hasValue(0);
    }

    @Test
    void certificateOfAnotherHostIsNotTaken() throws Exception {
        assertThat(send(certificate.trust(), OTHER_ADDRESS, "GET")).isEqualTo("PlatformUnreachable");

        assertThat(requests).hasValue(0);
    }

    /** The platform's certificate is verified, regardless of the proxy's name. */
    @Test
    void platformBehindAProxyMustShowACertificateOfItsOwnName() throws Exception {
        try (ConnectProxy proxy = ConnectProxy.start()) {
            proxies = OutboundProxies.of(new OutboundProxy("127.0.0.1", proxy.port(), null), _ -> false);

            assertThat(send(certificate.trust(), "localhost", "PUT")).isEqualTo("200");
            assertThat(send(certificate.trust(), "other.test", "GET")).isEqualTo("PlatformUnreachable");
            assertThat(proxy.heads()).hasSize(2).first().asString().startsWith("CONNECT localhost:");
            assertThat(namesAskedFor).containsExactly("other.test");
        }
    }

    @Test
    void loginOfTheProxyIsShownBeforeTlsBegins() throws Exception {
        try (ConnectProxy proxy = ConnectProxy.wanting("node:s3cret")) {
            OutboundProxy.Login login = new OutboundProxy.Login("node", Secret.of("s3cret"));
            proxies = OutboundProxies.of(new OutboundProxy("127.0.0.1", proxy.port(), login), _ -> false);

            assertThat(send(certificate.trust(), "localhost", "PUT")).isEqualTo("200");
            assertThat(send(certificate.trust(), "127.0.0.1", "GET")).isEqualTo("200");
            assertThat(requests).hasValue(2);
        }
    }

    @Test
    void withoutTrustNothingIsSent() throws Exception {
        assertThat(send(null, "localhost", "GET")).isEqualTo("PlatformUnreachable");

        assertThat(requests).hasValue(0);
    }

    /** Trusts what Java trusts. */
    private static X509ExtendedTrustManager usual() throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init((KeyStore) null);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    private PlatformRoutes routes(DefaultByteBufferPool buffers, X509ExtendedTrustManager trust) {
        SSLContext context = new TlsProvider(library).client(trust);
        return new PlatformRoutes(new PlatformTls(buffers, context), proxies, NO_LISTENER);
    }

    private String send(@Nullable X509ExtendedTrustManager trust, String host, String method) throws Exception {
        DefaultByteBufferPool buffers = new DefaultByteBufferPool(true, 17_408);
        UpstreamTransport transport = new UpstreamTransport(
                UpstreamSettings.defaults(),
                new TransportBuffers(buffers, buffers, new FairBudget(Long.MAX_VALUE)),
                trust == null ? null : routes(buffers, trust),
                Clock.systemUTC());
        URI endpoint = URI.create("https://" + host + ":" + server.getAddress().getPort());
        byte[] body = "bytes".getBytes(StandardCharsets.US_ASCII);
        PlatformRequest request = new PlatformRequest(
                new PlatformRequest.Sender(
                        new Platform(new PlatformId(1), "p", endpoint, "us-east-1", Set.of(), Set.of()),
                        null,
                        new PlatformKey("PLATFORMKEY", Secret.of("s3cr3t"))),
                new PlatformRequest.Head(method, "/b/k", "", List.of()),
                new PlatformRequest.Content(
                        "UNSIGNED-PAYLOAD",
                        method.equals("GET") ? PlatformRequestBody.NONE : new PlatformRequestBody.InMemory(body)),
                "Operation",
                false);
        CompletableFuture<String> outcome = new CompletableFuture<>();
        worker.getIoThread().execute(() -> transport.send(request, new Outcome(outcome)));
        return outcome.get(60, TimeUnit.SECONDS);
    }

    private record Outcome(CompletableFuture<String> word) implements PlatformListener {

        @Override
        public void responded(PlatformResponse response) {
            word.complete(Integer.toString(response.status()));
        }

        @Override
        public void failed(Failure failure) {
            word.complete(failure.getClass().getSimpleName());
        }

        @Override
        public void bodyFailed(IOException cause) {
            word.complete("body failed");
        }
    }
}
