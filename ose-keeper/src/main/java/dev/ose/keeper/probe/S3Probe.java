package dev.ose.keeper.probe;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundException;
import dev.ose.control.NodeCommand;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lists the buckets of a tenant that exists only for probes, {@value #NAME}, with a key pair of this host. The request
 * takes the whole path of a client's request: signature, database, platform.
 */
public final class S3Probe {

    /** Name of the tenant and its user, and description of the key pairs. */
    public static final String NAME = "ose-probe";

    private static final String TENANTS = "/api/v1/admin/tenants";

    /** Path of S3 on the admin listener. */
    private static final String ON_ADMIN = "/api/v1/s3/";

    private final KeyPairFile keys;
    private final Supplier<String> region;
    private final BooleanSupplier isBehindBalancers;
    private final Clock clock;

    /**
     * @param keys file of the key pair
     * @param region with which requests to the node are signed
     * @param isBehindBalancers whether the S3 listener may require the PROXY protocol and close the keeper's
     *     connections; the probe then uses the admin listener
     */
    public S3Probe(KeyPairFile keys, Supplier<String> region, BooleanSupplier isBehindBalancers, Clock clock) {
        this.keys = keys;
        this.region = region;
        this.isBehindBalancers = isBehindBalancers;
        this.clock = clock;
    }

    /** Blocks. Throws {@code IOException} on a timeout, or if the admin listener does not respond. */
    Health ask(NodeClient node, Duration within) throws IOException, InterruptedException {
        Optional<KeyPairFile.KeyPair> known = keys.read();
        if (known.isEmpty()) {
            return renew(node, within);
        }
        try {
            NodeClient.Answer answer = list(node, known.get(), within);
            return switch (answer.status()) {
                case 200 -> new Health.Well();
                // The database was replaced, or the credential deleted.
                case 403 -> renew(node, within);
                default -> degraded("A signed S3 request is answered " + answer.status() + ".");
            };
        } catch (OutboundException e) {
            if (e.reason() == OutboundException.Reason.TIMEOUT) {
                throw e;
            }
            // The node is live: it reached a connection limit, or its listener does not have the new configuration yet.
            return degraded("A connection for a signed S3 request is refused or closed.");
        }
    }

    /** Creates a new pair; the next probe uses it. */
    private Health renew(NodeClient node, Duration within) throws IOException, InterruptedException {
        try {
            String tenant = ensure(node, TENANTS, "{\"name\":\"" + NAME + "\"}", within);
            String users = TENANTS + "/" + tenant + "/users";
            String user = ensure(node, users, "{\"name\":\"" + NAME + "\",\"role\":\"TENANT_USER\"}", within);
            JsonNode made =
                    post(node, users + "/" + user + "/credentials", "{\"description\":\"probe of a keeper\"}", within);
            keys.write(new KeyPairFile.KeyPair(
                    made.required("accessKey").asString(),
                    Secret.of(made.required("secretKey").asString())));
            return new Health.Well();
        } catch (RefusedException e) {
            return degraded("The key pair for signed S3 requests cannot be created: " + e.getMessage());
        } catch (JacksonException e) {
            return degraded("The key pair for signed S3 requests cannot be created: the node's answer is no JSON.");
        }
    }

    private static Health degraded(String sentence) {
        return new Health.Degraded(sentence);
    }

    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    private static String ensure(NodeClient node, String path, String body, Duration within)
            throws IOException, InterruptedException, RefusedException {
        NodeClient.Answer found = node.get(path + "?name=" + NAME, within);
        JsonNode list = found.isSuccess()
                ? JsonMapper.shared().readTree(found.body()).path("items")
                : JsonMapper.shared().createArrayNode();
        for (JsonNode item : list) {
            if (item.path("name").asString("").equals(NAME)) {
                return item.required("id").asString();
            }
        }
        return post(node, path, body, within).required("id").asString();
    }

    private static JsonNode post(NodeClient node, String path, String body, Duration within)
            throws IOException, InterruptedException, RefusedException {
        ObjectNode sent = (ObjectNode) JsonMapper.shared().readTree(body);
        NodeClient.Answer made = node.send(new NodeCommand("POST", path, sent), within);
        if (!made.isSuccess()) {
            throw new RefusedException("the node answers " + made.status() + ".");
        }
        return JsonMapper.shared().readTree(made.body());
    }

    private NodeClient.Answer list(NodeClient node, KeyPairFile.KeyPair pair, Duration within)
            throws IOException, InterruptedException {
        URI root = isBehindBalancers.getAsBoolean()
                ? URI.create(node.endpoints().admin() + ON_ADMIN)
                : URI.create(node.endpoints().s3()).resolve("/");
        return node.send(ProbeRequest.listBuckets(root, pair, region.get(), clock.instant()), within);
    }
}
