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
 * @param settings what may change
 */
public record Bucket(
        BucketId id,
        BucketName name,
        TenantId tenant,
        UserId owner,
        PlatformEndpoint endpoint,
        String region,
        Instant createdAt,
        Settings settings) {

    /**
     * What nodes know of the settings of a bucket.
     *
     * @param mayHaveVersions whether the bucket has or had versions, or this is unknown
     * @param clientConditions the client conditions of its policy, which the node evaluates for the platform
     * @param logging where the node delivers its access log; null without one
     */
    public record Settings(
            boolean mayHaveVersions,
            ClientConditions clientConditions,
            @Nullable BucketLogging logging) {

        /** The settings of a bucket without versions, conditions and access log. */
        public static final Settings NONE = new Settings(false, ClientConditions.NONE, null);
    }

    /** Whether the bucket has or had versions, or this is unknown. */
    public boolean mayHaveVersions() {
        return settings.mayHaveVersions();
    }

    /** The client conditions of its policy. */
    public ClientConditions clientConditions() {
        return settings.clientConditions();
    }

    /** The destination of its access log; null without one. */
    public @Nullable BucketLogging logging() {
        return settings.logging();
    }

    /** The platform of the bucket. */
    public PlatformId platform() {
        return endpoint.platform();
    }
}
