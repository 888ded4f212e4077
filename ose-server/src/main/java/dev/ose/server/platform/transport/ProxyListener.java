package dev.ose.server.platform.transport;

import dev.ose.adapter.http.ProxyException;

/** Is told on I/O threads what became of connections through a proxy; must not block. */
public interface ProxyListener {

    /** The proxy connected us to the platform. */
    void connected();

    /** It did not. */
    void failed(ProxyException why);
}
