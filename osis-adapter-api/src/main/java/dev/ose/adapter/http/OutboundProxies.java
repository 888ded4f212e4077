package dev.ose.adapter.http;

import dev.ose.adapter.Secret;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** By which proxy a host is reached, if by any. Immutable. */
public final class OutboundProxies {

    private static final OutboundProxies NONE = new OutboundProxies(Map.of(), _ -> true);

    /** As the JDK has it where {@code http.nonProxyHosts} is not set. */
    private static final String DEFAULT_EXCEPTIONS = "localhost|127.*|[::1]|0.0.0.0|[::0]";

    private final Map<String, OutboundProxy> ofSchemes;
    private final Predicate<String> excepted;

    private OutboundProxies(Map<String, OutboundProxy> ofSchemes, Predicate<String> excepted) {
        this.ofSchemes = Map.copyOf(ofSchemes);
        this.excepted = excepted;
    }

    /** Every host is reached directly. */
    public static OutboundProxies none() {
        return NONE;
    }

    /**
     * One proxy for http and https.
     *
     * @param excepted whether a host, a lower-case name or an address without brackets, is reached directly
     */
    public static OutboundProxies of(OutboundProxy proxy, Predicate<String> excepted) {
        return new OutboundProxies(Map.of("http", proxy, "https", proxy), excepted);
    }

    /** The same proxies for other hosts than these. */
    public OutboundProxies except(Predicate<String> hosts) {
        return new OutboundProxies(ofSchemes, excepted.or(hosts));
    }

    /**
     * The proxies that the system properties of a JVM name: {@code http.proxyHost}, {@code http.proxyPort} and
     * {@code http.nonProxyHosts}, and the first two for {@code https}; beyond the JDK's own, {@code http.proxyUser} and
     * {@code http.proxyPassword}, and the same for https.
     *
     * @throws IllegalArgumentException if one of them cannot be used; its message names it and not its value
     * @see <a
     *     href="https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/doc-files/net-properties.html">networking
     *     properties</a>
     */
    public static OutboundProxies ofJvm(Function<String, @Nullable String> property) {
        Map<String, OutboundProxy> proxies = Stream.of("http", "https")
                .flatMap(scheme -> ofJvm(scheme, property).map(proxy -> Map.entry(scheme, proxy)).stream())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        String exceptions = property.apply("http.nonProxyHosts");
        return new OutboundProxies(proxies, matching(exceptions == null ? DEFAULT_EXCEPTIONS : exceptions));
    }

    private static Optional<OutboundProxy> ofJvm(String scheme, Function<String, @Nullable String> property) {
        String host = property.apply(scheme + ".proxyHost");
        if (host == null || host.isBlank()) {
            return Optional.empty();
        }
        String user = property.apply(scheme + ".proxyUser");
        String password = property.apply(scheme + ".proxyPassword");
        OutboundProxy.Login login =
                user == null ? null : new OutboundProxy.Login(user, Secret.of(password == null ? "" : password));
        return Optional.of(new OutboundProxy(
                withoutBrackets(host.strip()), port(scheme, property.apply(scheme + ".proxyPort")), login));
    }

    private static int port(String scheme, @Nullable String text) {
        try {
            return text == null ? ("https".equals(scheme) ? 443 : 80) : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(scheme + ".proxyPort is not a port", e);
        }
    }

    /** Names with {@code *} at their begin or end, separated by {@code |}. */
    private static Predicate<String> matching(String patterns) {
        List<String> all = Stream.of(patterns.toLowerCase(Locale.ROOT).split("\\|", -1))
                .map(String::strip)
                .map(OutboundProxies::withoutBrackets)
                .filter(pattern -> !pattern.isEmpty())
                .toList();
        return host -> all.stream().anyMatch(pattern -> matches(pattern, host));
    }

    private static boolean matches(String pattern, String host) {
        boolean isOpenAtFront = pattern.startsWith("*");
        boolean isOpenAtEnd = pattern.endsWith("*");
        String text = pattern.replace("*", "");
        if (isOpenAtFront && isOpenAtEnd) {
            return host.contains(text);
        }
        return isOpenAtFront ? host.endsWith(text) : isOpenAtEnd ? host.startsWith(text) : host.equals(text);
    }

    /**
     * The proxy for a host; empty if it is reached directly.
     *
     * @param scheme of what is asked there: {@code http} or {@code https}
     * @param host name, or an address with or without brackets
     */
    public Optional<OutboundProxy> to(String scheme, String host) {
        OutboundProxy proxy = ofSchemes.get(scheme);
        return proxy == null || excepted.test(withoutBrackets(host).toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : Optional.of(proxy);
    }

    /** Whether a proxy leads to the host, for one of the schemes at least. */
    boolean leadTo(String host) {
        return ofSchemes.keySet().stream().anyMatch(scheme -> to(scheme, host).isPresent());
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}
