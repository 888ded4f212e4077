package dev.ose.adapter.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of platforms that own buckets for all of their users, each of whom reaches those it is admitted to. */
public abstract class BucketAdmissionContract extends PlatformContract {

    @Test
    void colleagueReachesNoBucketOfAnother() {
        PlatformTenant tenant = newTenant();
        S3Caller hers = newCaller(newUser(tenant));
        String bucket = newBucket(hers);
        hers.put(bucket, "k", "hers");
        PlatformUser bob = newUser(tenant);
        S3Caller his = unadmitted(bob);

        assertThat(his.get(bucket, "k").status()).isEqualTo(403);
        assertThat(his.list(bucket).status()).isEqualTo(403);
        assertThat(his.deleteBucket(bucket).status()).isEqualTo(403);
        assertThat(his.createBucket("unadmitted-" + UUID.randomUUID()).status()).isEqualTo(403);
        assertThat(platform().admitToBucket(bob.id(), bucket)).isFalse();
        assertThat(his.get(bucket, "k").status()).isEqualTo(403);
    }

    /** Otherwise a pattern would open the buckets of all. */
    @Test
    void userIsNotAdmittedToAPattern() {
        PlatformUser ann = newUser(newTenant());

        for (String pattern : List.of("*", "contract-*", "a/b", "../secret", "", "bucket?name", "a,b")) {
            fails(Kind.REJECTED, () -> platform().admitToBucket(ann.id(), pattern));
        }
    }

    /** What a crash between admission and creation leaves. */
    @Test
    void admissionToABucketThatWasNotMadeEndsWithTheNextOne() {
        PlatformUser ann = newUser(newTenant());
        PlatformUser bob = newUser(newTenant());
        S3Caller hers = unadmitted(ann);
        S3Caller his = unadmitted(bob);
        String bucket = "left-" + UUID.randomUUID();
        assertThat(platform().admitToBucket(ann.id(), bucket)).isTrue();

        assertThat(platform().admitToBucket(bob.id(), bucket)).isTrue();

        assertThat(hers.createBucket(bucket).status()).isEqualTo(403);
        assertThat(his.createBucket(bucket).status()).isEqualTo(200);
        assertThat(hers.list(bucket).status()).isEqualTo(403);
        platform().deleteUser(ann.id());
        assertThat(his.list(bucket).status()).isEqualTo(200);
    }

    @Test
    void ownerOfBucketsIsNotDeletedAndGoesOnAsItWas() {
        PlatformUser ann = newUser(newTenant());
        S3Caller hers = newCaller(ann);
        String bucket = newBucket(hers);

        fails(Kind.REJECTED, () -> platform().deleteUser(ann.id()));

        assertThat(platform().findUser(ann.id())).contains(ann);
        assertThat(hers.list(bucket).status()).isEqualTo(200);
    }

    /** A caller who is admitted to nothing by itself. */
    private S3Caller unadmitted(PlatformUser user) {
        return caller(platform().createKey(user.id()));
    }
}
