package dev.ose.server.bucket;

import dev.ose.adapter.PlatformKey;
import dev.ose.s3.BucketName;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.transfer.PlatformRequest;
import java.util.List;

/**
 * A bucket's location and its owner's key, for platform requests of OSE's own.
 *
 * @param mayHaveVersions whether the bucket has or had versions, or this is unknown
 * @param clientConditions the client conditions of its policy; OSE's own requests must not be denied by them
 */
public record BucketOwner(
        BucketName bucket,
        PlatformEndpoint endpoint,
        PlatformKey key,
        boolean mayHaveVersions,
        ClientConditions clientConditions) {

    /** The platform of the bucket. */
    public PlatformId platform() {
        return endpoint.platform();
    }

    /** A request of OSE's own about a path of the bucket. */
    public PlatformRequest question(Platform platform, String method, String path, String query, String operation) {
        return PlatformRequest.question(platform, key, method, path, query, operation)
                .withHeaders(vouching());
    }

    /** The headers of OSE's own requests that satisfy the client conditions. */
    public List<HeaderField> vouching() {
        if (clientConditions.isEmpty()) {
            return List.of();
        }
        String tokens = clientConditions.vouchForOwn();
        return tokens.isEmpty() ? List.of() : List.of(new HeaderField("referer", tokens));
    }
}
