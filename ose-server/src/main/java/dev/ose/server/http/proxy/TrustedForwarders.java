package dev.ose.server.http.proxy;

import dev.ose.s3.AddressRange;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP forwarders whose header states the client's address. Only one header is read: a forwarder replaces or
 * extends the one that it is configured for, and passes others on as the client sent them.
 *
 * @param ranges their addresses
 * @param header {@code X-Forwarded-For} or {@code Forwarded}
 */
public record TrustedForwarders(List<AddressRange> ranges, String header) {

    /** No forwarder is trusted. */
    public static final TrustedForwarders NONE = new TrustedForwarders(List.of(), "X-Forwarded-For");

    private static final String FORWARDED = "Forwarded";

    public TrustedForwarders {
        ranges = List.copyOf(ranges);
    }

    /** Sets the client's address as the peer of the exchange. */
    public void identify(HttpServerExchange exchange) {
        if (!ranges.isEmpty()) {
            exchange.setSourceAddress(client(exchange.getSourceAddress(), exchange.getRequestHeaders()));
        }
    }

    /**
     * The rightmost address that is not a forwarder's. Each forwarder appends the address of its peer, so entries to
     * the left are unverified claims of the client. An entry that is no address ends the search: the forwarder that
     * wrote it counts as the client.
     */
    InetSocketAddress client(InetSocketAddress peer, HeaderMap headers) {
        InetSocketAddress client = peer;
        List<String> hops = isTrusted(peer) ? hops(headers) : List.of();
        for (String hop : hops.reversed()) {
            Optional<InetAddress> address = ForwardedAddress.parse(hop);
            if (address.isEmpty()) {
                return client;
            }
            // Not all forwarders state ports, and no decision depends on one.
            client = new InetSocketAddress(address.get(), 0);
            if (!isTrusted(client)) {
                return client;
            }
        }
        return client;
    }

    private boolean isTrusted(InetSocketAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address.getAddress()));
    }

    /** The entries of all lines of the header, in the order in which they were added. */
    private List<String> hops(HeaderMap headers) {
        @Nullable HeaderValues lines = headers.get(header);
        List<String> hops = new ArrayList<>();
        if (lines != null) {
            for (String line : lines) {
                for (String entry : line.split(",", -1)) {
                    hops.add(header.equalsIgnoreCase(FORWARDED) ? ForwardedAddress.nodeOf(entry) : entry);
                }
            }
        }
        return hops;
    }
}
