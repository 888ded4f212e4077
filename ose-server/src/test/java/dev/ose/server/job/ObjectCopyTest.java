package dev.ose.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.UploadsAnswer;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.quota.DenialReason;
import dev.ose.server.accounting.quota.LeaseTable;
import dev.ose.server.accounting.quota.Limit;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.accounting.upload.MemoryUploads;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.BytesSource;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.WholeResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the room that a copy of a job has reserved: there is room for one object. */
@Timeout(60)
class ObjectCopyTest {

    private static final Platform SCRIPTED = JobWorld.platform("scripted");
    private static final ObjectOperation.CopyObject OPERATION = new ObjectOperation.CopyObject(
            JobWorld.BUCKET.name(),
            new ObjectKey("copy"),
            new CopySource(JobWorld.BUCKET.name(), new ObjectKey("source"), null));
    private static final long BYTES = 10;
    private static final String COPIED = "<CopyObjectResult><ETag>\"a\"</ETag></CopyObjectResult>";

    private final List<String> ended = new CopyOnWriteArrayList<>();
    private final QuotaService quotas = QuotaService.start(
            RecordedJobs.jobs(),
            _ -> CompletableFuture.completedFuture(List.of(new Limit(1, Limit.Holder.BUCKET, true, true))),
            new RoomForOne());
    private final UploadTracker uploads = UploadTracker.start(RecordedJobs.jobs(), new MemoryUploads());
    private boolean isAwayAtBegin;
    private boolean isAwayAtEnd;

    @AfterEach
    void stop() {
        quotas.close();
        uploads.close();
    }

    private Optional<JobFailure> copy(Supplier<WholeResponse> platform) {
        return new ObjectCopy(new JobParts(
                        new CopyRequests(platform),
                        _ -> SCRIPTED,
                        new EndedLedger(),
                        quotas,
                        uploads,
                        JobWorld.never(BucketStore.class),
                        Clock.systemUTC()))
                .reserve(
                        new JobRequests.Actor(JobWorld.user(), JobWorld.BUCKET, ""),
                        new ObjectCopy.Request(OPERATION, BYTES, null));
    }

    private boolean isRoomLeft() {
        QuotaTarget next = new QuotaTarget.OfObject(new ObjectAddress(JobWorld.BUCKET.id(), new ObjectKey("next")));
        try {
            Futures.await(quotas.reserve(next, StorageAmount.ofObject(BYTES))).end(true);
            return true;
        } catch (FailureException e) {
            assertThat(e.failure()).isInstanceOf(Failure.QuotaExceeded.class);
            return false;
        }
    }

    private static WholeResponse failing(Failure why) {
        throw new FailureException(why);
    }

    @Test
    void copyTakesItsRoom() {
        assertThat(copy(() -> response(200, COPIED))).isEmpty();

        assertThat(ended).containsExactly("Assumed");
        assertThat(isRoomLeft()).isFalse();
    }

    @Test
    void refusedCopyGivesItsRoomBack() {
        assertThat(copy(() -> response(403, ""))).isPresent();

        assertThat(ended).containsExactly("Refused");
        assertThat(isRoomLeft()).isTrue();
    }

    @Test
    void refusedCopyGivesItsRoomBackThoughItCannotBeRecorded() {
        isAwayAtEnd = true;

        assertThat(copy(() -> response(403, ""))).isPresent();

        assertThat(isRoomLeft()).isTrue();
    }

    @Test
    void copyThatWasNotBegunGivesItsRoomBack() {
        isAwayAtBegin = true;

        assertThatThrownBy(() -> copy(() -> response(200, COPIED))).isInstanceOf(FailureException.class);

        assertThat(isRoomLeft()).isTrue();
    }

    @Test
    void copyThatDidNotReachThePlatformGivesItsRoomBack() {
        assertThatThrownBy(() -> copy(() -> failing(new Failure.PlatformUnreachable("scripted"))))
                .isInstanceOf(FailureException.class);

        assertThat(ended).containsExactly("Refused");
        assertThat(isRoomLeft()).isTrue();
    }

