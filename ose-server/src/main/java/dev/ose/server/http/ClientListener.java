package dev.ose.server.http;

import dev.ose.server.http.framing.FramingConduit;
import dev.ose.server.http.proxy.ProxyHeaderReader;
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
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.channels.AcceptingChannel;

/**
 * One port for clients, plain or TLS. Every byte they send passes a framing gate before the parser. TLS is 1.2 or 1.3.
 * Thread-safe.
 */
public final class ClientListener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClientListener.class);

    private final HttpOpenListener parser;
    private final AcceptingChannel<? extends StreamConnection> port;
    private final @Nullable TlsFront tls;

    private ClientListener(
            HttpOpenListener parser, AcceptingChannel<? extends StreamConnection> port, @Nullable TlsFront tls) {
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
     * Opens a port for another server, which may delegate to {@link ClientWorker#mount}. It receives bodies of any
     * size, and undecoded paths and queries.
     *
     * @param context for TLS; null for a plain port
     * @throws UncheckedIOException if the address cannot be used, naming it and the reason
     */
    public static ClientListener openFor(
            ClientWorker worker, InetSocketAddress address, HttpHandler server, @Nullable SSLContext context) {
        boolean isBehindBalancers =
                !worker.settings().intermediaries().balancers().isEmpty();
        TlsFront tls = context == null ? null : new TlsFront(worker, context);
        return open(new Front(worker, parser(worker, server), tls, isBehindBalancers), address);
    }

    private static HttpOpenListener parser(ClientWorker worker, HttpHandler server) {
        HttpOpenListener parser = new HttpOpenListener(worker.headBufferPool(), worker.undertowOptions());
        parser.setRootHandler(server);
        return parser;
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

    private static ClientListener open(Front front, InetSocketAddress address) {
        ClientWorker worker = front.worker();
        try {
            AcceptingChannel<? extends StreamConnection> port =
                    worker.threads().createStreamConnectionServer(address, front::acceptAll, worker.socketOptions());
            port.resumeAccepts();
            return new ClientListener(front.parser(), port, front.tls());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /**
     * The layers of a connection.
     *
     * @param tls null for a plain port
     * @param isBehindBalancers whether load balancers send PROXY headers, before any TLS
     */
    private record Front(
            ClientWorker worker,
            HttpOpenListener parser,
            @Nullable TlsFront tls,
            boolean isBehindBalancers) {

        void acceptAll(AcceptingChannel<? extends StreamConnection> port) {
            try {
                for (StreamConnection accepted = port.accept(); accepted != null; accepted = port.accept()) {
                    if (isBehindBalancers) {
                        ProxyHeaderReader.accept(accepted, worker.balancers(), this::admit);
                    } else {
                        admit(accepted);
                    }
                }
            } catch (ClosedChannelException e) {
                // close() ends the loop.
            } catch (IOException e) {
                LOG.warn("cannot accept a connection", e);
            }
        }

        private void admit(StreamConnection connection) {
            int heldBytes = tls == null ? ClientWorker.HELD_BYTES : ClientWorker.HELD_BYTES_WITH_TLS;
            worker.addressLimit().admit(connection, heldBytes, this::serve);
        }

        private StreamConnection serve(StreamConnection connection) {
            StreamConnection served = tls == null ? connection : tls.secured(connection);
            FramingConduit.guard(served, worker);
            parser.handleEvent(served);
            return served;
        }
    }

    /** The bound port; differs from the requested one if that was 0. */
    public int boundPort() {
        return port.getLocalAddress(InetSocketAddress.class).getPort();
    }

    /** Replaces the TLS context of new connections; open ones are not affected. */
    public void updateTls(SSLContext context) {
        if (tls == null) {
            throw new IllegalStateException("this listener speaks plain HTTP");
        }
        tls.update(context);
    }

    /** Stops accepting; open connections remain. */
    public void stopAccepting() {
        IoUtils.safeClose(port);
    }

    /** Stops accepting and closes every connection. */
    @Override
    public void close() {
        stopAccepting();
        parser.closeConnections();
    }
}
