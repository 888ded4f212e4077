package dev.ose.keeper.probe;

import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.config.AdminOptions;
import dev.ose.control.Finding;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that pages of Cloud Director reach the admin API as a browser lets them: by TLS with a certificate that needs
 * no exception, and with the permission of each of its origins. Problems are warnings only: before the first start
 * nothing listens there.
 */
public final class BrowserCheck {

    static final String NAME = "Portal plug-in";
    private static final String PATH = "/api/v1/admin/me";
    private static final String HEADERS = "authorization,content-type,x-vmware-vcloud-tenant-context";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_BYTES = 1 << 16;

    private BrowserCheck() {}

    /**
     * Asks for each origin what a browser asks first. Blocks for at most ten seconds an origin.
     *
     * @param api where browsers reach the admin API, as configured
     * @param origins of Cloud Director's pages
     */
    public static Finding run(Optional<URI> api, Set<String> origins) {
        if (api.isEmpty()) {
            return Finding.skipped(NAME, AdminOptions.PUBLIC_URL.key() + " is not set; the plug-in needs it");
        }
        URI address = api.get();
        if (!"https".equals(address.getScheme())) {
            return Finding.warning(
                    NAME,
                    address + " is no https address: browsers refuse it to the pages of Cloud Director",
                    "Give the listener or its proxy a certificate, and set " + AdminOptions.PUBLIC_URL.key() + ".");
        }
        return ask(address, origins);
    }

    static Finding ask(URI address, Set<String> origins) {
        List<String> refused = new ArrayList<>();
        try (OutboundHttp http =
                new OutboundHttp(new OutboundHttp.Limits(TIMEOUT, TIMEOUT, MAX_BYTES, 1), OutboundRoutes.direct())) {
            for (String origin : origins) {
                OutboundAnswer answer = http.send(preflight(address, origin));
                if (!isAllowed(answer, origin)) {
                    refused.add(origin + " (" + answer.status() + ")");
                }
            }
        } catch (OutboundException e) {
            return failure(address, e);
        }
        return refused.isEmpty()
                ? Finding.valid(NAME, address + " is open to the pages of " + String.join(", ", origins))
                : Finding.warning(
                        NAME,
                        address + " does not allow pages of " + String.join(", ", refused),
                        "Restart the nodes after ose director set. If they run with it, look for a proxy that answers"
                                + " OPTIONS by itself or removes headers.");
    }

    /** As a browser sends it before a request with the user's token. */
    private static OutboundRequest preflight(URI address, String origin) {
        return OutboundRequest.of("OPTIONS", address.resolve(PATH))
                .with("Origin", origin)
                .with("Access-Control-Request-Method", "PATCH")
                .with("Access-Control-Request-Headers", HEADERS);
    }

    private static boolean isAllowed(OutboundAnswer answer, String origin) {
        boolean isSuccess = answer.status() >= 200 && answer.status() < 300;
        return isSuccess
                && answer.header("Access-Control-Allow-Origin")
                        .filter(origin::equals)
                        .isPresent();
    }

    private static Finding failure(URI address, OutboundException e) {
        return switch (e.reason()) {
            case UNTRUSTED ->
                Finding.warning(
                        NAME,
                        address + " shows a certificate that browsers refuse: " + e.detail(),
                        "Give it one of a public authority, with all intermediate ones, for this name; pages cannot ask"
                                + " their users for an exception.");
            case INTERRUPTED -> Finding.skipped(NAME, "interrupted");
            default ->
                Finding.warning(
                        NAME,
                        address + " does not answer: " + e.detail(),
                        "If a node runs: check the name in DNS, the load balancer and the firewall.");
        };
    }
}
