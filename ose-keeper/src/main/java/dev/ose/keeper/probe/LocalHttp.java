package dev.ose.keeper.probe;

import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.keeper.tls.ServerTrust;
import java.time.Duration;

/**
 * The HTTP client for a node on this machine. It believes every certificate: the node's names its public names, never
 * 127.0.0.1, and between two processes of one account on one machine there is nobody to be protected from.
 */
public final class LocalHttp {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** Unless a request says otherwise. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** What a node lists in one answer, and its metrics, are far below. */
    private static final int MAX_BYTES = 64 << 20;

    private static final int AT_ONCE = 32;

    private LocalHttp() {}

    /** A new client; one is enough for a process. */
    public static OutboundHttp client() {
        return new OutboundHttp(
                new OutboundHttp.Limits(CONNECT, TIMEOUT, MAX_BYTES, AT_ONCE),
                ServerTrust.context((chain, type) -> {}),
                OutboundRoutes.direct());
    }
}
