package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.ObjectsTest.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.embedded.PlatformFixture;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ObjectLockEnabled;
import software.amazon.awssdk.services.s3.model.Tag;

class BucketCreationTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = "b-" + UUID.randomUUID();

    @Test
    void bucketIsMadeWithItsTags() {
        create(tag("team", "red"), tag("stage", "test"));

        assertThat(s3.getBucketTagging(request -> request.bucket(bucket)).tagSet())
                .containsExactly(tag("team", "red"), tag("stage", "test"));
    }

    @Test
    void repeatedTagIsRefusedAndNothingMade() {
        assertThatThrownBy(() -> create(tag("team", "red"), tag("team", "blue")))
                .satisfies(e -> failed(e, 400, "InvalidTag"));
        assertThatThrownBy(() -> s3.getBucketTagging(request -> request.bucket(bucket)))
                .satisfies(e -> failed(e, 404, "NoSuchBucket"));
    }

    @Test
    void bucketWithObjectLockKeepsVersionsFromItsBeginning() {
        s3.createBucket(request -> request.bucket(bucket).objectLockEnabledForBucket(true));

        assertThat(s3.getObjectLockConfiguration(request -> request.bucket(bucket))
                        .objectLockConfiguration())
                .satisfies(lock -> {
                    assertThat(lock.objectLockEnabled()).isEqualTo(ObjectLockEnabled.ENABLED);
                    assertThat(lock.rule()).isNull();
                });
        assertThat(s3.getBucketVersioning(request -> request.bucket(bucket)).status())
                .isEqualTo(BucketVersioningStatus.ENABLED);
        assertThatThrownBy(() -> s3.putBucketVersioning(request -> request.bucket(bucket)
                        .versioningConfiguration(versioning -> versioning.status(BucketVersioningStatus.SUSPENDED))))
                .satisfies(e -> failed(e, 409, "InvalidBucketState"));
    }

    private void create(Tag... tags) {
        s3.createBucket(
                request -> request.bucket(bucket).createBucketConfiguration(configuration -> configuration.tags(tags)));
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }
}
