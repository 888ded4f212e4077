package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** The HTTP requests that nodes make of their own: to webhooks, issuers of tokens and platforms' administrations. */
public final class OutboundOptions {

    public static final Option<List<String>> PRIVATE_NETWORKS = Option.optional(
            "oss.outbound.private-networks",
            ValueTypes.addressRanges(),
            "Networks that are not public in which webhooks of tenants, and keys that an issuer's configuration names"
                    + " on another server, may be all the same; administrators of tenants can then have a node send"
                    + " requests there.");

    public static final Option<URI> PROXY = Option.optional(
            "oss.outbound.proxy",
            ValueTypes.httpProxy(),
            "HTTP proxy through which nodes connect to the platform, object bytes included, and to OSIS services,"
                    + " issuers and webhooks, by CONNECT; absent means what the JVM's http.proxyHost and"
                    + " https.proxyHost say, if anything.");

    public static final Option<String> PROXY_USER = Option.optional(
            "oss.outbound.proxy-user",
            OptionTypes.matching("1 to 128 characters without colons and spaces", "[^:\\s]{1,128}"),
            "User that the proxy knows; absent means that it wants no login.");

    public static final Option<Path> PROXY_SECRET_FILE = Option.optional(
            "oss.outbound.proxy-secret-file",
            OptionTypes.path(),
            "File whose first line is the secret of that user; readable by its owner only.");

    public static final Option<List<String>> NO_PROXY = Option.withDefault(
            "oss.outbound.no-proxy",
            ValueTypes.hostsOrRanges(),
            "localhost,127.0.0.0/8,::1",
            "Hosts that are reached without oss.outbound.proxy: names, domains with all names below them as"
                    + " .example.com, IP addresses and ranges; * means all.");

    private OutboundOptions() {}

    static List<Option<?>> all() {
        return List.of(PRIVATE_NETWORKS, PROXY, PROXY_USER, PROXY_SECRET_FILE, NO_PROXY);
    }
}
