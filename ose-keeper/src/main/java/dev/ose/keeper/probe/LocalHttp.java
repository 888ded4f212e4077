package dev.ose.keeper.probe;

import dev.ose.keeper.tls.ServerTrust;
import java.net.http.HttpClient;
import java.time.Duration;

/**
 * The HTTP client for a node on this machine. It believes every certificate: the node's names its public names, never
 * 127.0.0.1, and between two processes of one account on one machine there is nobody to be protected from.
 */
public final class LocalHttp {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    private LocalHttp() {}

    /** A new client; one is enough for a process. */
    public static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .sslContext(ServerTrust.context((chain, type) -> {}))
                .build();
    }
}
