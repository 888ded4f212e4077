package dev.ose.server.http.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.xnio.IoUtils;
import org.xnio.Option;
import org.xnio.StreamConnection;

/** A connection with the peer address that a load balancer states. */
final class ProxiedConnection extends StreamConnection {

    private final StreamConnection connection;
    private final InetSocketAddress client;

    ProxiedConnection(StreamConnection connection, InetSocketAddress client) {
        super(connection.getIoThread());
        this.connection = connection;
        this.client = client;
        setSourceConduit(connection.getSourceChannel().getConduit());
        setSinkConduit(connection.getSinkChannel().getConduit());
    }

    @Override
    protected void notifyReadClosed() {
        IoUtils.safeClose(connection.getSourceChannel());
    }

    @Override
    protected void notifyWriteClosed() {
        IoUtils.safeClose(connection.getSinkChannel());
    }

    @Override
    public SocketAddress getPeerAddress() {
        return client;
    }

    @Override
    public SocketAddress getLocalAddress() {
        return connection.getLocalAddress();
    }

    @Override
    public boolean supportsOption(Option<?> option) {
        return connection.supportsOption(option);
    }

    @Override
    public <T> T getOption(Option<T> option) throws IOException {
        return connection.getOption(option);
    }

    @Override
    public <T> T setOption(Option<T> option, T value) throws IOException {
        return connection.setOption(option, value);
    }
}
