package dev.ose.server.access;

import dev.ose.s3.operation.HeaderLookup;
import java.net.InetAddress;
import java.util.HexFormat;

/**
 * What a request says beside its operation, as far as policies may ask for it.
 *
 * @param headers its headers; of a form, its fields as the headers of the PUT that they stand for
 * @param source where it came from
 * @param isSecure whether it came over TLS
 */
public record RequestFacts(HeaderLookup headers, InetAddress source, boolean isSecure) {

    private static final int NETWORK_BYTES = 8;

    /** The address that it came from, as a literal without the zone that only this machine knows. */
    String sourceAddress() {
        String literal = source.getHostAddress();
        int zone = literal.indexOf('%');
        return zone < 0 ? literal : literal.substring(0, zone);
    }

    /** Where it came from, as far as one holder of addresses is told from another: an IPv6 one has whole /64 networks. */
    public String sourceNetwork() {
        byte[] address = source.getAddress();
        return HexFormat.of().formatHex(address, 0, Math.min(address.length, NETWORK_BYTES));
    }
}
