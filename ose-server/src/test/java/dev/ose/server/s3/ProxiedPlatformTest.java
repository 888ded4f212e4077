package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundProxies;
import dev.ose.adapter.http.OutboundProxy;
import dev.ose.adapter.http.ProxyException;
import dev.ose.server.platform.transport.PlatformRoutes;
import dev.ose.server.platform.transport.PlatformTls;
import dev.ose.server.platform.transport.ProxyListener;
import dev.ose.testkit.ConnectProxy;
import io.undertow.server.DefaultByteBufferPool;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The proxy to the platform is invisible to S3 clients while it works. */
@Timeout(120)
class ProxiedPlatformTest {

    private final List<ProxyException.Reason> failures = new CopyOnWriteArrayList<>();

    @Test
    void objectsPassThroughAProxyThatWantsALogin() throws Exception {
        try (ConnectProxy proxy = ConnectProxy.wanting("node:s3cret");
                S3TestServer edge = S3TestServer.by(
                        through(proxy, new OutboundProxy.Login("node", Secret.of("s3cret"))),
                        request -> request.answer(request.line().startsWith("PUT") ? request.body() : bytes("kept")))) {
            assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos/a", "bytes")
                            .status())
                    .isEqualTo(200);
            assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos/a", "").body())
                    .isEqualTo("kept");

            assertThat(proxy.heads()).isNotEmpty();
            assertThat(edge.platform.requests()).hasSize(2).allSatisfy(request -> assertThat(
                            request.header("proxy-authorization"))
                    .isEmpty());
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void clientsAreToldToTryAgainWhileTheProxyWantsAnotherLogin() throws Exception {
        try (ConnectProxy proxy = ConnectProxy.wanting("node:s3cret");
                S3TestServer edge = S3TestServer.by(through(proxy, null), request -> request.answer(bytes("kept")))) {
            for (String method : List.of("PUT", "GET")) {
                assertThat(edge.call(S3TestServer.ALICE, method, "/photos/a", method.equals("PUT") ? "bytes" : ""))
                        .satisfies(answer -> {
                            assertThat(answer.status()).isEqualTo(503);
                            assertThat(answer.body())
                                    .contains("<Code>ServiceUnavailable</Code>")
                                    .doesNotContain("proxy");
                        });
            }

            assertThat(failures).containsOnly(ProxyException.Reason.LOGIN);
            assertThat(edge.platform.requests()).isEmpty();
        }
    }

    private PlatformRoutes through(ConnectProxy proxy, OutboundProxy.@Nullable Login login)
            throws NoSuchAlgorithmException {
        DefaultByteBufferPool buffers = new DefaultByteBufferPool(true, 17_408);
        return new PlatformRoutes(
                new PlatformTls(buffers, SSLContext.getDefault()),
                OutboundProxies.of(new OutboundProxy("127.0.0.1", proxy.port(), login), _ -> false),
                new ProxyListener() {
                    @Override
                    public void connected() {
                        failures.clear();
                    }

                    @Override
                    public void failed(ProxyException why) {
                        failures.add(why.reason());
                    }
                });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
