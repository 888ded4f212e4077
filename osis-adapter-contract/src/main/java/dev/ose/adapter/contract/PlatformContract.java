package dev.ose.adapter.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Quirk;
import dev.ose.s3.sigv4.HeaderField;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The contract of every adapter with a working platform: administration, and each capability that it declares. Leaves
 * the tenants that it creates, so run it against a platform for tests.
 */
public abstract class PlatformContract extends AdministrationContract {

    private static final PlatformUserId MISSING = new PlatformUserId("missing");
    private static final HeaderField ANOTHER_TAG = new HeaderField("If-Match", "\"00000000000000000000000000000000\"");

    @Test
    void wrongDigestIsRefused() {
        claimed(Capability.ENFORCES_SIGNED_HASH);
        S3Caller caller = newCaller();
        String bucket = newBucket(caller);

        assertThat(caller.putWithWrongDigest(bucket, "k", "text").status()).isEqualTo(400);
        assertThat(caller.get(bucket, "k").status()).isEqualTo(404);
    }

    @Test
    void capacityIsThatOfAPlatformThatStores() {
        Optional<PlatformCapacity> capacity = platform().capacity();
        assumeTrue(capacity.isPresent(), "the platform does not report its capacity");

        assertThat(capacity.get().totalBytes()).isPositive();
        assertThat(capacity.get().usedBytes() + capacity.get().availableBytes())
                .isPositive()
                .isLessThanOrEqualTo(capacity.get().totalBytes());
    }

    @Test
    void bucketIsTransferredOnlyWithinItsTenant() {
        claimed(Capability.BUCKET_TRANSFERS);
        PlatformTenant tenant = newTenant();
        PlatformUser ann = newUser(tenant);
        PlatformUser bob = newUser(tenant);
        PlatformUser stranger = newUser(newTenant());
        String bucket = newBucket(newCaller(ann));

        fails(Kind.NOT_FOUND, () -> platform().transferBucket(ann.id(), stranger.id(), bucket));
        fails(Kind.NOT_FOUND, () -> platform().transferBucket(stranger.id(), bob.id(), bucket));
        fails(Kind.NOT_FOUND, () -> platform().transferBucket(ann.id(), bob.id(), "none-" + bucket));
        platform().transferBucket(ann.id(), bob.id(), bucket);
        platform().transferBucket(ann.id(), bob.id(), bucket);

        assertThat(platform().listBuckets(ann.id(), "", 10)).isEmpty();
        assertThat(platform().listBuckets(bob.id(), "", 10))
                .extracting(PlatformBucket::name)
                .containsExactly(bucket);
        S3Caller newOwner = newCaller(bob);
        assertThat(newOwner.put(bucket, "k", "his").status()).isEqualTo(200);
        assertThat(newOwner.get(bucket, "k").body()).isEqualTo("his");
    }

    @Test
    void keysAreStoredExactly() {
        claimed(Capability.EXACT_KEYS);
        S3Caller caller = newCaller();
        String bucket = newBucket(caller);
        List<String> keys = List.of("a/b", "a//b", "a/./b", "a/../b", "a/b/", "/a/b", "a b", "a+b", "a%2Fb", "ä");

        keys.forEach(
                key -> assertThat(caller.put(bucket, key, "at " + key).status()).isEqualTo(200));

        assertThat(keys)
                .allSatisfy(key -> assertThat(caller.get(bucket, key).body()).isEqualTo("at " + key));
    }

    @Test
    void oneOfManyConditionalWritesWins() throws InterruptedException {
        claimed(Capability.CONDITIONAL_WRITES);
        S3Caller caller = newCaller();
        String bucket = newBucket(caller);

        List<Integer> answers = together(() -> caller.put(bucket, "k", "mine", new HeaderField("If-None-Match", "*"))
                .status());

        assertThat(answers).containsOnlyOnce(200);
        assertThat(answers).allSatisfy(status -> assertThat(status).isIn(200, 409, 412));
    }

    @Test
    void deletionOnAConditionThatFailsDeletesNothing() {
        claimed(Capability.CONDITIONAL_DELETES);
        S3Caller caller = newCaller();
        String bucket = newBucket(caller);
        caller.put(bucket, "k", "kept");

        assertThat(caller.deleteIf(bucket, "k", ANOTHER_TAG).status()).isEqualTo(412);

        assertThat(caller.get(bucket, "k").body()).isEqualTo("kept");
    }

    @Test
    void copyOnAConditionThatFailsOverwritesNothing() {
        claimed(Capability.CONDITIONAL_COPIES);
        S3Caller caller = newCaller();
        String bucket = newBucket(caller);
        caller.put(bucket, "source", "new");
        caller.put(bucket, "k", "kept");
        HeaderField source = new HeaderField("x-amz-copy-source", bucket + "/source");

        assertThat(caller.put(bucket, "k", "", source, ANOTHER_TAG).status()).isEqualTo(412);

        assertThat(caller.get(bucket, "k").body()).isEqualTo("kept");
    }

    @Test
    void bucketIsMadeWithItsTags() {
        claimed(Capability.TAGGED_CREATION);
        S3Caller caller = newCaller();
        String bucket = "tagged-" + UUID.randomUUID();

        assertThat(caller.createTaggedBucket(bucket, "stage", "test").status()).isEqualTo(200);

        assertThat(caller.bucketTags(bucket).body()).contains("<Key>stage</Key>", "<Value>test</Value>");
    }