    /** The job goes on later, but the platform may have copied. */
    @Test
    void copyThatAnOverloadedPlatformAnsweredKeepsItsRoom() {
        assertThatThrownBy(() -> copy(() -> response(503, ""))).isInstanceOf(FailureException.class);

        assertThat(ended).containsExactly("Unknown");
        assertThat(isRoomLeft()).isFalse();
    }

    @Test
    void copyWithoutAnAnswerKeepsItsRoom() {
        assertThat(copy(() -> failing(new Failure.OutcomeUnknown("CopyObject"))))
                .isPresent();

        assertThat(ended).containsExactly("Unknown");
        assertThat(isRoomLeft()).isFalse();
    }

    @Test
    void copyThatCannotBeRecordedIsAnUnknownOutcomeAndKeepsItsRoom() {
        isAwayAtEnd = true;

        assertThatThrownBy(() -> copy(() -> response(200, COPIED)))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .isEqualTo(new Failure.OutcomeUnknown("CopyObject")));

        assertThat(isRoomLeft()).isFalse();
    }

    /** The platform's answer as the transport reads it. */
    private static WholeResponse response(int status, String body) {
        BlockingTransport transport = new BlockingTransport(
                (_, listener) -> {
                    listener.responded(new Head(status, body));
                    return () -> {};
                },
                Runnable::run,
                Buffer::new);
        return transport.send(
                PlatformRequest.question(SCRIPTED, JobWorld.PLATFORM_KEY, "GET", "/", "", "CopyObject"), 1_000);
    }

    private record Head(int status, String content) implements PlatformResponse {

        @Override
        public List<String> headers(String lowerCaseName) {
            return List.of();
        }

        @Override
        public void forEachHeader(BiConsumer<String, String> action) {}

        @Override
        public long bodyLength() {
            return content.length();
        }

        @Override
        public BodySource body() {
            return new BytesSource(content.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void abandon() {}
    }

    private static final class Buffer implements PooledBuffer {

        private final ByteBuffer bytes = ByteBuffer.allocate(1_000);

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public boolean mayBeHeld() {
            return true;
        }

        @Override
        public void release() {}
    }

    /** Room for one object of the size that is copied. */
    private static final class RoomForOne implements LeaseTable {

        private boolean isTaken;

        @Override
        public synchronized Answer lease(
                long quota, StorageAmount held, StorageAmount wanted, @Nullable QuotaTarget target) {
            if (isTaken || wanted.bytes() > BYTES) {
                return new Answer(StorageAmount.NOTHING, StorageAmount.NOTHING, DenialReason.STORED);
            }
            isTaken = true;
            return new Answer(wanted, StorageAmount.NOTHING, DenialReason.LEASED);
        }
    }

    private final class EndedLedger implements ObjectLedger {

        @Override
        public CompletableFuture<Intent> begin(BucketId bucket, ObjectKey key) {
            return isAwayAtBegin ? away() : CompletableFuture.completedFuture(new Intent(1, bucket, key));
        }

        @Override
        public CompletableFuture<List<Intent>> beginAll(BucketId bucket, Collection<ObjectKey> keys) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> complete(Intent intent, WriteOutcome outcome) {
            ended.add(outcome.getClass().getSimpleName());
            return isAwayAtEnd ? away() : CompletableFuture.completedFuture(null);
        }

        private static <T> CompletableFuture<T> away() {
            return CompletableFuture.failedFuture(new FailureException(new Failure.MetadataUnavailable()));
        }
    }

    private record CopyRequests(Supplier<WholeResponse> platform) implements JobRequests {

        @Override
        public Optional<ListingAnswer> listObjects(Actor actor, String prefix, String after, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<VersionsAnswer> listVersions(
                Actor actor, String prefix, VersionsAnswer.@Nullable Marker after, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<UploadsAnswer> listUploads(Actor actor, UploadsAnswer.@Nullable Marker after) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WholeResponse delete(Actor actor, DeleteRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WholeResponse copy(Actor actor, CopySource source, @Nullable ETag ifMatch, ObjectKey target) {
            return platform.get();
        }

        @Override
        public WholeResponse abort(Actor actor, ObjectKey key, UploadId upload) {
            throw new UnsupportedOperationException();
        }
    }
}
