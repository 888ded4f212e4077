package dev.ose.adapter.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A socket that is connected to a host by the proxy that leads there, or directly. */
final class TunnelSocket extends Socket {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final String scheme;
    private final OutboundProxies proxies;
    private final OutboundRoutes.HostLookup lookup;

    /**
     * @param scheme of what is asked through it
     * @param lookup for a name that was left to a proxy which leads there for the other scheme only
     */
    TunnelSocket(String scheme, OutboundProxies proxies, OutboundRoutes.HostLookup lookup) {
        this.scheme = scheme;
        this.proxies = proxies;
        this.lookup = lookup;
    }

    /**
     * Connects to the host. An address that was looked up goes to the proxy as an address, so that the proxy cannot be
     * led elsewhere by its own name service; a name goes there as a name.
     *
     * @throws ProxyException if the proxy does not lead there
     */
    @Override
    public void connect(SocketAddress address, int timeoutMillis) throws IOException {
        InetSocketAddress host = (InetSocketAddress) address;
        Optional<OutboundProxy> proxy = proxies.to(scheme, host.getHostString());
        if (proxy.isEmpty()) {
            super.connect(
                    host.isUnresolved()
                            ? new InetSocketAddress(lookup.find(host.getHostString())[0], host.getPort())
                            : host,
                    timeoutMillis);
        } else {
            tunnel(proxy.get(), host, timeoutMillis);
        }
    }

    private void tunnel(OutboundProxy proxy, InetSocketAddress host, int timeoutMillis) throws IOException {
        ProxyHandshake handshake = new ProxyHandshake(proxy);
        try {
            super.connect(new InetSocketAddress(proxy.host(), proxy.port()), timeoutMillis);
            int silence = getSoTimeout();
            String name = host.isUnresolved()
                    ? host.getHostString()
                    : host.getAddress().getHostAddress();
            getOutputStream().write(handshake.request(name, host.getPort()));
            readAnswer(handshake, timeoutMillis);
            setSoTimeout(silence);
        } catch (ProxyException e) {
            throw e;
        } catch (IOException e) {
            ProxyException silent = handshake.silent("cannot be connected to, or does not answer: " + e.getMessage());
            silent.initCause(e);
            throw silent;
        }
    }

    /**
     * Byte by byte: what follows the head belongs to the host. The time is that of the whole answer, since this thread
     * would else be a trickling proxy's.
     *
     * @param millis 0 for as long as it takes
     */
    private void readAnswer(ProxyHandshake handshake, int millis) throws IOException {
        InputStream in = getInputStream();
        long began = System.nanoTime();
        byte[] one = new byte[1];
        do {
            if (millis > 0) {
                long left = millis - (System.nanoTime() - began) / NANOS_PER_MILLI;
                if (left <= 0) {
                    throw handshake.silent("does not answer in time");
                }
                setSoTimeout((int) left);
            }
            if (in.read(one) < 0) {
                throw handshake.silent("closed the connection");
            }
        } while (!handshake.read(ByteBuffer.wrap(one)));
    }
}
