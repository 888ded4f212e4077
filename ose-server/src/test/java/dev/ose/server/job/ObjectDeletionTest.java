package dev.ose.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.server.access.Authorizer;
import dev.ose.server.accounting.quota.LeaseTable;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.MemoryUploads;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.UnplacedIdentities;
import java.net.InetAddress;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObjectDeletionTest {

    private static final Platform PATHS = JobWorld.platform("paths");

    private final QuotaService quotas = QuotaService.start(
            RecordedJobs.jobs(), _ -> CompletableFuture.completedFuture(List.of()), JobWorld.never(LeaseTable.class));
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
                JobWorld.never(JobRequests.class),
                _ -> PATHS,
                JobWorld.never(ObjectLedger.class),
                quotas,
                uploads,
                JobWorld.never(BucketStore.class),
                Clock.systemUTC()));

        List<JobFailure> failures = deletion.delete(site(), List.of(entry("../loot/k"), entry("a/../k")));

        assertThat(failures).extracting(JobFailure::code).containsExactly("InvalidURI", "InvalidURI");
    }

    private static DeleteRequest.Entry entry(String key) {
        return new DeleteRequest.Entry(new ObjectKey(key), null, null);
    }

    private static JobSite site() {
        Authorizer authorizer =
                new Authorizer(new OneBucket(), _ -> PATHS, new UnplacedIdentities(), Clock.systemUTC());
        JobOrigin origin = new JobOrigin("ann", InetAddress.getLoopbackAddress(), true, null);
        return new JobSite(authorizer, origin, JobWorld.user(), JobWorld.BUCKET, null);
    }

    private static final class OneBucket implements BucketDirectory {

        @Override
        public CompletableFuture<Optional<Bucket>> find(TenantId tenant, BucketName name) {
            return CompletableFuture.completedFuture(Optional.of(JobWorld.BUCKET));
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
