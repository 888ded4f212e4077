package dev.ose.server.access;

import dev.ose.s3.operation.HeaderLookup;
import java.net.InetAddress;

/**
 * What a request says beside its operation, as far as policies may ask for it.
 *
 * @param headers its headers; of a form, its fields as the headers of the PUT that they stand for
 * @param source where it came from
 * @param isSecure whether it came over TLS
 */
public record RequestFacts(HeaderLookup headers, InetAddress source, boolean isSecure) {

    /** The address that it came from, as a literal without the zone that only this machine knows. */
    String sourceAddress() {
        String literal = source.getHostAddress();
        int zone = literal.indexOf('%');
        return zone < 0 ? literal : literal.substring(0, zone);
    }
}
