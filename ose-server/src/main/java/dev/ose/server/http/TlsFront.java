package dev.ose.server.http;

import dev.ose.s3.AddressRange;
import io.undertow.protocols.ssl.UndertowXnioSsl;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Sequence;
import org.xnio.StreamConnection;

/**
 * Has connections speak TLS 1.2 or 1.3. The steps of their handshakes are computed on threads of the worker, without
 * which they would be on its I/O threads, and clients that only begin connections would hold up those that are served.
 * Clients share these threads and the queue in front of them by network. If too many steps wait, the connection of one
 * of those is closed that come from the network with most of them. Thread-safe.
 */
final class TlsFront {

    private final ClientWorker worker;
    private volatile SSLContext context;

    TlsFront(ClientWorker worker, SSLContext context) {
        this.worker = worker;
        this.context = context;
    }

    /** New connections use this context from now on. */
    void update(SSLContext next) {
        context = next;
    }

    /** The connection as TLS makes it: all that is read and written from now on is what is within its records. */
    StreamConnection secured(StreamConnection connection) {
        CompletableFuture<StreamConnection> secured = new CompletableFuture<>();
        UndertowXnioSsl tls = new UndertowXnioSsl(
                worker.threads().getXnio(),
                OptionMap.create(Options.USE_DIRECT_BUFFERS, true),
                worker.tlsBufferPool(),
                context,
                steps(connection, secured));
        StreamConnection served = tls.wrapExistingConnection(connection, options(), false);
        secured.complete(served);
        return served;
    }

    /** @param secured what is closed, on its I/O thread, if a step is refused */
    private Executor steps(StreamConnection connection, CompletableFuture<StreamConnection> secured) {
        InetSocketAddress peer = connection.getPeerAddress(InetSocketAddress.class);
        Object client = peer == null ? connection : AddressRange.networkOf(peer.getAddress());
        Runnable close = () -> {
            var _ = secured.thenAccept(served -> served.getIoThread().execute(() -> IoUtils.safeClose(served)));
        };
        return step -> worker.handshakes().execute(client, step, close);
    }

    private OptionMap options() {
        return OptionMap.builder()
                .addAll(worker.socketOptions())
                .set(Options.SSL_ENABLED_PROTOCOLS, Sequence.of("TLSv1.3", "TLSv1.2"))
                .getMap();
    }
}