    @Test
    void objectsAreEncryptedOnRequestAndByDefault() {
        claimed(Capability.SSE_S3);
        S3Caller caller = newCaller();
        String bucket = newBucket(caller);
        HeaderField aes256 = new HeaderField("x-amz-server-side-encryption", "AES256");

        assertThat(caller.put(bucket, "asked", "text", aes256).status()).isEqualTo(200);
        assertThat(caller.encryptByDefault(bucket).status()).isEqualTo(200);
        assertThat(caller.put(bucket, "default", "text").status()).isEqualTo(200);

        for (String key : List.of("asked", "default")) {
            S3Caller.Answer answer = caller.get(bucket, key);
            assertThat(answer.body()).isEqualTo("text");
            assertThat(answer.headers().firstValue(aes256.name())).hasValue("AES256");
        }
    }

    @Test
    void keyPairIsStoppedAndWorksAgain() {
        PlatformUser user = newUser(newTenant());
        PlatformKey key = platform().createKey(user.id());
        if (!claims(Capability.KEY_STATUS)) {
            fails(Kind.NOT_IMPLEMENTED, () -> platform().setKeyActive(user.id(), key.accessKey(), false));
            return;
        }

        platform().setKeyActive(user.id(), key.accessKey(), false);
        assertThat(caller(key).listBuckets().status()).isEqualTo(403);
        platform().setKeyActive(user.id(), key.accessKey(), true);
        assertThat(isTaken(caller(key))).isTrue();
    }

    @Test
    void idsOfAnonymousCallersAndOfLogDeliveryAreReported() {
        if (claims(Capability.ANONYMOUS_ID)) {
            assertThat(platform().anonymousUser()).isNotNull();
        } else {
            fails(Kind.NOT_IMPLEMENTED, () -> platform().anonymousUser());
        }
        if (claims(Capability.LOG_DELIVERY_ID)) {
            assertThat(platform().logDeliveryId()).isNotBlank();
        } else {
            fails(Kind.NOT_IMPLEMENTED, () -> platform().logDeliveryId());
        }
    }

    @Test
    void tenantsHaveEndpointsOfTheirOwnOnlyWhereThatIsClaimed() {
        boolean isOwn = newTenant().s3Endpoint() != null;

        assertThat(isOwn).isIn(false, claims(Capability.TENANT_ENDPOINTS));
    }

    @Test
    void usageIsWhatIsStored() {
        if (!claims(Capability.USAGE)) {
            fails(Kind.NOT_IMPLEMENTED, () -> platform().usage(MISSING));
            return;
        }
        PlatformUser user = newUser(newTenant());
        assertThat(platform().usage(user.id())).isEqualTo(new PlatformUsage(0, 0));
        S3Caller caller = newCaller(user);
        String bucket = newBucket(caller);
        caller.put(bucket, "one", "12345");
        caller.put(newBucket(caller), "two", "123");

        if (platform().info().quirks().contains(Quirk.USAGE_COUNTED_LATER)) {
            assertThat(platform().usage(user.id()).objects()).isBetween(0L, 2L);
        } else {
            assertThat(platform().usage(user.id())).isEqualTo(new PlatformUsage(2, 8));
            caller.delete(bucket, "one");
            assertThat(platform().usage(user.id())).isEqualTo(new PlatformUsage(1, 3));
        }
        fails(Kind.NOT_FOUND, () -> platform().usage(missingUser()));
    }

    @Test
    void consoleIsAnAddressForABrowser() {
        if (!claims(Capability.CONSOLE)) {
            fails(Kind.NOT_IMPLEMENTED, () -> platform().console());
            fails(Kind.NOT_IMPLEMENTED, () -> platform().console(newTenant().id()));
            return;
        }
        assertThat(platform().console().getScheme()).isIn("http", "https");
        assertThat(platform().console().getHost()).isNotEmpty();
    }

    @Test
    void bucketsAreListedByPages() {
        if (!claims(Capability.BUCKET_LISTS)) {
            fails(Kind.NOT_IMPLEMENTED, () -> platform().listBuckets(MISSING, "", 1));
            return;
        }
        PlatformUser user = newUser(newTenant());
        assertThat(platform().listBuckets(user.id(), "", 10)).isEmpty();
        S3Caller caller = newCaller(user);
        List<String> names = List.of(newBucket(caller), newBucket(caller), newBucket(caller)).stream()
                .sorted()
                .toList();

        List<PlatformBucket> first = platform().listBuckets(user.id(), "", 2);
        List<PlatformBucket> rest =
                platform().listBuckets(user.id(), first.getLast().name(), 2);

        assertThat(first).extracting(PlatformBucket::name).containsExactlyElementsOf(names.subList(0, 2));
        assertThat(rest).extracting(PlatformBucket::name).containsExactly(names.get(2));
        assertThat(first).allSatisfy(bucket -> {
            assertThat(bucket.owner()).isEqualTo(user.id());
            assertThat(bucket.createdAt()).isAfter("2020-01-01T00:00:00Z");
        });
        assertThat(platform().listBuckets(missingUser(), "", 10)).isEmpty();
    }

    private S3Caller newCaller() {
        return newCaller(newUser(newTenant()));
    }

    private boolean claims(Capability capability) {
        return platform().info().capabilities().contains(capability);
    }

    private void claimed(Capability capability) {
        assumeTrue(claims(capability), () -> "the platform does not claim " + capability);
    }
}
