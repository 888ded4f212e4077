package dev.ose.server.bucket;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of a tenant, on the platform that holds its objects.
 *
 * @param mayHaveVersions whether the bucket has or had versions, or this is unknown
 * @param clientConditions the client conditions of its policy, which the node evaluates for the platform
 * @param logging where the node delivers its access log; null without one
 */
public record Bucket(
        BucketId id,
        BucketName name,
        TenantId tenant,
        UserId owner,
        PlatformEndpoint endpoint,
        String region,
        Instant createdAt,
        boolean mayHaveVersions,
        ClientConditions clientConditions,
        @Nullable BucketLogging logging) {

    /** The platform of the bucket. */
    public PlatformId platform() {
        return endpoint.platform();
    }
}
