package dev.ose.server.s3.auth;

import dev.ose.server.http.ClientExchange;
import java.util.List;

/** The address in a client's request: scheme, host and port, and addressing style. */
public final class ClientAddress {

    private ClientAddress() {}

    public static String of(ClientExchange exchange) {
        List<String> host = exchange.requestHeaders("host");
        return exchange.scheme() + "://" + (host.isEmpty() ? "" : host.getFirst()) + exchange.rawPath();
    }
}
