package dev.ose.server.platform.transport;

import dev.ose.adapter.http.ProxyException;

/** Receives the outcomes of connections through a proxy, on I/O threads; must not block. */
public interface ProxyListener {

    /** The proxy connected to the platform. */
    void connected();

    /** The connection failed. */
    void failed(ProxyException why);
}
