package dev.ose.s3;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A range of IP addresses as {@code 10.0.0.0/8}, {@code 2001:db8::/32} or a single address. */
public final class AddressRange {

    private static final int IPV6_NETWORK_BYTES = 8;

    private final byte[] network;
    private final int bits;

    private AddressRange(byte[] network, int bits) {
        this.network = network;
        this.bits = bits;
    }

    /** The range; empty if the text is none. */
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        return address(slash < 0 ? text : text.substring(0, slash)).flatMap(network -> {
            int bits = slash < 0 ? network.length * 8 : prefix(text.substring(slash + 1));
            return bits < 0 || bits > network.length * 8
                    ? Optional.empty()
                    : Optional.of(new AddressRange(network, bits));
        });
    }

    /**
     * Who is taken for one client: an IPv4 address, or the first 64 bits of an IPv6 address, since any customer of a
     * provider has that many. To be compared with its like.
     */
    public static Object networkOf(InetAddress address) {
        return address instanceof Inet6Address
                ? ByteBuffer.wrap(address.getAddress(), 0, IPV6_NETWORK_BYTES).getLong()
                : address;
    }

    /** The same of an address as text, whose zone does not matter; the text itself if it is none. */
    public static Object networkOf(String text) {
        int zone = text.indexOf('%');
        return literal(zone < 0 ? text : text.substring(0, zone))
                .<Object>map(AddressRange::networkOf)
                .orElse(text);
    }

    /** Whether the address that the text names is in it; empty if it names none. */
    public Optional<Boolean> contains(String text) {
        return address(text).map(this::contains);
    }

    /** Whether the address is in it. */
    public boolean contains(InetAddress address) {
        return contains(address.getAddress());
    }

    private boolean contains(byte[] address) {
        if (address.length != network.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >>> bit % 8;
            if ((address[bit / 8] & mask) != (network[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<byte[]> address(String text) {
        return literal(text).map(InetAddress::getAddress);
    }

    /** Parses a literal; never resolves a name. An IPv4-mapped IPv6 address becomes the IPv4 address. */
    public static Optional<InetAddress> literal(String text) {
        boolean isPlain = text.chars().allMatch(c -> Character.digit(c, 16) >= 0 || c == '.' || c == ':');
        // Without a colon or three dots Java would read "10" as 0.0.0.10.
        boolean isWhole =
                text.indexOf(':') >= 0 || text.chars().filter(c -> c == '.').count() == 3;
        if (!isPlain || !isWhole) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static int prefix(String text) {
        boolean isNumber = !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Integer.parseInt(text) : -1;
    }
}
