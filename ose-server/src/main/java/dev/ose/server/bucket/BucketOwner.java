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
 * Where a bucket is and with whose key its platform may be asked about it on OSE's own account.
 *
 * @param mayHaveVersions whether the bucket has versions or ever had, or nobody knows yet
 * @param clientConditions what its policy asks of clients: OSE is none, and what it asks itself is not denied for that
 */
public record BucketOwner(
        BucketName bucket,
        PlatformEndpoint endpoint,
        PlatformKey key,
        boolean mayHaveVersions,
        ClientConditions clientConditions) {

    /** The platform that it is on. */
    public PlatformId platform() {
        return endpoint.platform();
    }

    /** A question of OSE's own about what a path of the bucket holds. */
    public PlatformRequest question(Platform platform, String method, String path, String query, String operation) {
        return PlatformRequest.question(platform, key, method, path, query, operation)
                .withHeaders(vouching());
    }

    /** What has to be sent along with what OSE asks by itself. */
    public List<HeaderField> vouching() {
        if (clientConditions.isEmpty()) {
            return List.of();
        }
        String tokens = clientConditions.vouchForOwn();
        return tokens.isEmpty() ? List.of() : List.of(new HeaderField("referer", tokens));
    }
}
