package dev.ose.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.access.Authorizer;
import dev.ose.server.accounting.quota.LeaseTable;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.MemoryUploads;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.CredentialLimits;
import dev.ose.server.tenant.credential.Identity;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObjectDeletionTest {

    private static final PlatformId PLATFORM = new PlatformId(1);
    private static final TenantId TENANT = new TenantId(new UUID(0, 1));
    private static final UserId USER = new UserId(new UUID(0, 2));
    private static final Platform PATHS =
            new Platform(PLATFORM, "paths", URI.create("http://127.0.0.1:9"), "plat-1", Set.of(), Set.of());
    private static final Bucket BUCKET = new Bucket(
            new BucketId(1),
            new BucketName("photos"),
            TENANT,
            USER,
            PlatformEndpoint.common(PLATFORM),
            "us-east-1",
            Instant.EPOCH,
            Bucket.Settings.NONE);

    private final QuotaService quotas = QuotaService.start(
            RecordedJobs.jobs(), _ -> CompletableFuture.completedFuture(List.of()), never(LeaseTable.class));
    private final UploadTracker uploads = UploadTracker.start(RecordedJobs.jobs(), new MemoryUploads());

    @AfterEach
    void stop() {
        quotas.close();
        uploads.close();
    }

    /** Callers of the admin API choose the keys of a job. */
    @Test
    void keyThatThePlatformCouldTakeForAPathIsNotSent() {
        ObjectDeletion deletion = new ObjectDeletion(new JobParts(
                never(JobRequests.class),
                _ -> PATHS,
                never(ObjectLedger.class),
                quotas,
                uploads,
                never(BucketStore.class),
                Clock.systemUTC()));

        List<JobFailure> failures = deletion.delete(site(), List.of(entry("../loot/k"), entry("a/../k")));

        assertThat(failures).extracting(JobFailure::code).containsExactly("InvalidURI", "InvalidURI");
    }

    private static DeleteRequest.Entry entry(String key) {
        return new DeleteRequest.Entry(new ObjectKey(key), null, null);
    }

    private static JobSite site() {
        Authorizer authorizer = new Authorizer(new OneBucket(), _ -> PATHS, Clock.systemUTC());
        JobOrigin origin = new JobOrigin("ann", InetAddress.getLoopbackAddress(), true, null);
        return new JobSite(authorizer, origin, user(), BUCKET, null);
    }

    private static Identity user() {
        return new Identity(
                new Identity.Key(
                        new AccessKeyId("KEY"),
                        Secret.of("secret"),
                        1,
                        CredentialKind.USER,
                        CredentialLimits.NONE,
                        null,
                        Status.ACTIVE,
                        null),
                TENANT,
                Status.ACTIVE,
                new Identity.Member(USER, "ann", Role.TENANT_USER, new CanonicalId("a".repeat(64)), Status.ACTIVE),
                PlatformEndpoint.common(PLATFORM),
                new PlatformKey("VENDORKEY", Secret.of("vendor secret")));
    }

    /** One that must not be called. */
    private static <T> T never(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> {
            throw new UnsupportedOperationException(method.getName());
        }));
    }

    private static final class OneBucket implements BucketDirectory {

        @Override
        public CompletableFuture<Optional<Bucket>> find(TenantId tenant, BucketName name) {
            return CompletableFuture.completedFuture(Optional.of(BUCKET));
        }

        @Override
        public CompletableFuture<Optional<ForeignBucket>> findShared(Identity caller, BucketName name) {
            return CompletableFuture.completedFuture(Optional.empty());
        }

        @Override
        public CompletableFuture<Optional<ForeignBucket>> findPublicly(BucketName name) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
    }
}
