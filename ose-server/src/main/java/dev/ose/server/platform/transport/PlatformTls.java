package dev.ose.server.platform.transport;

import dev.ose.adapter.http.OutboundProxy;
import io.undertow.UndertowOptions;
import io.undertow.connector.ByteBufferPool;
import io.undertow.protocols.ssl.UndertowXnioSsl;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Sequence;
import org.xnio.Xnio;
import org.xnio.ssl.XnioSsl;

/** TLS to platforms: certificates must be trusted and match the host name. */
public final class PlatformTls {

    /** A connection may hold an incomplete record, a decrypted one that was not read, and an unsent one. */
    private static final int HELD_BUFFERS = 3;

    private final XnioSsl ssl;
    private final ByteBufferPool buffers;
    private final SSLContext trust;

    /**
     * @param buffers a pool of buffers for TLS records
     * @param trust verifies certificates
     */
    public PlatformTls(ByteBufferPool buffers, SSLContext trust) {
        this.buffers = buffers;
        this.trust = trust;
        this.ssl = new UndertowXnioSsl(
                Xnio.getInstance(), OptionMap.create(Options.USE_DIRECT_BUFFERS, true), buffers, trust);
    }

    /** The most memory that TLS of a connection may hold. */
    long heldBytes() {
        return (long) HELD_BUFFERS * buffers.getBufferSize();
    }

    XnioSsl ssl() {
        return ssl;
    }

    /** Opens connections to this endpoint through a proxy. */
    XnioSsl through(OutboundProxy proxy, URI endpoint, Duration timeout, ProxyListener listener) {
        return new ProxyTunnel(proxy, endpoint, buffers, trust, timeout, listener);
    }

    /** Adds the options of TLS to those of a connection. */
    static OptionMap complete(OptionMap options) {
        return OptionMap.builder()
                .addAll(options)
                .set(UndertowOptions.ENDPOINT_IDENTIFICATION_ALGORITHM, "HTTPS")
                .set(Options.SSL_ENABLED_PROTOCOLS, Sequence.of("TLSv1.3", "TLSv1.2"))
                .getMap();
    }
}
