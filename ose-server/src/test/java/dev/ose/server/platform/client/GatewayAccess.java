package dev.ose.server.platform.client;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformKey;
import dev.ose.s3.BucketName;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.WholeResponse;
import dev.ose.testkit.Gateway;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A real gateway as a node sees it, whose user owns every bucket.
 *
 * @param capabilities those that the node assumes
 */
record GatewayAccess(Gateway gateway, BlockingTransport transport, Set<Capability> capabilities) {

    private static final PlatformId ID = new PlatformId(1);

    PlatformClient client() {
        return new PlatformClient(_ -> platform(), transport);
    }

    BucketOwners owners(String bucket) {
        return id -> Optional.of(new BucketOwner(
                new BucketName(bucket), PlatformEndpoint.common(ID), key(), false, ClientConditions.NONE));
    }

    /** Sends a request of the user; returns the whole answer. */
    WholeResponse send(String method, String path, String query, String content, HeaderField... headers) {
        byte[] body = content.getBytes(StandardCharsets.UTF_8);
        return transport.send(
                new PlatformRequest(
                        new PlatformRequest.Sender(platform(), null, key()),
                        new PlatformRequest.Head(method, path, query, List.of(headers)),
                        body.length == 0 ? PlatformRequest.Content.NONE : PlatformRequest.Content.of(body),
                        "Write",
                        false),
                65_536);
    }

    private PlatformKey key() {
        return new PlatformKey(gateway.accessKey(), gateway.secretKey());
    }

    private Platform platform() {
        return new Platform(ID, "ceph", gateway.endpoint(), Gateway.REGION, capabilities, Set.of());
    }
}
