package dev.ose.server.sync.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.server.accounting.jdbc.JdbcUploadQueue;
import dev.ose.server.accounting.jdbc.JdbcUploadTables;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadChange;
import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcOlderVersions;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.jdbc.JdbcDirtyKeys;
import dev.ose.server.ledger.jdbc.JdbcLedgerHarness;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.Verifier;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.sync.OlderVersions;
import dev.ose.server.sync.PlatformListing;
import dev.ose.server.sync.PlatformObject;
import dev.ose.server.sync.Progress;
import dev.ose.server.sync.RowListing;
import dev.ose.server.sync.SyncRun;
import dev.ose.server.sync.SyncRunner;
import dev.ose.server.sync.SyncRuns.Claim;
import dev.ose.server.sync.SyncSchedule;
import dev.ose.server.sync.UploadComparison;
import dev.ose.server.sync.UploadListing;
import dev.ose.server.sync.VersioningTables;
import dev.ose.server.tenant.TenantId;
import dev.ose.testkit.PostgresFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs on the real database, against a platform in memory. */
@Timeout(180)
class JdbcSyncTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final SyncSchedule NEVER = new SyncSchedule(Duration.ZERO, List.of(), 0);
    private static final Instant TIME = Instant.ofEpochSecond(1_000_000);

    private StoreFixture stores;
    private JdbcSyncRuns runs;
    private StoreFixture.Holder holder;
    private TenantId tenant;
    private BucketId bucket;
    private UploadListing uploads = (where, after) -> Optional.of(new UploadListing.Page(List.of(), null));

    @BeforeEach
    void open() {
        stores = new StoreFixture(postgres.database());
        // Runs of an earlier test's bucket must not be executed in this one.
        stores.database.update("DELETE FROM bucket");
        stores.database.update("DELETE FROM upload");
        runs = new JdbcSyncRuns(stores.database);
        holder = stores.holder("synced-" + NAMES.incrementAndGet());
        tenant = holder.tenant().id();
        bucket = newBucket();
    }

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void rowsFollowWhatWasDoneOnThePlatformDirectly() throws Exception {
        TreeMap<ObjectKey, ObjectFacts> platform = new TreeMap<>();
        Map<ObjectAddress, ObjectFacts> rows = new HashMap<>();
        for (int i = 0; i < 3_000; i++) {
            ObjectKey key = new ObjectKey("key/" + i);
            if (i % 3 != 0) {
                platform.put(key, facts(i));
            }
            if (i % 5 != 0) {
                rows.put(new ObjectAddress(bucket, key), facts(i % 7 == 0 ? i + 1 : i));
            }
        }
        stores.write(rows);

        SyncRun run = runs.request(tenant, bucket);
        assertThat(runs.request(tenant, bucket).id()).isEqualTo(run.id());
        try (Verifier verifier = Verifier.start(
                        RecordedJobs.jobs(),
                        new JdbcDirtyKeys(stores.database),
                        (where, key) -> KeyContent.of(Optional.ofNullable(platform.get(key))));
                SyncRunner runner = runner(listing(platform), NEVER, verifier)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> newest().state() == SyncRun.State.DONE);
            await().atMost(Duration.ofMinutes(1)).until(() -> runs.backlog(bucket, 1) == 0);

            assertThat(runner.listed()).isEqualTo(2_000);
        }
        try (JdbcLedgerHarness world = new JdbcLedgerHarness(stores.database, bucket)) {
            Map<ObjectAddress, ObjectFacts> expected = new HashMap<>();
            platform.forEach((key, facts) -> expected.put(new ObjectAddress(bucket, key), facts));
            assertThat(world.rows()).isEqualTo(expected);
        }
        assertThat(newest().progress())
                .extracting(Progress::listed, Progress::missing, Progress::extra)
                .containsExactly(2_000L, 400L, 800L);
        assertThat(newest().progress().differing()).isPositive();
    }

    @Test
    void unknownOlderVersionsAreFound() {
        ObjectFacts newest = new ObjectFacts(3, "e", Instant.EPOCH, "v3");
        stores.write(Map.of(new ObjectAddress(bucket, new ObjectKey("a")), newest));
        stores.write(Map.of(new ObjectAddress(bucket, new ObjectKey("c")), newest));
        OlderVersions two = new OlderVersions(2, 7);
        PlatformListing listing = (where, after) -> Optional.of(new ListedPage(
                List.of(
                        new PlatformObject(new ObjectKey("a"), Optional.of(newest), two),
                        new PlatformObject(new ObjectKey("b"), Optional.empty(), two),
                        new PlatformObject(new ObjectKey("c"), newest)),
                false));
        List<OlderVersion> older =
                List.of(new OlderVersion("v1", 7, Instant.EPOCH, false), new OlderVersion("m", 0, Instant.EPOCH, true));

        for (int found : List.of(2, 0)) {
            runs.request(tenant, bucket);
            try (Verifier verifier = Verifier.start(
                            RecordedJobs.jobs(),
                            new JdbcDirtyKeys(stores.database),
                            (where, key) -> new KeyContent(
                                    key.value().equals("a") ? Optional.of(newest) : Optional.empty(),
                                    Optional.of(older)));
                    SyncRunner runner = runner(listing, NEVER, verifier)) {
                await().atMost(Duration.ofMinutes(1)).until(() -> newest().state() == SyncRun.State.DONE);
                await().atMost(Duration.ofMinutes(1)).until(() -> runs.backlog(bucket, 1) == 0);
                assertThat(runner.different()).isEqualTo(found);
            }
        }
        try (JdbcLedgerHarness world = new JdbcLedgerHarness(stores.database, bucket)) {
            assertThat(world.older())
                    .isEqualTo(Map.of(
                            new ObjectAddress(bucket, new ObjectKey("a")), Map.of("v1", 7L, "m", 0L),
                            new ObjectAddress(bucket, new ObjectKey("b")), Map.of("v1", 7L, "m", 0L)));
        }
    }

    @Test
    void bucketsAreAskedOnceWhetherTheyHaveVersions() {
        BucketId unknown = newBucket();
        stores.database.update("UPDATE bucket SET may_have_versions = NULL WHERE id IN (?, ?)", bucket, unknown);
        JdbcVersioningTables tables = new JdbcVersioningTables(stores.database);

        assertThat(tables.claim(10))
                .extracting(VersioningTables.Unknown::bucket)
                .containsExactlyInAnyOrder(bucket, unknown);
        assertThat(tables.claim(10)).isEmpty();
        stores.buckets.noteVersions(bucket);
        tables.settle(bucket, false);
        tables.settle(unknown, false);

        assertThat(mayHaveVersions(bucket))
                .as("noted while the platform was asked")
                .isTrue();
        assertThat(mayHaveVersions(unknown)).isFalse();
    }

    /** A listing of uploads may be outdated when it is read: it only triggers verifications. */
    @Test
    void uploadsThatEitherSideKnowsAreAskedFor() {
        Upload known = upload("known");
        new JdbcUploadTables(stores.database)
                .apply(List.of(UploadChange.stored(known, Map.of(new PartNumber(1), NotedPart.ofSize(5)))));
        UploadListing.Position middle = new UploadListing.Position("k", "known");
        uploads = (where, after) -> Optional.of(
                after == null
                        ? new UploadListing.Page(List.of(known, upload("unknown")), middle)
                        : new UploadListing.Page(List.of(upload("behind")), null));
        runs.request(tenant, bucket);

        try (SyncRunner runner =
                SyncRunner.start(RecordedJobs.jobs(), sources(listing(new TreeMap<>())), NEVER, 1_000, () -> {})) {
            await().atMost(Duration.ofMinutes(1)).until(() -> newest().state() == SyncRun.State.DONE);
            assertThat(runner.listed()).isZero();
        }

        assertThat(newest().progress().uploads()).isEqualTo(3);
        assertThat(new JdbcUploadQueue(stores.database).claim(10))
                .extracting(UploadQueue.Claim::upload)
                .containsExactlyInAnyOrder(known, upload("unknown"), upload("behind"));
    }

    @Test
    void platformThatListsNoUploadsIsComparedForTheRest() {
        uploads = (where, after) -> {
            throw new FailureException(new Failure.PlatformRefused("main", "status 501"));
        };
        runs.request(tenant, bucket);

        try (SyncRunner runner =
                SyncRunner.start(RecordedJobs.jobs(), sources(listing(new TreeMap<>())), NEVER, 1_000, () -> {})) {
            await().atMost(Duration.ofMinutes(1)).until(() -> newest().state() == SyncRun.State.DONE);
            assertThat(runner.listed()).isZero();
        }

        assertThat(newest().problem()).contains("does not list uploads");
    }

    private Upload upload(String id) {
        return new Upload(bucket, new ObjectKey("k"), new UploadId(id));
    }

    private boolean mayHaveVersions(BucketId which) {
        return stores.database
                .first("SELECT may_have_versions FROM bucket WHERE id = ?", row -> row.getBoolean(1), which)
                .orElseThrow();
    }

    @Test
    void otherNodeGoesOnWhereADeadOneStood() {
        runs.request(tenant, bucket);
        Claim dead = runs.claim(Duration.ZERO).orElseThrow();
        Progress reached = new Progress("m", 10, 1, 2, 3, 4);
        assertThat(runs.advance(dead, reached, List.of(new ObjectKey("a"), new ObjectKey("b")), Duration.ZERO))
                .isTrue();

        Claim other = runs.claim(LEASE).orElseThrow();

        assertThat(other.run()).isEqualTo(dead.run());
        assertThat(other.progress()).isEqualTo(reached);
        assertThat(runs.claim(LEASE)).isEmpty();
        assertThat(runs.backlog(bucket, 10)).isEqualTo(2);
        assertThat(runs.advance(dead, Progress.START, List.of(new ObjectKey("c")), LEASE))
                .isFalse();
        runs.finish(dead, SyncRun.State.DONE, "");
        assertThat(newest().state()).isEqualTo(SyncRun.State.RUNNING);
        assertThat(newest().progress()).isEqualTo(reached);
        assertThat(runs.backlog(bucket, 10)).isEqualTo(2);
        runs.finish(other, SyncRun.State.DONE, "");
        assertThat(newest().state()).isEqualTo(SyncRun.State.DONE);
    }

    @Test
    void keysThatThePlatformRefusesToTellOfHoldUpNoComparison() throws Exception {
        TreeMap<ObjectKey, ObjectFacts> platform = new TreeMap<>(Map.of(new ObjectKey("k"), facts(1)));
        stores.database.update(
                "INSERT INTO object_dirty (bucket_id, key, due_at, refusals)"
                        + " SELECT ?, n::text, now() + interval '1 day', 1 + n % 9 FROM generate_series(1, 20000) n",
                bucket);
        runs.request(tenant, bucket);

        try (Verifier verifier =
                        Verifier.start(RecordedJobs.jobs(), new JdbcDirtyKeys(stores.database), (where, key) -> {
                            throw new FailureException(new Failure.PlatformRefused("main", "status 400"));
                        });
                SyncRunner runner = runner(listing(platform), NEVER, verifier)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> newest().state() == SyncRun.State.DONE);
            assertThat(runner.different()).isEqualTo(1);
        }
    }

    @Test
    void bucketWhoseKeysWaitForATroubledPlatformLeavesTheThreadToOthers() throws Exception {
        stores.database.update(
                "INSERT INTO object_dirty (bucket_id, key, due_at)"
                        + " SELECT ?, n::text, now() + interval '1 day' FROM generate_series(1, 20000) n",
                bucket);
        runs.request(tenant, bucket);
        BucketId other = newBucket();

        try (SyncRunner runner =
                SyncRunner.start(RecordedJobs.jobs(), sources(listing(new TreeMap<>())), NEVER, 1_000, () -> {})) {
            await().atMost(Duration.ofMinutes(1)).until(() -> newest().state() == SyncRun.State.RUNNING);
            runs.request(tenant, other);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> runs.history(tenant, other, 1).getFirst().state() == SyncRun.State.DONE);

            assertThat(runner.listed()).isZero();
        }
        assertThat(newest().state()).isNotEqualTo(SyncRun.State.DONE);
        stores.database.update("DELETE FROM object_dirty WHERE bucket_id = ?", bucket);
    }

    @Test
    void platformThatListsOutOfOrderIsReported() throws Exception {
        PlatformObject b = new PlatformObject(new ObjectKey("b"), facts(1));
        PlatformObject a = new PlatformObject(new ObjectKey("a"), facts(1));
        runs.request(tenant, bucket);

        try (SyncRunner runner = SyncRunner.start(
                RecordedJobs.jobs(),
                sources((where, after) -> Optional.of(new ListedPage(List.of(b, a), false))),
                NEVER,
                1_000,
                () -> {})) {
            await().atMost(Duration.ofMinutes(1)).until(() -> newest().state() == SyncRun.State.FAILED);
            assertThat(runner.different()).isZero();
        }

        assertThat(newest().problem()).contains("\"a\" after \"b\"");
        assertThat(runs.backlog(bucket, 1)).isZero();
    }

    @Test
    void platformThatCannotListIsAskedAgainLater() throws Exception {
        runs.request(tenant, bucket);

        try (SyncRunner runner = SyncRunner.start(
                RecordedJobs.jobs(),
                sources((where, after) -> {
                    throw new FailureException(new Failure.PlatformUnreachable("main"));
                }),
                NEVER,
                1_000,
                () -> {})) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> !newest().problem().isEmpty());
            assertThat(runner.listed()).isZero();
        }

        assertThat(newest().state()).isEqualTo(SyncRun.State.WAITING);
        assertThat(newest().problem()).contains("PlatformUnreachable");
        stores.database.update("UPDATE sync_run SET lease_until = now()");
        assertThat(runs.claim(LEASE).orElseThrow().attempts()).isEqualTo(1);
    }

    @Test
    void scheduleAsksForBucketsThatAreDueAndMeant() {
        Duration day = Duration.ofDays(1);
        BucketId big = newBucket();
        stores.database.update(
                "INSERT INTO usage_bucket (bucket_id, tenant_id, owner_id, objects) VALUES (?, ?, ?, 11)"
                        + " ON CONFLICT (bucket_id) DO UPDATE SET objects = 11",
                big,
                tenant,
                holder.made().user().id());

        assertThat(runs.requestDue(new SyncSchedule(day, List.of("nobody"), 0))).isZero();
        assertThat(runs.requestDue(new SyncSchedule(day, List.of(holder.tenant().name()), 10)))
                .isEqualTo(1);
        assertThat(runs.history(tenant, big, 10)).isEmpty();
        assertThat(runs.requestDue(new SyncSchedule(day, List.of(), 0))).isEqualTo(1);
        assertThat(runs.requestDue(new SyncSchedule(day, List.of(), 0))).isZero();
        stores.database.update("UPDATE sync_run SET state = 'DONE', finished_at = now()");
        assertThat(runs.requestDue(new SyncSchedule(day, List.of(), 0))).isZero();
        stores.database.update("UPDATE sync_run SET requested_at = now() - interval '25 hours'");
        assertThat(runs.requestDue(new SyncSchedule(day, List.of(), 0))).isEqualTo(2);
    }

    private SyncRunner runner(PlatformListing listing, SyncSchedule schedule, Verifier verifier) {
        return SyncRunner.start(RecordedJobs.jobs(), sources(listing), schedule, 1_000, verifier::wake);
    }

    private SyncRunner.Sources sources(PlatformListing listing) {
        return new SyncRunner.Sources(
                runs,
                listing,
                RowListing.of(new JdbcObjectIndex(stores.database), new JdbcOlderVersions(stores.database)),
                new UploadComparison(
                        (where, after) -> uploads.list(where, after), new JdbcUploadQueue(stores.database)));
    }

    private static PlatformListing listing(SortedMap<ObjectKey, ObjectFacts> platform) {
        return (bucket, after) -> {
            List<PlatformObject> behind = platform.entrySet().stream()
                    .filter(entry -> ObjectKey.compareUtf8(entry.getKey().value(), after) > 0)
                    .map(entry -> new PlatformObject(entry.getKey(), entry.getValue()))
                    .limit(301)
                    .toList();
            return Optional.of(new ListedPage(behind.subList(0, Math.min(300, behind.size())), behind.size() > 300));
        };
    }

    private SyncRun newest() {
        return runs.history(tenant, bucket, 1).getFirst();
    }

    private BucketId newBucket() {
        return stores.bucket(holder, "synced-" + NAMES.incrementAndGet()).id();
    }

    private static ObjectFacts facts(long size) {
        return new ObjectFacts(size, "etag-" + size, TIME, null);
    }
}
