package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Quirk;
import dev.ose.s3.BucketName;
import dev.ose.s3.operation.S3Operation;
import dev.ose.server.access.Samples;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OverlookedOperationsTest {

    private static final URI ENDPOINT = URI.create("http://127.0.0.1:1");

    /** Each would be parsed as the operation without its selector. */
    @Test
    void operationsThatSuchAPlatformOverlooksAreGuarded() {
        Platform platform = platform(Set.of(Quirk.NEWER_SETTINGS_OVERLOOKED));

        assertThat(Samples.on(new BucketName("own")).stream()
                        .filter(operation -> UnsupportedSubresourceGuard.areOverlooked(operation, platform))
                        .map(S3Operation::name))
                .containsExactlyInAnyOrder(
                        "CreateBucketMetadataConfiguration",
                        "CreateBucketMetadataTableConfiguration",
                        "DeleteBucketAnalyticsConfiguration",
                        "DeleteBucketEncryption",
                        "DeleteBucketIntelligentTieringConfiguration",
                        "DeleteBucketInventoryConfiguration",
                        "DeleteBucketMetadataConfiguration",
                        "DeleteBucketMetadataTableConfiguration",
                        "DeleteBucketMetricsConfiguration",
                        "DeleteBucketOwnershipControls",
                        "GetObjectAttributes",
                        "PutBucketAbac",
                        "PutBucketAccelerateConfiguration",
                        "PutBucketAnalyticsConfiguration",
                        "PutBucketEncryption",
                        "PutBucketIntelligentTieringConfiguration",
                        "PutBucketInventoryConfiguration",
                        "PutBucketMetricsConfiguration",
                        "PutBucketOwnershipControls",
                        "UpdateBucketMetadataInventoryTableConfiguration",
                        "UpdateBucketMetadataJournalTableConfiguration",
                        "UpdateObjectEncryption");
    }

    @Test
    void operationsOfOtherPlatformsAreNotGuarded() {
        assertThat(Samples.on(new BucketName("own")))
                .noneMatch(operation -> UnsupportedSubresourceGuard.areOverlooked(operation, platform(Set.of())));
    }

    private static Platform platform(Set<Quirk> quirks) {
        return new Platform(new PlatformId(1), "p", ENDPOINT, "us-east-1", Set.of(), quirks);
    }
}
