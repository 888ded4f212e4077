package dev.ose.server.platform.transport;

import dev.ose.adapter.http.OutboundProxies;

/**
 * TLS and proxies of connections to platforms.
 *
 * @param tls verifies certificates of https endpoints, and opens connections through proxies
 * @param proxies the proxies by platform
 * @param listener receives the outcomes of connections through proxies
 */
public record PlatformRoutes(PlatformTls tls, OutboundProxies proxies, ProxyListener listener) {}
