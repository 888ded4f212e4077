package dev.ose.config;

import java.util.List;

/** The HTTP requests that nodes make of their own: to webhooks, issuers of tokens and platforms' administrations. */
public final class OutboundOptions {

    public static final Option<List<String>> PRIVATE_NETWORKS = Option.optional(
            "oss.outbound.private-networks",
            ValueTypes.addressRanges(),
            "Networks that are not public in which webhooks of tenants, and keys that an issuer's configuration names on"
                    + " another server, may be all the same; administrators of tenants can then have a node send requests"
                    + " there.");

    private OutboundOptions() {}

    static List<Option<?>> all() {
        return List.of(PRIVATE_NETWORKS);
    }
}
