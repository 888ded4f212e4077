package dev.ose.server.http.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelListener;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.XnioExecutor;
import org.xnio.conduits.ConduitStreamSourceChannel;

/**
 * Reads the header of a load balancer from a connection before the server does, and passes the connection on with the
 * client's address. If the header is missing, invalid or late, the connection is closed without an answer. Confined to
 * the connection's I/O thread.
 */
public final class ProxyHeaderReader implements ChannelListener<ConduitStreamSourceChannel> {

    private static final int MAX_AT_ONCE = 256;

    private final StreamConnection connection;
    private final TrustedBalancers balancers;
    private final Consumer<StreamConnection> next;
    private final ProxyHeader header = new ProxyHeader();
    private final ByteBuffer read = ByteBuffer.allocate(MAX_AT_ONCE);
    private final XnioExecutor.Key deadline;

    private ProxyHeaderReader(
            StreamConnection connection, TrustedBalancers balancers, Consumer<StreamConnection> next) {
        this.connection = connection;
        this.balancers = balancers;
        this.next = next;
        this.deadline = connection
                .getIoThread()
                .executeAfter(this::refuse, balancers.patience().toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Passes the connection on: after its header if a trusted balancer opened it, else at once. */
    public static void accept(
            StreamConnection connection, TrustedBalancers balancers, Consumer<StreamConnection> next) {
        @Nullable InetSocketAddress peer = connection.getPeerAddress(InetSocketAddress.class);
        if (peer == null || !balancers.contains(peer.getAddress())) {
            next.accept(connection);
            return;
        }
        ProxyHeaderReader reader = new ProxyHeaderReader(connection, balancers, next);
        connection.getSourceChannel().setReadListener(reader);
        reader.handleEvent(connection.getSourceChannel());
    }

    @Override
    public void handleEvent(ConduitStreamSourceChannel channel) {
        try {
            while (!header.isComplete()) {
                read.clear().limit(Math.min(header.wanted(), MAX_AT_ONCE));
                int bytes = channel.read(read);
                if (bytes < 0) {
                    throw new IOException("ended within the header");
                }
                if (bytes == 0) {
                    channel.resumeReads();
                    return;
                }
                header.take(read.flip());
            }
        } catch (IOException e) {
            refuse();
            return;
        }
        handOn(channel);
    }

    private void handOn(ConduitStreamSourceChannel channel) {
        deadline.remove();
        channel.suspendReads();
        channel.setReadListener(null);
        InetSocketAddress client = header.client();
        next.accept(client == null ? connection : new ProxiedConnection(connection, client));
    }

    private void refuse() {
        deadline.remove();
        balancers.onRefusal().run();
        IoUtils.safeClose(connection);
    }
}
