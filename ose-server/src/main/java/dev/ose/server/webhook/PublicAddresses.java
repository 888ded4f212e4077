package dev.ose.server.webhook;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Finds the addresses of hosts on the public internet and of no others, so that a tenant cannot have a node talk to the
 * provider's own machines. It stands where the connection gets its addresses, so a name that leads elsewhere the second
 * time it is looked up gains nothing. The ranges are those that IANA's registries of special addresses call not global.
 */
final class PublicAddresses implements DnsResolver {

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] all = SystemDefaultDnsResolver.INSTANCE.resolve(host);
        for (InetAddress address : all) {
            if (!isPublic(address)) {
                throw new UnknownHostException("not a public address");
            }
        }
        return all;
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return SystemDefaultDnsResolver.INSTANCE.resolveCanonicalHostname(host);
    }

    static boolean isPublic(InetAddress address) {
        if (address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        return switch (address) {
            case Inet4Address four -> isPublicV4(bytes);
            case Inet6Address six -> isPublicV6(bytes);
            default -> false;
        };
    }

    private static boolean isPublicV4(byte[] bytes) {
        int first = Byte.toUnsignedInt(bytes[0]);
        int second = Byte.toUnsignedInt(bytes[1]);
        boolean isShared = first == 100 && second >= 64 && second < 128;
        boolean isBenchmark = first == 198 && (second == 18 || second == 19);
        boolean isProtocol = first == 192 && second == 0 && bytes[2] == 0;
        return first != 0 && first < 224 && !isShared && !isBenchmark && !isProtocol;
    }

    /** Global unicast, without the ranges that carry an address of version 4, whatever that may be. */
    private static boolean isPublicV6(byte[] bytes) {
        int first = Byte.toUnsignedInt(bytes[0]) << 8 | Byte.toUnsignedInt(bytes[1]);
        int second = Byte.toUnsignedInt(bytes[2]) << 8 | Byte.toUnsignedInt(bytes[3]);
        boolean isGlobal = first >= 0x2000 && first < 0x4000;
        boolean isTeredo = first == 0x2001 && second == 0;
        boolean isSixToFour = first == 0x2002;
        return isGlobal && !isTeredo && !isSixToFour;
    }
}
