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
 * Adds TLS 1.2 or 1.3 to connections. Handshake steps run on separate threads: on the I/O threads, new connections
 * would delay established ones. Networks are the shares of these threads and their queue. If too many steps wait, a
 * connection of the network with most of them is closed. Thread-safe.
 */
final class TlsFront {

    private final ClientWorker worker;
    private volatile SSLContext context;

    TlsFront(ClientWorker worker, SSLContext context) {
        this.worker = worker;
        this.context = context;
    }

    /** Replaces the context of new connections. */
    void update(SSLContext next) {
        context = next;
    }

    /** The TLS connection on top of this one, which carries the decrypted bytes. */
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

    /** @param secured closed, on its I/O thread, if a step is refused */
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
