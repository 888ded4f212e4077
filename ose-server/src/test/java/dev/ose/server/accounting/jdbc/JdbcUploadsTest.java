package dev.ose.server.accounting.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.OrphanedUploads;
import dev.ose.server.accounting.upload.PartChecksum;
import dev.ose.server.accounting.upload.PlatformUploads;
import dev.ose.server.accounting.upload.SplitUploadTable;
import dev.ose.server.accounting.upload.SplitUploads;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadChange;
import dev.ose.server.accounting.upload.UploadCheck;
import dev.ose.server.accounting.upload.UploadProbe;
import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.accounting.upload.UploadQueue.Claim;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.PostgresFixture;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Recorded uploads on the real database, against a platform in memory. */
@Timeout(180)
class JdbcUploadsTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final PartNumber FIRST = new PartNumber(1);
    private static final PartNumber SECOND = new PartNumber(2);

    private StoreFixture stores;
    private JdbcUploadTables books;
    private UploadQueue queue;
    private Bucket bucket;

    @BeforeEach
    void open() {
        stores = new StoreFixture(postgres.database());
        books = new JdbcUploadTables(stores.database);
        queue = new JdbcUploadQueue(stores.database);
        stores.database.update("DELETE FROM upload");
        stores.database.update("DELETE FROM upload_recheck");
        stores.database.update("DELETE FROM split_upload");
        stores.database.update("DELETE FROM node");
        String name = "uploads-" + NAMES.incrementAndGet();
        bucket = stores.bucket(stores.holder(name), name);
    }

    @AfterEach
    void close() {
        stores.close();
    }

    private Upload upload(String id) {
        return new Upload(bucket.id(), new ObjectKey("k"), new UploadId(id));
    }

    private void store(Upload upload, Map<PartNumber, Long> sizes) {
        Map<PartNumber, NotedPart> parts = new HashMap<>();
        sizes.forEach((number, size) -> parts.put(number, NotedPart.ofSize(size)));
        books.apply(List.of(UploadChange.stored(upload, parts)));
    }

    private void store(Upload upload, NotedPart first, NotedPart second) {
        books.apply(List.of(UploadChange.stored(upload, Map.of(FIRST, first, SECOND, second))));
    }

    /** The counters, checked against a recount. */
    private long partBytes() {
        long counted = counted();
        assertThat(counted)
                .isEqualTo(stores.database
                        .first(
                                "SELECT coalesce(sum(size_bytes), 0)::bigint FROM upload_part WHERE bucket_id = ?",
                                row -> row.getLong(1),
                                bucket.id())
                        .orElseThrow());
        return counted;
    }

    private long counted() {
        return new JdbcObjectCounters(stores.database)
                .of(bucket.tenant(), bucket.id())
                .partBytes();
    }

    private Claim onlyClaim() {
        List<Claim> claims = queue.claim(10);
        assertThat(claims).hasSize(1);
        return claims.getFirst();
    }

    @Test
    void uploadOfWhichAllIsKnownIsLeftAloneForADay() {
        books.apply(List.of(UploadChange.begun(upload("u"))));
        store(upload("u"), Map.of(FIRST, 5L));
        assertThat(queue.claim(10)).isEmpty();

        stores.database.update("UPDATE upload SET checked_at = now() - interval '25 hours'");
        assertThat(onlyClaim()).isEqualTo(new Claim(upload("u"), 1, false));
        assertThat(queue.claim(10)).as("others have their turn").isEmpty();
    }

    @Test
    void booksFollowWhatThePlatformSaysOfAnUploadInDoubt() {
        store(upload("u"), Map.of(FIRST, 5L, SECOND, 7L));
        books.apply(List.of(UploadChange.unsure(upload("u"))));

        Claim claim = onlyClaim();
        assertThat(claim.isHeld()).isTrue();
        assertThat(queue.settle(claim, Optional.of(Map.of(SECOND, 8L, new PartNumber(3), 100L))))
                .isTrue();

        assertThat(partBytes()).isEqualTo(108);
        assertThat(books.parts(upload("u")))
                .isEqualTo(Map.of(SECOND, NotedPart.ofSize(8), new PartNumber(3), NotedPart.ofSize(100)));
    }

    @Test
    void lastNoteOfAPartTellsItsChecksum() {
        NotedPart crc = new NotedPart(5, new PartChecksum.Compared(ChecksumAlgorithm.CRC32, "AAAAAA=="));
        NotedPart without = new NotedPart(5, new PartChecksum.None());
        store(upload("u"), crc, without);
        assertThat(books.parts(upload("u"))).isEqualTo(Map.of(FIRST, crc, SECOND, without));

        NotedPart again = new NotedPart(5, new PartChecksum.Compared(ChecksumAlgorithm.XXHASH3, "AAAAAAAAAAA="));
        store(upload("u"), without, again);

        assertThat(books.parts(upload("u"))).isEqualTo(Map.of(FIRST, without, SECOND, again));
        assertThat(partBytes()).isEqualTo(10);
    }

    /** What the platform lists does not contain the checksum; a part of another size is not the one that was noted. */
    @Test
    void checksumIsForgottenIfThePlatformHasAnotherPart() {
        NotedPart crc = new NotedPart(5, new PartChecksum.Compared(ChecksumAlgorithm.CRC32, "AAAAAA=="));
        store(upload("u"), crc, crc);
        queue.askFor(bucket.id());

        queue.settle(onlyClaim(), Optional.of(Map.of(FIRST, 5L, SECOND, 6L)));

        assertThat(books.parts(upload("u"))).isEqualTo(Map.of(FIRST, crc, SECOND, NotedPart.ofSize(6)));
    }

    @Test
    void uploadIsAskedForOnceMoreWhenNothingCanComeAnyMore() {
        store(upload("u"), Map.of(FIRST, 5L));
        books.apply(List.of(UploadChange.unsure(upload("u"))));
        queue.settle(onlyClaim(), Optional.of(Map.of(FIRST, 5L)));
        assertThat(queue.claim(10)).isEmpty();
        store(upload("u"), Map.of(SECOND, 5L));

        stores.database.update("UPDATE upload SET hold_until = now() - interval '1 second', checked_at = '-infinity'");
        Claim claim = onlyClaim();
        assertThat(claim.isHeld()).isFalse();
        assertThat(queue.settle(claim, Optional.empty())).isTrue();

        assertThat(partBytes()).isZero();
        assertThat(queue.claim(10)).isEmpty();
    }

    /** The answer is older than the recorded change: applying it would delete the part. */
    @Test
    void answerThatIsOlderThanANoteIsAskedForAgain() {
        store(upload("u"), Map.of(FIRST, 5L));
        queue.askFor(bucket.id());
        Claim claim = onlyClaim();
        store(upload("u"), Map.of(SECOND, 7L));

        assertThat(queue.settle(claim, Optional.of(Map.of(FIRST, 5L)))).isFalse();
        assertThat(queue.settle(claim, Optional.empty())).isFalse();

        assertThat(partBytes()).isEqualTo(12);
        stores.database.update("UPDATE upload SET checked_at = checked_at - interval '6 seconds'");
        assertThat(queue.settle(onlyClaim(), Optional.of(Map.of(FIRST, 5L, SECOND, 7L))))
                .isTrue();
    }

    @Test
    void noteDoesNotEndADoubt() {
        store(upload("u"), Map.of(FIRST, 5L));
        books.apply(List.of(UploadChange.unsure(upload("u"))));

        store(upload("u"), Map.of(SECOND, 7L));

        assertThat(onlyClaim().upload()).isEqualTo(upload("u"));
    }

    @Test
    void doubtAboutAnUploadThatIsNotKnownLeavesNoRow() {
        books.apply(List.of(UploadChange.unsure(upload("made-up"))));

        assertThat(queue.claim(10)).isEmpty();
        assertThat(queue.askFor(bucket.id())).isZero();
    }

    @Test
    void uploadThatEndedWhileItWasAskedForStaysEnded() {
        store(upload("u"), Map.of(FIRST, 5L));
        queue.askFor(bucket.id());
        Claim claim = onlyClaim();
        books.apply(List.of(UploadChange.ended(upload("u"))));

        assertThat(queue.settle(claim, Optional.of(Map.of(FIRST, 5L)))).isFalse();

        assertThat(partBytes()).isZero();
    }

    @Test
    void uploadsAreAskedForOnceANodeIsGone() {
        JdbcNodeTable nodes = new JdbcNodeTable(stores.database, "test");
        books.apply(List.of(UploadChange.begun(upload("u"))));
        int dead = nodes.register("dead");
        int left = nodes.register("left");
        nodes.leave(left, true);
        nodes.reap(10);
        assertThat(queue.claim(10)).as("none died").isEmpty();

        stores.database.update("UPDATE node SET lease_until = now() - interval '1 minute' WHERE id = ?", dead);
        nodes.reap(10);
        queue.settle(onlyClaim(), Optional.of(Map.of(FIRST, 5L)));
        nodes.reap(10);
        assertThat(queue.claim(10)).as("once").isEmpty();
        stores.database.update("UPDATE upload_recheck SET at = at - interval '11 minutes'");
        stores.database.update("UPDATE upload SET queried_at = queried_at - interval '11 minutes'");
        queue.settle(onlyClaim(), Optional.of(Map.of(FIRST, 6L)));
        assertThat(queue.claim(10)).as("once more, when nothing of it can come").isEmpty();

        assertThat(partBytes()).isEqualTo(6);
    }

    @Test
    void nodeThatIsStartedAgainPutsUploadsOfItsFormerLifeInDoubt() {
        JdbcNodeTable nodes = new JdbcNodeTable(stores.database, "test");
        books.apply(List.of(UploadChange.begun(upload("u"))));
        nodes.register("one");
        assertThat(queue.claim(10)).isEmpty();

        nodes.register("one");

        assertThat(onlyClaim().upload()).isEqualTo(upload("u"));
    }

    @Test
    void checkSettlesWhatThePlatformTellsAndLeavesTheRest() {
        Map<String, Map<PartNumber, Long>> kept = new ConcurrentHashMap<>(Map.of("open", Map.of(FIRST, 9L)));
        for (String id : List.of("open", "ended", "secret")) {
            store(upload(id), Map.of(FIRST, 5L));
        }
        queue.adopt(List.of(upload("open"), upload("unknown")));
        kept.put("unknown", Map.of(SECOND, 100L));
        queue.askFor(bucket.id());

        try (UploadCheck check = UploadCheck.start(RecordedJobs.jobs(), queue, probe(kept))) {
            assertThat(check).isNotNull();
            await().atMost(Duration.ofMinutes(1)).until(() -> counted() == 9 + 100 + 5);
        }
        assertThat(partBytes()).isEqualTo(9 + 100 + 5);

        Map<String, Long> parts = new HashMap<>();
        stores.database
                .all(
                        "SELECT upload_id, size_bytes FROM upload_part WHERE bucket_id = ?",
                        row -> Map.entry(row.getString(1), row.getLong(2)),
                        bucket.id())
                .forEach(part -> parts.put(part.getKey(), part.getValue()));
        assertThat(parts).isEqualTo(Map.of("open", 9L, "unknown", 100L, "secret", 5L));
        assertThat(queue.claim(10))
                .as("the one that is not reported is due tomorrow")
                .isEmpty();
    }

    @Test
    void platformInTroubleIsAskedAgainInAMinute() {
        store(upload("u"), Map.of(FIRST, 5L));
        queue.askFor(bucket.id());
        Claim claim = onlyClaim();
        queue.postpone(claim, false);
        assertThat(queue.claim(10)).isEmpty();

        stores.database.update("UPDATE upload SET checked_at = checked_at - interval '61 seconds'");

        assertThat(onlyClaim().upload()).isEqualTo(upload("u"));
        assertThat(partBytes()).isEqualTo(5);
    }

    /** Lets time go by for the recorded uploads of nodes. */
    private void passes(String interval) {
        stores.database.update("UPDATE split_upload SET kept_at = kept_at - interval '" + interval
                + "', abort_at = abort_at - interval '" + interval + "'");
    }

    @Test
    void uploadThatNoNodeKeepsIsAnOrphanWhenNoneOfItsRequestsCanCome() {
        SplitUploadTable splits = new JdbcSplitUploads(stores.database);
        splits.keep(List.of(upload("lost"), upload("kept"), upload("over")));
        splits.remove(List.of(upload("over")));
        passes("6 minutes");
        assertThat(splits.claimOrphans(10)).as("of a node that may still send").isEmpty();
        splits.keep(List.of(upload("kept")));

        passes("11 minutes");
        assertThat(splits.claimOrphans(10)).containsExactly(upload("lost"));
        assertThat(splits.claimOrphans(10)).as("claimed already").isEmpty();
        passes("11 minutes");
        assertThat(splits.claimOrphans(10))
                .as("a claim that came to nothing, and one that is not kept any more")
                .containsExactlyInAnyOrder(upload("lost"), upload("kept"));

        splits.postpone(upload("lost"));
        passes("23 hours");
        assertThat(splits.claimOrphans(10)).containsExactly(upload("kept"));
        splits.remove(List.of(upload("kept"), upload("lost")));
        passes("2 days");
        assertThat(splits.claimOrphans(10)).isEmpty();
    }

    @Test
    void orphansOfADeadNodeAreAborted() {
        SplitUploadTable splits = new JdbcSplitUploads(stores.database);
        try (SplitUploads node = SplitUploads.start(RecordedJobs.jobs(), splits, System::nanoTime)) {
            splits.keep(List.of(upload("gone"), upload("secret")));
            node.begin(upload("live"));
            // A comparison has found it on the platform.
            store(upload("gone"), Map.of(FIRST, 5L));
            passes("6 minutes");
            assertThat(splits.claimOrphans(10)).isEmpty();
            splits.keep(List.of(upload("live")));
            passes("11 minutes");
            Set<Upload> aborted = ConcurrentHashMap.newKeySet();

            try (UploadTracker tracker = UploadTracker.start(RecordedJobs.jobs(), books);
                    OrphanedUploads orphans =
                            OrphanedUploads.start(RecordedJobs.jobs(), splits, tracker, aborting(aborted))) {
                assertThat(orphans).isNotNull();
                await().atMost(Duration.ofMinutes(1)).until(() -> recorded().equals(Set.of("secret", "live")));
            }

            assertThat(aborted).containsExactly(upload("gone"));
            assertThat(partBytes()).as("counted parts of it").isZero();
            node.end(upload("live"));
            await().atMost(Duration.ofMinutes(1)).until(() -> recorded().equals(Set.of("secret")));
        }
    }

    private Set<String> recorded() {
        return Set.copyOf(stores.database.all("SELECT upload_id FROM split_upload", row -> row.getString(1)));
    }

    private static PlatformUploads aborting(Set<Upload> aborted) {
        UploadProbe probe = probe(Map.of());
        return new PlatformUploads() {
            @Override
            public Optional<Map<PartNumber, Long>> parts(Upload upload) {
                return probe.parts(upload);
            }

            @Override
            public void abort(Upload upload) {
                probe.parts(upload);
                aborted.add(upload);
            }

            @Override
            public Object endpoint(BucketId asked) {
                return asked;
            }
        };
    }

    private static UploadProbe probe(Map<String, Map<PartNumber, Long>> kept) {
        return new UploadProbe() {
            @Override
            public Optional<Map<PartNumber, Long>> parts(Upload upload) {
                if (upload.id().value().equals("secret")) {
                    throw new FailureException(new Failure.PlatformRefused("main", "status 403"));
                }
                return Optional.ofNullable(kept.get(upload.id().value()));
            }

            @Override
            public Object endpoint(BucketId asked) {
                return asked;
            }
        };
    }
}
