package dev.ose.server.platform.transport;

import dev.ose.adapter.http.OutboundProxy;
import dev.ose.adapter.http.ProxyException;
import dev.ose.adapter.http.ProxyHandshake;
import io.undertow.connector.ByteBufferPool;
import io.undertow.protocols.ssl.UndertowXnioSsl;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelListener;
import org.xnio.ChannelListeners;
import org.xnio.FutureResult;
import org.xnio.IoFuture;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.Xnio;
import org.xnio.XnioExecutor;
import org.xnio.XnioIoThread;
import org.xnio.channels.BoundChannel;
import org.xnio.ssl.SslConnection;

/**
 * Opens connections to one platform through a proxy, on the I/O thread and without blocking it. Undertow's client opens
 * plain connections itself and leaves TLS connections to an {@code XnioSsl}, so it gets the https address {@link
 * #TARGET} in either case, and TLS is used only if the platform's endpoint is https. The proxy receives the platform's
 * name and port and resolves the name.
 */
final class ProxyTunnel extends UndertowXnioSsl {

    /** The target for Undertow's client. Neither its scheme nor its address is used. */
    static final URI TARGET = URI.create("https://0.0.0.0:443");

    private static final int BUFFER_BYTES = 512;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final OutboundProxy proxy;
    private final String host;

    /** As in certificates: an IPv6 address without brackets. */
    private final String peer;

    private final int port;
    private final boolean isTls;
    private final Duration timeout;
    private final ProxyListener listener;

    /**
     * @param endpoint of the platform
     * @param buffers a pool of buffers for TLS records
     * @param trust verifies the platform's certificates
     * @param timeout maximum time until the proxy has connected
     * @param listener receives the outcome of each attempt
     */
    ProxyTunnel(
            OutboundProxy proxy,
            URI endpoint,
            ByteBufferPool buffers,
            SSLContext trust,
            Duration timeout,
            ProxyListener listener) {
        super(Xnio.getInstance(), OptionMap.create(Options.USE_DIRECT_BUFFERS, true), buffers, trust);
        this.proxy = proxy;
        this.host = endpoint.getHost();
        this.peer = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        this.isTls = "https".equals(endpoint.getScheme());
        this.port = endpoint.getPort() >= 0 ? endpoint.getPort() : isTls ? HTTPS : HTTP;
        this.timeout = timeout;
        this.listener = listener;
    }

    @Override
    public IoFuture<SslConnection> openSslConnection(
            XnioIoThread thread,
            @Nullable InetSocketAddress bind,
            InetSocketAddress ignored,
            ChannelListener<? super SslConnection> opened,
            @Nullable ChannelListener<? super BoundChannel> bound,
            OptionMap options) {
        FutureResult<SslConnection> result = new FutureResult<>(thread);
        InetSocketAddress address = new InetSocketAddress(proxy.host(), proxy.port());
        if (address.isUnresolved()) {
            fail(result, new ProxyHandshake(proxy).silent("has a name that no name service knows"));
            return result.getIoFuture();
        }
        thread.openStreamConnection(
                        address, connection -> new Handshake(connection, opened, result, options).begin(), options)
                .addNotifier(
                        (future, _) -> {
                            if (future.getStatus() == IoFuture.Status.FAILED) {
                                fail(result, new ProxyHandshake(proxy).silent("cannot be connected to"));
                            }
                        },
                        null);
        return result.getIoFuture();
    }

    private void fail(FutureResult<SslConnection> result, ProxyException why) {
        listener.failed(why);
        result.setException(why);
    }

    /** The handshake with the proxy on one connection. Confined to its I/O thread. */
    private final class Handshake {

        private final StreamConnection connection;
        private final ChannelListener<? super SslConnection> opened;
        private final FutureResult<SslConnection> result;
        private final OptionMap options;
        private final ProxyHandshake handshake = new ProxyHandshake(proxy);
        private final ByteBuffer request = ByteBuffer.wrap(handshake.request(host, port));
        private final ByteBuffer answer = ByteBuffer.allocate(BUFFER_BYTES);
        private final XnioExecutor.Key deadline;
        private boolean isOver;

        Handshake(
                StreamConnection connection,
                ChannelListener<? super SslConnection> opened,
                FutureResult<SslConnection> result,
                OptionMap options) {
            this.connection = connection;
            this.opened = opened;
            this.result = result;
            this.options = options;
            this.deadline = connection
                    .getIoThread()
                    .executeAfter(
                            () -> end(handshake.silent("does not answer")), timeout.toMillis(), TimeUnit.MILLISECONDS);
        }

        void begin() {
            connection.getSinkChannel().setWriteListener(_ -> write());
            connection.getSourceChannel().setReadListener(_ -> read());
            write();
        }

        private void write() {
            try {
                int bytes;
                do {
                    bytes = connection.getSinkChannel().write(request);
                } while (bytes > 0 && request.hasRemaining());
                if (request.hasRemaining() || !connection.getSinkChannel().flush()) {
                    connection.getSinkChannel().resumeWrites();
                    return;
                }
                connection.getSinkChannel().suspendWrites();
                connection.getSourceChannel().resumeReads();
            } catch (IOException e) {
                end(handshake.silent("closed the connection"));
            }
        }

        private void read() {
            try {
                int bytes = connection.getSourceChannel().read(answer.clear());
                while (bytes > 0 && !handshake.read(answer.flip())) {
                    bytes = connection.getSourceChannel().read(answer.clear());
                }
                if (bytes < 0) {
                    end(handshake.silent("closed the connection"));
                } else if (bytes > 0) {
                    connected();
                }
            } catch (ProxyException e) {
                end(e);
            } catch (IOException e) {
                end(handshake.silent("closed the connection"));
            }
        }

        /** The platform must not send anything before a request. */
        private void connected() {
            if (answer.hasRemaining()) {
                end(handshake.silent("sends what no platform has sent"));
                return;
            }
            isOver = true;
            deadline.remove();
            connection.getSinkChannel().setWriteListener(null);
            connection.getSourceChannel().setReadListener(null);
            connection.getSourceChannel().suspendReads();
            listener.connected();
            if (isTls) {
                SslConnection secured = wrapExistingConnection(connection, withPeer(options));
                result.setResult(secured);
                ChannelListeners.invokeChannelListener(secured, opened);
            } else {
                ChannelListeners.invokeChannelListener(connection, plain(opened));
            }
        }

        /** Undertow's listener accepts any stream connection. */
        @SuppressWarnings("unchecked")
        private static ChannelListener<? super StreamConnection> plain(
                ChannelListener<? super SslConnection> listener) {
            return (ChannelListener<? super StreamConnection>) (ChannelListener<?>) listener;
        }

        /** The certificate must be for the platform, not for the proxy. */
        private OptionMap withPeer(OptionMap others) {
            return OptionMap.builder()
                    .addAll(others)
                    .set(Options.SSL_PEER_HOST_NAME, peer)
                    .set(Options.SSL_PEER_PORT, port)
                    .getMap();
        }

        private void end(ProxyException why) {
            if (!isOver) {
                isOver = true;
                deadline.remove();
                IoUtils.safeClose(connection);
                fail(result, why);
            }
        }
    }
}
