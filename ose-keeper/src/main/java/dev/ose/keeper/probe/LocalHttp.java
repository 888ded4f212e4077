package dev.ose.keeper.probe;

import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.adapter.http.ServerTrust;
import java.time.Duration;

/**
 * The HTTP client for the node on this host. It accepts every certificate: the node's certificate carries its public
 * names, never 127.0.0.1, and the connection does not leave the host.
 */
public final class LocalHttp {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** Default of a request. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** Far above a node's largest list or metrics. */
    private static final int MAX_BYTES = 64 << 20;

    private static final int AT_ONCE = 32;

    private LocalHttp() {}

    /** A new client; one per process suffices. */
    public static OutboundHttp client() {
        return new OutboundHttp(
                new OutboundHttp.Limits(CONNECT, TIMEOUT, MAX_BYTES, AT_ONCE),
                ServerTrust.context((chain, type) -> {}),
                OutboundRoutes.direct());
    }
}
