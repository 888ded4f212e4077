package dev.ose.server.app.options;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.DatabaseOptions;
import dev.ose.config.Option;
import dev.ose.config.S3Options;
import dev.ose.s3.AddressRange;
import dev.ose.server.app.servlet.AdminNames;
import dev.ose.server.http.ClientListener;
import dev.ose.server.http.ListenerSettings;
import dev.ose.server.http.proxy.TrustedForwarders;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/** What the options say of the listeners: where they are, and how they treat connections. */
public final class Listeners {

    private static final int QUEUED_PER_BLOCKING_TASK = 4;
    private static final int BACKLOG = 4096;
    /** Below them S3 is served as well, so that one that works on a transfer must not be the only one. */
    private static final int FEWEST_ADMIN_IO_THREADS = 2;

    private Listeners() {}

    /** How the listeners of S3 treat connections. */
    public static ListenerSettings ofS3(Configuration configuration) {
        int ioThreads = configuration.get(AdminOptions.IO_THREADS);
        int blocking = configuration.get(AdminOptions.WORKER_THREADS);
        ListenerSettings.Timeouts standard = ListenerSettings.Timeouts.standard();
        return new ListenerSettings(
                ioThreads == 0 ? Runtime.getRuntime().availableProcessors() : ioThreads,
                blocking,
                blockingPerTenant(configuration),
                blocking * QUEUED_PER_BLOCKING_TASK,
                BACKLOG,
                new ListenerSettings.Timeouts(
                        configuration.get(S3Options.HEAD_TIMEOUT),
                        standard.betweenRequests(),
                        standard.silence(),
                        standard.leftoverBody(),
                        standard.linger()),
                new ListenerSettings.MinimumRate(
                        configuration.get(S3Options.MINIMUM_BODY_RATE),
                        configuration.get(S3Options.STALLED_BODY_TIMEOUT)),
                new ListenerSettings.ConnectionLimit(
                        configuration.get(S3Options.CONNECTIONS_PER_ADDRESS), unlimited(configuration)),
                new ListenerSettings.Intermediaries(
                        AddressRanges.of(configuration, S3Options.PROXY_PROTOCOL),
                        new TrustedForwarders(
                                AddressRanges.of(configuration, S3Options.FORWARDERS),
                                configuration.get(S3Options.FORWARDED_HEADER))));
    }

    /**
     * How the admin listener treats connections: as those of S3 do, but for balancers and limits that are set for S3
     * alone.
     */
    public static ListenerSettings ofAdmin(Configuration configuration) {
        ListenerSettings ofS3 = ofS3(configuration);
        return ofS3.onIoThreads(Math.max(FEWEST_ADMIN_IO_THREADS, ofS3.ioThreads()))
                .with(ListenerSettings.ConnectionLimit.NONE)
                .behind(ListenerSettings.Intermediaries.NONE);
    }

    /** Connections of a forwarder are those of many clients, and nobody can tell whose before the first request. */
    private static List<AddressRange> unlimited(Configuration configuration) {
        return Stream.of(S3Options.UNLIMITED_ADDRESSES, S3Options.FORWARDERS)
                .flatMap(option -> AddressRanges.of(configuration, option).stream())
                .toList();
    }

    /**
     * What blocks waits for the database, mostly: of whichever there are fewer, threads or connections, some are left.
     */
    private static int blockingPerTenant(Configuration configuration) {
        int scarce =
                Math.min(configuration.get(AdminOptions.WORKER_THREADS), configuration.get(DatabaseOptions.POOL_SIZE));
        return Math.max(1, scarce * configuration.get(S3Options.TENANT_SHARE) / 100);
    }

    /** Where a listener of S3 is to be; the address is looked up. */
    public static InetSocketAddress address(Configuration configuration, Option<Integer> port) {
        return new InetSocketAddress(host(configuration, S3Options.ADDRESS), configuration.get(port));
    }

    /** The address that an option names; it is looked up. */
    public static InetAddress host(Configuration configuration, Option<String> option) {
        String text = configuration.get(option);
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new StartException(
                    Code.ADDRESS,
                    option.key() + " is " + text + ", which no name service knows. Use an IP address of this machine.",
                    e);
        }
    }

    /** By which the admin API is addressed, on any listener. */
    public static AdminNames adminNames(Configuration configuration) {
        return new AdminNames(configuration.find(AdminOptions.HOST_NAMES).orElse(List.of()));
    }

    /** Opens a listener of S3. */
    public interface Opening {
        ClientListener open();
    }

    /**
     * The opened listener.
     *
     * @param option of its port
     * @throws StartException which names the option to change
     */
    public static ClientListener open(Configuration configuration, Option<Integer> option, Opening opening) {
        try {
            return opening.open();
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof BindException taken && FreePorts.isTaken(taken)) {
                throw FreePorts.busy(configuration.get(option), option, e);
            }
            throw new StartException(
                    Code.ADDRESS,
                    "The S3 listener cannot be opened: " + e.getMessage() + ". Check " + S3Options.ADDRESS.key()
                            + ": it must be an address of this machine.",
                    e);
        }
    }
}
