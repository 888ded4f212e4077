package dev.ose.adapter.http;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * Which addresses are on the public internet: those that IANA's registries of special-purpose
 * <a href="https://www.iana.org/assignments/iana-ipv4-special-registry">IPv4</a> and
 * <a href="https://www.iana.org/assignments/iana-ipv6-special-registry">IPv6</a> addresses do not call otherwise.
 */
final class PublicAddresses {

    private PublicAddresses() {}

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
            case Inet4Address _ -> isPublicV4(bytes);
            case Inet6Address _ -> isPublicV6(bytes);
            default -> false;
        };
    }

    private static boolean isPublicV4(byte[] bytes) {
        int first = Byte.toUnsignedInt(bytes[0]);
        int second = Byte.toUnsignedInt(bytes[1]);
        int third = Byte.toUnsignedInt(bytes[2]);
        boolean isShared = first == 100 && second >= 64 && second < 128;
        boolean isBenchmark = first == 198 && (second == 18 || second == 19);
        boolean isProtocol = first == 192 && second == 0 && third == 0;
        boolean isExample = (first == 192 && second == 0 && third == 2)
                || (first == 198 && second == 51 && third == 100)
                || (first == 203 && second == 0 && third == 113);
        boolean isRelay = first == 192 && second == 88 && third == 99;
        return first != 0 && first < 224 && !isShared && !isBenchmark && !isProtocol && !isExample && !isRelay;
    }

    /** Global unicast, without the ranges that carry an IPv4 address, whatever that may be, and those of examples. */
    private static boolean isPublicV6(byte[] bytes) {
        int first = Byte.toUnsignedInt(bytes[0]) << 8 | Byte.toUnsignedInt(bytes[1]);
        int second = Byte.toUnsignedInt(bytes[2]) << 8 | Byte.toUnsignedInt(bytes[3]);
        boolean isGlobal = first >= 0x2000 && first < 0x4000;
        boolean isProtocol = first == 0x2001 && second < 0x200;
        boolean isSixToFour = first == 0x2002;
        boolean isExample = (first == 0x2001 && second == 0x0db8) || (first == 0x3fff && second < 0x1000);
        return isGlobal && !isProtocol && !isSixToFour && !isExample;
    }
}
