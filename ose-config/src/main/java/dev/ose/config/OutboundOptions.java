package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** Outbound HTTP requests of nodes: to webhooks, issuers of tokens and platforms' administrations. */
public final class OutboundOptions {

    public static final Option<List<String>> PRIVATE_NETWORKS = Option.optional(
            "oss.outbound.private-networks",
            ValueTypes.addressRanges(),
            "Networks that are not public, but permitted for webhooks of tenants and for keys that an issuer's"
                    + " configuration names on another server; administrators of tenants can then have a node send"
                    + " requests there.");

    public static final Option<URI> PROXY = Option.optional(
            "oss.outbound.proxy",
            ValueTypes.httpProxy(),
            "HTTP proxy through which nodes connect, by CONNECT, to the platform, object bytes included, and to OSIS"
                    + " services, issuers and webhooks; absent means the JVM's http.proxyHost and https.proxyHost, if"
                    + " set.");

    public static final Option<String> PROXY_USER = Option.optional(
            "oss.outbound.proxy-user",
            OptionTypes.matching("1 to 128 characters without colons and spaces", "[^:\\s]{1,128}"),
            "User of the proxy; absent means a proxy without authentication.");

    public static final Option<Path> PROXY_SECRET_FILE = Option.optional(
            "oss.outbound.proxy-secret-file",
            OptionTypes.path(),
            "File whose first line is the secret of that user; readable by its owner only.");

    public static final Option<List<String>> NO_PROXY = Option.withDefault(
            "oss.outbound.no-proxy",
            ValueTypes.hostsOrRanges(),
            "localhost,127.0.0.0/8,::1",
            "Hosts that are reached without oss.outbound.proxy: names, domains with all names below them such as"
                    + " .example.com, IP addresses and ranges; * means all.");

    private OutboundOptions() {}

    static List<Option<?>> all() {
        return List.of(PRIVATE_NETWORKS, PROXY, PROXY_USER, PROXY_SECRET_FILE, NO_PROXY);
    }
}
