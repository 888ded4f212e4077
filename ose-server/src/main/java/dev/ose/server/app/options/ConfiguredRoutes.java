package dev.ose.server.app.options;

import dev.ose.adapter.http.OutboundProxies;
import dev.ose.adapter.http.OutboundProxy;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.config.Configuration;
import dev.ose.config.OutboundOptions;
import dev.ose.s3.AddressRange;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The permitted destinations of a node's own requests, and the proxies of these and of object bytes, from the options.
 */
public final class ConfiguredRoutes {

    private static final int HTTP = 80;

    /** Where the platform in this process listens. */
    private static final String LOOPBACK = "127.0.0.1";

    private ConfiguredRoutes() {}

    /** Routes to addresses that the operator configured. */
    public static OutboundRoutes of(Configuration configuration) {
        List<AddressRange> permitted = AddressRanges.of(configuration, OutboundOptions.PRIVATE_NETWORKS);
        return OutboundRoutes.direct()
                .permitting(address -> permitted.stream().anyMatch(range -> range.contains(address)))
                .through(proxies(configuration));
    }

    /** The proxies to the platforms' S3 services; the one in this process is reached directly. */
    public static OutboundProxies toPlatforms(Configuration configuration) {
        Collection<Configuration> platforms = configuration.platforms().values();
        if (platforms.stream().allMatch(platform -> platform.adapter().runsInsideNode())) {
            return OutboundProxies.none();
        }
        boolean isOneInside =
                platforms.stream().anyMatch(platform -> platform.adapter().runsInsideNode());
        return isOneInside ? proxies(configuration).except(LOOPBACK::equals) : proxies(configuration);
    }

    /**
     * The proxy of the options, or else those of the JVM.
     *
     * @throws StartException {@code ADDRESS} if the JVM's cannot be used
     */
    private static OutboundProxies proxies(Configuration configuration) {
        Optional<URI> proxy = configuration.find(OutboundOptions.PROXY);
        if (proxy.isPresent()) {
            return OutboundProxies.of(proxy(configuration, proxy.get()), exceptions(configuration));
        }
        try {
            return OutboundProxies.ofJvm(System::getProperty);
        } catch (IllegalArgumentException e) {
            throw new StartException(
                    Code.ADDRESS,
                    "The proxy in the JVM's arguments cannot be used: " + e.getMessage()
                            + ". Correct it by ose jvmargs, or set " + OutboundOptions.PROXY.key() + '.',
                    e);
        }
    }

    private static OutboundProxy proxy(Configuration configuration, URI address) {
        String host = address.getHost();
        boolean isBracketed = host.startsWith("[");
        return new OutboundProxy(
                isBracketed ? host.substring(1, host.length() - 1) : host,
                address.getPort() < 0 ? HTTP : address.getPort(),
                configuration
                        .find(OutboundOptions.PROXY_USER)
                        .map(user -> new OutboundProxy.Login(
                                user,
                                SecretFiles.firstLine(
                                        OutboundOptions.PROXY_SECRET_FILE,
                                        configuration
                                                .find(OutboundOptions.PROXY_SECRET_FILE)
                                                .orElseThrow())))
                        .orElse(null));
    }

    private static Predicate<String> exceptions(Configuration configuration) {
        List<Predicate<String>> all = configuration.get(OutboundOptions.NO_PROXY).stream()
                .map(ConfiguredRoutes::exception)
                .toList();
        return host -> all.stream().anyMatch(exception -> exception.test(host));
    }

    private static Predicate<String> exception(String text) {
        Optional<AddressRange> range = AddressRange.parse(text);
        if (range.isPresent()) {
            return host -> range.get().contains(host).orElse(false);
        }
        if (text.equals("*")) {
            return _ -> true;
        }
        if (isMeantAsAddress(text)) {
            throw new StartException(
                    Code.ADDRESS,
                    OutboundOptions.NO_PROXY.key() + " has " + text
                            + ", which is neither an IP address nor a range like 10.0.0.0/8.");
        }
        return text.startsWith(".") ? host -> host.endsWith(text) : text::equals;
    }

    /** Whether the text looks like an address or range: as a host name it would never match. */
    private static boolean isMeantAsAddress(String text) {
        return text.indexOf('/') >= 0
                || text.indexOf(':') >= 0
                || text.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }
}
