package dev.ose.server.admin.bucket;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.pagination.ListedBucket;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A bucket in a list.
 *
 * @param owner id of the user who owns it
 * @param hasVersions whether the bucket has or had versions; absent if unknown
 * @param objects number of newest versions
 * @param storedBytes their total size
 * @param takenBytes the same with older versions and with parts of uploads in progress
 * @param maxBytes the limit of its own quota; absent without one
 * @param quotaPercent how much of the nearest limit is used; absent without a limit
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ListedBucketView(
        String name,
        @Schema(format = "uuid") String owner,
        String ownerName,
        String region,
        Instant createdAt,
        @Nullable Boolean hasVersions,
        long objects,
        long storedBytes,
        long takenBytes,
        @Nullable Long maxBytes,
        @Nullable Long maxObjects,
        @Nullable Long quotaPercent) {

    static ListedBucketView of(ListedBucket listed) {
        Bucket bucket = listed.bucket();
        return new ListedBucketView(
                bucket.name().value(),
                bucket.owner().toString(),
                listed.ownerName(),
                bucket.region(),
                bucket.createdAt(),
                listed.hasVersions(),
                listed.usage().objects(),
                listed.usage().storedBytes(),
                listed.usage().takenBytes(),
                listed.quota().maxBytes(),
                listed.quota().maxObjects(),
                listed.quota().isNone() ? null : listed.quotaPercent());
    }
}
