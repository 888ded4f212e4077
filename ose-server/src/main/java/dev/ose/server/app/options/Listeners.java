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

/** The listeners' addresses and settings, from the options. */
public final class Listeners {

    private static final int QUEUED_PER_BLOCKING_TASK = 4;
    /** They also serve S3, so a thread that works on a transfer must not be the only one. */
    private static final int MIN_ADMIN_IO_THREADS = 2;

    private Listeners() {}

    /** Settings of the S3 listeners. */
    public static ListenerSettings ofS3(Configuration configuration) {
        int ioThreads = configuration.get(AdminOptions.IO_THREADS);
        int blocking = configuration.get(AdminOptions.WORKER_THREADS);
        ListenerSettings.Timeouts standard = ListenerSettings.Timeouts.standard();
        return new ListenerSettings(
                new ListenerSettings.Threads(
                        ioThreads == 0 ? Runtime.getRuntime().availableProcessors() : ioThreads,
                        blocking,
                        blockingPerTenant(configuration),
                        blocking * QUEUED_PER_BLOCKING_TASK),
                ListenerSettings.BACKLOG,
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

    /** Settings of the admin listener: those of S3, except balancers and limits that apply to S3 only. */
    public static ListenerSettings ofAdmin(Configuration configuration) {
        ListenerSettings ofS3 = ofS3(configuration);
        return ofS3.onIoThreads(Math.max(MIN_ADMIN_IO_THREADS, ofS3.threads().io()))
                .with(ListenerSettings.ConnectionLimit.NONE)
                .behind(ListenerSettings.Intermediaries.NONE);
    }

    /** A forwarder's connections carry many clients, which are unknown before the first request. */
    private static List<AddressRange> unlimited(Configuration configuration) {
        return Stream.of(S3Options.UNLIMITED_ADDRESSES, S3Options.FORWARDERS)
                .flatMap(option -> AddressRanges.of(configuration, option).stream())
                .toList();
    }

    /** Blocking tasks mostly wait for the database: of threads and connections, the smaller number is shared. */
    private static int blockingPerTenant(Configuration configuration) {
        int scarce =
                Math.min(configuration.get(AdminOptions.WORKER_THREADS), configuration.get(DatabaseOptions.POOL_SIZE));
        return Math.max(1, scarce * configuration.get(S3Options.TENANT_SHARE) / 100);
    }

    /** The address of an S3 listener; resolves the host name. */
    public static InetSocketAddress address(Configuration configuration, Option<Integer> port) {
        return new InetSocketAddress(host(configuration, S3Options.ADDRESS), configuration.get(port));
    }

    /** The address in an option; resolves the host name. */
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

    /** The host names of the admin API, on any listener. */
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
