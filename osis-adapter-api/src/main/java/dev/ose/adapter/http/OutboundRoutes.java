package dev.ose.adapter.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Where connections of the control plane may go. The rule has two levels: an address that the operator wrote, in an
 * option or through the provider's administration, may be anywhere; an address that came from somebody else, be it a
 * tenant or the document of another server, must be public or in a network that the operator permitted
 * ({@link #forForeignAddresses}). Otherwise a tenant could have a node send requests into the provider's own network.
 *
 * <p>The rule is applied to the very addresses that are then connected to: no name is looked up a second time, so a name
 * that leads elsewhere the next time gains nothing. Immutable.
 */
public final class OutboundRoutes {

    private final HostLookup lookup;
    private final Predicate<InetAddress> permitted;
    private final boolean foreign;

    private OutboundRoutes(HostLookup lookup, Predicate<InetAddress> permitted, boolean foreign) {
        this.lookup = lookup;
        this.permitted = permitted;
        this.foreign = foreign;
    }

    /** Finds the addresses of a host name, or reads an address. May block for seconds. */
    @FunctionalInterface
    public interface HostLookup {

        /** At least one. */
        InetAddress[] find(String host) throws UnknownHostException;
    }

    /** No public address, and none in a permitted network. */
    static final class ForbiddenAddressException extends UnknownHostException {

        private static final long serialVersionUID = 1L;

        ForbiddenAddressException() {
            super("not a public address");
        }
    }

    /** Routes to addresses that the operator wrote: anywhere, by the name service of this machine. */
    public static OutboundRoutes direct() {
        return new OutboundRoutes(InetAddress::getAllByName, _ -> false, false);
    }

    /** The same by another name service. */
    public OutboundRoutes with(HostLookup other) {
        return new OutboundRoutes(other, permitted, foreign);
    }

    /** The same, where foreign addresses may also be in networks that are not public. */
    public OutboundRoutes permitting(Predicate<InetAddress> networks) {
        return new OutboundRoutes(lookup, networks, foreign);
    }

    /** The routes to addresses that came from somebody else than the operator. */
    public OutboundRoutes forForeignAddresses() {
        return new OutboundRoutes(lookup, permitted, true);
    }

    /**
     * The addresses to connect to, in the order in which to try them. All of a foreign name's addresses must be
     * permitted: which one is tried is the name service's choice.
     */
    List<InetSocketAddress> addresses(String host, int port) throws UnknownHostException {
        InetAddress[] found = lookup.find(host);
        if (foreign && !Arrays.stream(found).allMatch(it -> PublicAddresses.isPublic(it) || permitted.test(it))) {
            throw new ForbiddenAddressException();
        }
        return Arrays.stream(found)
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }
}
