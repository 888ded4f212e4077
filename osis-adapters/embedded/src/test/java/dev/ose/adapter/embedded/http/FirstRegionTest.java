package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.AccessFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.embedded.PlatformFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.s3.model.ObjectOwnership;

/** Behaviour that S3 has in us-east-1 only. */
class FirstRegionTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture("us-east-1");

    @Test
    void ownerMakesABucketAgainAndItStaysAsItIs() {
        AccessFixture access = new AccessFixture(PLATFORM);

        access.owner.createBucket(r -> r.bucket(access.bucket));

        assertThat(access.get(access.owner, "k")).isEqualTo("k");
        access.owner.createBucket(r -> r.bucket(access.bucket).objectOwnership(ObjectOwnership.BUCKET_OWNER_ENFORCED));
        refused(
                409,
                "BucketAlreadyOwnedByYou",
                () -> access.owner.createBucket(
                        r -> r.bucket(access.bucket).objectOwnership(ObjectOwnership.OBJECT_WRITER)));
        refused(409, "BucketAlreadyExists", () -> access.colleague.createBucket(r -> r.bucket(access.bucket)));
    }
}
