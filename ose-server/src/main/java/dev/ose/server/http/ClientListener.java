package dev.ose.server.http;

import io.undertow.protocols.ssl.UndertowXnioSsl;
import io.undertow.server.HttpHandler;
import io.undertow.server.protocol.http.HttpOpenListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.ChannelListener;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Sequence;
import org.xnio.StreamConnection;
import org.xnio.channels.AcceptingChannel;

/**
 * One port on which clients are served, plain or TLS. Every byte they send passes a framing gate before the parser
 * sees it. TLS is 1.2 or 1.3. Thread-safe.
 */
public final class ClientListener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClientListener.class);

    private final HttpOpenListener parser;
    private final AcceptingChannel<? extends StreamConnection> port;
    private final @Nullable UndertowXnioSsl tls;

    private ClientListener(
            HttpOpenListener parser, AcceptingChannel<? extends StreamConnection> port, @Nullable UndertowXnioSsl tls) {
        this.parser = parser;
        this.port = port;
        this.tls = tls;
    }

    /**
     * Opens a plain port and serves it.
     *
     * @throws UncheckedIOException if the address cannot be used, naming it and the reason
     */
    public static ClientListener open(ClientWorker worker, InetSocketAddress address, ClientRequestHandler handler) {
        return open(worker, address, handler, null);
    }

    /**
     * Opens a port for a server of somebody else, in front of which {@link ClientWorker#mount} may put us. It gets bodies
     * of any size, and paths and queries as they were sent: decoding them is up to it.
     *
     * @param context for TLS; null for a plain port
     * @throws UncheckedIOException if the address cannot be used, naming it and the reason
     */
    public static ClientListener openFor(
            ClientWorker worker, InetSocketAddress address, HttpHandler server, @Nullable SSLContext context) {
        HttpOpenListener parser = new HttpOpenListener(worker.bufferPool(), worker.undertowOptions());
        parser.setRootHandler(server);
        return open(worker, address, parser, context);
    }

    /**
     * Opens a TLS port and serves it.
     *
     * @throws UncheckedIOException if the address cannot be used, naming it and the reason
     */
    public static ClientListener openTls(
            ClientWorker worker, InetSocketAddress address, ClientRequestHandler handler, SSLContext context) {
        return open(worker, address, handler, context);
    }

    private static ClientListener open(
            ClientWorker worker,
            InetSocketAddress address,
            ClientRequestHandler handler,
            @Nullable SSLContext context) {
        return openFor(worker, address, worker.mount(handler), context);
    }

    private static ClientListener open(
            ClientWorker worker, InetSocketAddress address, HttpOpenListener parser, @Nullable SSLContext context) {
        ChannelListener<AcceptingChannel<? extends StreamConnection>> acceptor =
                port -> acceptAll(port, worker, parser);
        try {
            UndertowXnioSsl tls = context == null ? null : tls(worker, context);
            AcceptingChannel<? extends StreamConnection> port = tls == null
                    ? worker.threads().createStreamConnectionServer(address, acceptor, worker.socketOptions())
                    : tls.createSslConnectionServer(worker.threads(), address, acceptor, tlsOptions(worker));
            port.resumeAccepts();
            return new ClientListener(parser, port, tls);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    private static UndertowXnioSsl tls(ClientWorker worker, SSLContext context) {
        OptionMap options = OptionMap.create(Options.USE_DIRECT_BUFFERS, true);
        return new UndertowXnioSsl(worker.threads().getXnio(), options, worker.tlsBufferPool(), context);
    }

    private static OptionMap tlsOptions(ClientWorker worker) {
        return OptionMap.builder()
                .addAll(worker.socketOptions())
                .set(Options.SSL_ENABLED_PROTOCOLS, Sequence.of("TLSv1.3", "TLSv1.2"))
                .getMap();
    }

    private static void acceptAll(
            AcceptingChannel<? extends StreamConnection> port, ClientWorker worker, HttpOpenListener parser) {
        try {
            for (StreamConnection accepted = port.accept(); accepted != null; accepted = port.accept()) {
                worker.addressLimit().admit(accepted, connection -> {
                    FramingConduit.guard(connection, worker);
                    parser.handleEvent(connection);
                });
            }
        } catch (ClosedChannelException e) {
            // The end of the loop that close() brings about.
        } catch (IOException e) {
            LOG.warn("cannot accept a connection", e);
        }
    }

    /** The port in use; differs from the one asked for if that was 0. */
    public int boundPort() {
        return port.getLocalAddress(InetSocketAddress.class).getPort();
    }

    /** New connections use this context from now on; open ones keep what they agreed on. */
    public void updateTls(SSLContext context) {
        if (tls == null) {
            throw new IllegalStateException("this listener speaks plain HTTP");
        }
        tls.updateSSLContext(context);
    }

    /** Stops accepting; open connections live on. */
    public void stopAccepting() {
        IoUtils.safeClose(port);
    }

    /** Stops accepting and cuts every connection. */
    @Override
    public void close() {
        stopAccepting();
        parser.closeConnections();
    }
}
