package dev.ose.server.http.proxy;

import dev.ose.s3.AddressRange;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/**
 * The load balancers whose PROXY headers are trusted.
 *
 * @param ranges their addresses
 * @param patience how long a header may take to arrive
 * @param onRefusal called for each connection that is closed for lack of a valid header
 */
public record TrustedBalancers(List<AddressRange> ranges, Duration patience, Runnable onRefusal) {

    public TrustedBalancers {
        ranges = List.copyOf(ranges);
    }

    boolean contains(InetAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }
}
