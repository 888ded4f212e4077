package dev.ose.server.bucket;

import dev.ose.s3.BucketName;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Instant;

/**
 * A bucket of a tenant, on the platform that holds its objects.
 *
 * @param mayHaveVersions whether it has versions or ever had, or nobody knows yet
 * @param clientConditions what its policy asks of clients, which the platform leaves to the node to answer
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
        ClientConditions clientConditions) {

    /** The platform that it is on. */
    public PlatformId platform() {
        return endpoint.platform();
    }
}
