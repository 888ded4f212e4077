package dev.ose.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.contract.BucketAdmissionContract;
import dev.ose.adapter.contract.S3Caller;
import dev.ose.testkit.MotoFixture;
import java.net.http.HttpClient;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of adapters against moto, which checks signatures and policies, with one account for all tenants. */
class AwsPlatformTest extends BucketAdmissionContract {

    @RegisterExtension
    static final MotoFixture MOTO = new MotoFixture();

    private final HttpClient http = HttpClient.newHttpClient();
    private StoragePlatform platform;

    @BeforeEach
    void connect() {
        platform = AwsTestSite.at(MOTO.server()).open(AwsTestSite.share(), null);
    }

    @AfterEach
    void disconnect() {
        platform.close();
        http.close();
    }

    @Override
    protected StoragePlatform platform() {
        return platform;
    }

    /** More than a policy has versions. */
    @Test
    void policyIsWrittenForEachOfManyBuckets() {
        PlatformUser ann = create(tenant(), "ann");
        S3Caller hers = caller(platform.createKey(ann.id()));
        List<String> buckets =
                Stream.generate(() -> "many-" + UUID.randomUUID()).limit(8).toList();

        buckets.forEach(bucket -> platform.admitToBucket(ann.id(), bucket));

        assertThat(hers.createBucket(buckets.getFirst()).status()).isEqualTo(200);
        assertThat(hers.createBucket(buckets.getLast()).status()).isEqualTo(200);
        platform.releaseBucket(ann.id(), buckets.get(1));
        assertThat(hers.createBucket(buckets.get(1)).status()).isEqualTo(403);
        assertThat(hers.list(buckets.getFirst()).status()).isEqualTo(200);
    }

    @Test
    void userOpensNoBucketToOthers() {
        PlatformUser ann = create(tenant(), "ann");
        PlatformKey key = platform.createKey(ann.id());
        String bucket = bucket(ann, caller(key));

        try (AwsClients clients = AwsTestSite.at(MOTO.server()).clients(AwsTestSite.share())) {
            String refusal = new AwsCalls(AwsTestSite.quick()).refusalOf("write a policy", () -> clients.s3Of(key)
                    .putBucketPolicy(request -> request.bucket(bucket).policy("{}")));

            assertThat(refusal).isEqualTo("AccessDenied");
        }
    }

    @Test
    void bucketIsCreatedInAnotherThanTheFirstRegion() {
        try (StoragePlatform there = AwsTestSite.at(MOTO.server()).openIn("eu-central-1", AwsTestSite.share())) {
            PlatformUser ann = there.createUser(
                    new UserRequest(tenant().id(), UUID.randomUUID().toString(), "ann"));
            String bucket = "in-europe-" + UUID.randomUUID();
            there.admitToBucket(ann.id(), bucket);
            S3Caller hers = new S3Caller(http, there.info(), there.createKey(ann.id()));

            assertThat(hers.createBucket(bucket).status()).isEqualTo(200);

            assertThat(hers.put(bucket, "k", "hers").status()).isEqualTo(200);
        }
        assertThat(platform.info().quirks()).doesNotContain(Quirk.REGION_NAMED_IN_CREATION);
    }

    @Test
    void idsThatAreTooLongAreRejected() {
        PlatformTenant tenant = tenant();

        assertThatThrownBy(() -> platform.createUser(new UserRequest(tenant.id(), "u".repeat(250), "n")))
                .satisfies(kind(Kind.REJECTED));
        assertThatThrownBy(() -> platform.createTenant(new TenantRequest("t".repeat(251), "n")))
                .satisfies(kind(Kind.REJECTED));
    }

    private PlatformTenant tenant() {
        return platform.createTenant(new TenantRequest(UUID.randomUUID().toString(), "tenant"));
    }

    private PlatformUser create(PlatformTenant tenant, String name) {
        return platform.createUser(new UserRequest(tenant.id(), name, name));
    }

    private S3Caller caller(PlatformKey key) {
        return new S3Caller(http, platform.info(), key);
    }

    private String bucket(PlatformUser owner, S3Caller caller) {
        String bucket = "of-aws-" + UUID.randomUUID();
        platform.admitToBucket(owner.id(), bucket);
        assertThat(caller.createBucket(bucket).status()).isEqualTo(200);
        return bucket;
    }

    private static Consumer<Throwable> kind(Kind kind) {
        return failure -> assertThat(failure)
                .isInstanceOfSatisfying(PlatformException.class, refusal -> assertThat(refusal.kind())
                        .isEqualTo(kind));
    }
}
