package dev.ose.adapter.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Where connections of the control plane may go. The rule has two levels: an address that the operator wrote, in an
 * option or through the provider's administration, may be anywhere; an address from another
 * source, such as a tenant or a document of another server, must be public or in a network that the operator
 * permitted ({@link #forForeignAddresses}). Otherwise a tenant could have a node send requests into the provider's
 * own network.
 *
 * <p>The rule is applied to the very addresses that are then connected to: no name is looked up a second time, so a
 * name that leads elsewhere the next time gains nothing. Immutable.
 */
public final class OutboundRoutes {

    private final HostLookup lookup;
    private final Predicate<InetAddress> permitted;
    private final boolean foreign;
    private final OutboundProxies proxies;

    private OutboundRoutes(
            HostLookup lookup, Predicate<InetAddress> permitted, boolean foreign, OutboundProxies proxies) {
        this.lookup = lookup;
        this.permitted = permitted;
        this.foreign = foreign;
        this.proxies = proxies;
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
        return new OutboundRoutes(InetAddress::getAllByName, _ -> false, false, OutboundProxies.none());
    }

    /** The same by another name service. */
    public OutboundRoutes with(HostLookup other) {
        return new OutboundRoutes(other, permitted, foreign, proxies);
    }

    /** The same, where foreign addresses may also be in networks that are not public. */
    public OutboundRoutes permitting(Predicate<InetAddress> networks) {
        return new OutboundRoutes(lookup, networks, foreign, proxies);
    }

    /** The routes to addresses that others than the operator supplied. */
    public OutboundRoutes forForeignAddresses() {
        return new OutboundRoutes(lookup, permitted, true, proxies);
    }

    /** The same, where these proxies lead to their hosts. */
    public OutboundRoutes through(OutboundProxies others) {
        return new OutboundRoutes(lookup, permitted, foreign, others);
    }

    /** By which proxies hosts are reached. */
    public OutboundProxies proxies() {
        return proxies;
    }

    /** A socket that connects to the addresses of {@link #addresses}. */
    Socket socket(String scheme) {
        return new TunnelSocket(scheme, proxies, lookup);
    }

    /**
     * The addresses to connect to, in the order in which to try them. All of a foreign name's addresses must be
     * permitted: which one is tried is the name service's choice. A name that the operator wrote and a proxy leads to
     * is left to the proxy; a foreign one is looked up here, and the proxy is given the address.
     */
    List<InetSocketAddress> addresses(String host, int port) throws UnknownHostException {
        if (!foreign && proxies.leadTo(host)) {
            return List.of(InetSocketAddress.createUnresolved(host, port));
        }
        InetAddress[] found = lookup.find(host);
        if (foreign && !Arrays.stream(found).allMatch(it -> PublicAddresses.isPublic(it) || permitted.test(it))) {
            throw new ForbiddenAddressException();
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (InetAddress address : found) {
            // With its name, by which exceptions from proxies go.
            addresses.add(new InetSocketAddress(InetAddress.getByAddress(host, address.getAddress()), port));
        }
        return addresses;
    }
}
