package dev.ose.server.admin.bucket;

import dev.ose.server.bucket.Bucket;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/**
 * A bucket as the API shows it.
 *
 * @param owner id of the user who owns it
 */
record BucketView(String name, @Schema(format = "uuid") String owner, String region, Instant createdAt) {

    static BucketView of(Bucket bucket) {
        return new BucketView(bucket.name().value(), bucket.owner().toString(), bucket.region(), bucket.createdAt());
    }
}
