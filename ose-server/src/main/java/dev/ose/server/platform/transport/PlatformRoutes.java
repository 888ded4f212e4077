package dev.ose.server.platform.transport;

import dev.ose.adapter.http.OutboundProxies;

/**
 * How platforms are reached.
 *
 * @param tls trusts the certificates of those whose endpoints are https, and opens connections through proxies
 * @param proxies which proxy leads to which platform
 * @param listener is told what became of connections through them
 */
public record PlatformRoutes(PlatformTls tls, OutboundProxies proxies, ProxyListener listener) {}
