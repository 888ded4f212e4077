package dev.ose.keeper.probe;

import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.control.Finding;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks that clients reach S3 at the published address: name resolution, a trusted certificate, load balancers and
 * proxies in between, and intact signatures. Problems are warnings only: before the first start nothing listens there.
 */
public final class EndpointCheck {

    private static final String NAME = "Endpoint";
    private static final String S3 = "s3.";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_BYTES = 1 << 20;

    private final KeyPairFile keys;
    private final Supplier<String> region;
    private final Clock clock;
    private final Lookup lookup;

    /** Resolves a host name; blocks for seconds. */
    interface Lookup {
        void find(String host) throws UnknownHostException;
    }

    /**
     * @param keys the keeper's own; without them requests are not signed
     * @param region with which requests to nodes are signed
     */
    public EndpointCheck(KeyPairFile keys, Supplier<String> region, Clock clock) {
        this(keys, region, clock, host -> InetAddress.getByName(host));
    }

    EndpointCheck(KeyPairFile keys, Supplier<String> region, Clock clock, Lookup lookup) {
        this.keys = keys;
        this.region = region;
        this.clock = clock;
        this.lookup = lookup;
    }

    /** Blocks for some seconds, at most 20. */
    public List<Finding> run(URI endpoint) {
        List<Finding> findings = new ArrayList<>();
        try {
            lookup.find(endpoint.getHost());
        } catch (UnknownHostException e) {
            findings.add(Finding.warning(
                    NAME,
                    endpoint.getHost() + " is no name that this host can look up",
                    "Add it to DNS, or correct it: ose endpoint set."));
            return findings;
        }
        findings.add(answer(endpoint));
        virtualHosts(endpoint.getHost()).ifPresent(findings::add);
        return findings;
    }

    private Finding answer(URI endpoint) {
        try (OutboundHttp http =
                new OutboundHttp(new OutboundHttp.Limits(TIMEOUT, TIMEOUT, MAX_BYTES, 1), OutboundRoutes.direct())) {
            Optional<KeyPairFile.KeyPair> pair = keys.read();
            OutboundRequest request = pair.map(
                            it -> ProbeRequest.listBuckets(endpoint.resolve("/"), it, region.get(), clock.instant()))
                    .orElseGet(() -> OutboundRequest.get(endpoint.resolve("/")));
            OutboundAnswer answer = http.send(request);
            String said = new String(answer.body(), StandardCharsets.UTF_8);
            boolean isOurs = answer.header("x-amz-request-id").isPresent();
            return judge(endpoint, answer.status(), isOurs, pair.isPresent(), said);
        } catch (OutboundException e) {
            return failure(endpoint, e);
        }
    }

    private static Finding failure(URI endpoint, OutboundException e) {
        return switch (e.reason()) {
            case UNTRUSTED ->
                Finding.warning(
                        NAME,
                        endpoint + " shows a certificate that Java does not trust for this name: " + e.detail(),
                        "Clients will refuse it, too: ose cert import one that names it, or give the balancer one.");
            case INTERRUPTED -> Finding.skipped(NAME, "interrupted");
            default ->
                Finding.warning(
                        NAME,
                        endpoint + " does not answer: " + e.detail(),
                        "If a node runs: check the load balancer, its health checks and the firewall.");
        };
    }

    static Finding judge(URI endpoint, int status, boolean isOurs, boolean isSigned, String said) {
        if (!isOurs) {
            return Finding.warning(
                    NAME,
                    endpoint + " answers " + status + ", but not as a node does",
                    "A load balancer answers so if no node is ready: check /health/ready of the nodes, and what"
                            + " listens there.");
        }
        if (isSigned && said.contains("<Code>SignatureDoesNotMatch</Code>")) {
            return Finding.warning(
                    NAME,
                    endpoint + " is a node's, but an intermediary alters signed requests",
                    "The Host header and the path must arrive as they were sent; see the samples in packaging/lb.");
        }
        if (isSigned && status != 200) {
            return Finding.warning(
                    NAME,
                    endpoint + " answers " + status + " to a signed request",
                    "Nodes behind it may use another database; else look at their logs.");
        }
        return Finding.valid(
                NAME,
                endpoint
                        + (isSigned
                                ? " answers a signed request"
                                : " is a node's; the keeper has no key to sign with"));
    }

    /**
     * Whether bucket names resolve as subdomains of the endpoint, as virtual-hosted requests need; only if s3.DOMAIN is
     * set.
     */
    private Optional<Finding> virtualHosts(String host) {
        if (!host.startsWith(S3)) {
            return Optional.empty();
        }
        try {
            lookup.find("ose-probe." + host);
            return Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of(Finding.warning(
                    "Endpoint, virtual-hosted",
                    "names below " + host + " cannot be looked up, so that clients must use path style",
                    "If clients shall use it, add *." + host + " to DNS."));
        }
    }
}
