package dev.ose.server.accounting.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.Reservation;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadChange;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.jdbc.JdbcLedgerTables;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.ledger.node.UnavailableWrites;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListFilter;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.PagePosition;
import dev.ose.server.pagination.jdbc.JdbcListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.testkit.PostgresFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Quotas enforced by two nodes on one database, with real ledgers and counters. */
@Timeout(180)
class JdbcQuotaTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int WRITERS = 16;

    private StoreFixture stores;
    private QuotaStore quotas;
    private Node a;
    private Node b;
    private StoreFixture.Holder holder;
    private TenantId tenant;
    private UserId user;
    private Bucket bucket;

    @BeforeEach
    void open() {
        stores = new StoreFixture(postgres.database());
        quotas = new JdbcQuotaStore(stores.database);
        int name = NAMES.incrementAndGet();
        a = new Node("a-" + name);
        b = new Node("b-" + name);
        holder = stores.holder("limited-" + name);
        tenant = holder.tenant().id();
        user = holder.made().user().id();
        bucket = stores.bucket(holder, "limited-" + name);
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
        stores.close();
    }

    /** A node as far as quotas are concerned. */
    private final class Node {

        final NodeMembership membership;
        final GroupCommitLedger ledger;
        final UploadTracker uploads = UploadTracker.start(RecordedJobs.jobs(), new JdbcUploadTables(stores.database));
        final QuotaService book;

        Node(String name) {
            membership = NodeMembership.join(RecordedJobs.jobs(), new JdbcNodeTable(stores.database, "test"), name);
            ledger = GroupCommitLedger.start(
                    membership.operationIds(), List.of(new JdbcLedgerTables(stores.database)), () -> {});
            book = QuotaService.start(
                    RecordedJobs.jobs(),
                    // Without a cache between calls; caching is tested with the other directories.
                    bucket -> new CachedLimitDirectory(stores.database, new CacheValidity(System::nanoTime)).of(bucket),
                    new JdbcLeaseTable(stores.database, membership::node));
        }

        /**
         * Stores an object like a request: reserves first, and ends the reservation when the counters know the object.
         */
        void write(String key, long size) {
            write(key, size, null);
        }

        void write(String key, long size, @Nullable String version) {
            Reservation reservation = reserve(key, StorageAmount.ofObject(size));
            ObjectFacts facts =
                    new ObjectFacts(size, "5d41402abc4b2a76b9719d911017c592", Instant.ofEpochSecond(1), version);
            Intent intent = ledger.begin(bucket.id(), new ObjectKey(key)).join();
            ledger.complete(intent, new WriteOutcome.Written(facts)).join();
            reservation.end(false);
        }

        Reservation reserve(String key, StorageAmount amount) {
            return reserve(new QuotaTarget.OfObject(new ObjectAddress(bucket.id(), new ObjectKey(key))), amount);
        }

        Reservation reserve(QuotaTarget target, StorageAmount amount) {
            try {
                return book.reserve(target, amount).join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof FailureException failure ? failure : e;
            }
        }

        void delete(String key) {
            Intent intent = ledger.begin(bucket.id(), new ObjectKey(key)).join();
            ledger.complete(intent, new WriteOutcome.Deleted()).join();
        }

        /** Writes if the quota allows; returns whether it did. */
        boolean tryToWrite(String key, long size) {
            try {
                write(key, size);
                return true;
            } catch (FailureException e) {
                assertThat(e.failure()).isInstanceOf(Failure.QuotaExceeded.class);
                return false;
            }
        }

        void close() {
            book.close();
            uploads.close();
            ledger.close();
            membership.close();
        }
    }

    private QuotaHolder ofTenant() {
        return new QuotaHolder.OfTenant(tenant);
    }

    private Usage usage() {
        return new JdbcObjectCounters(stores.database).of(tenant);
    }

    private void assertExceeded(Node node, String key, long size, String whose) {
        assertThatThrownBy(() -> node.write(key, size))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .isEqualTo(new Failure.QuotaExceeded(whose)));
    }

    @Test
    void twoNodesWithManyWritersFillAQuotaAndNeverExceedIt() throws Exception {
        long most = 200_000;
        quotas.put(ofTenant(), new Quota(most, null, null));
        List<Long> seen = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = IntStream.range(0, WRITERS)
                    .<Future<?>>mapToObj(writer -> clients.submit(() -> writeUntilFull(writer)))
                    .toList();
            while (writers.stream().anyMatch(writer -> !writer.isDone())) {
                seen.add(usage().storedBytes());
            }
            for (Future<?> writer : writers) {
                writer.get(120, TimeUnit.SECONDS);
            }
        }

        assertThat(seen).allMatch(bytes -> bytes <= most);
        assertThat(usage().storedBytes()).isBetween(most - 2_000, most);
        assertExceeded(a, "one more", 2_000, "tenant");
    }

    @Test
    void whatANodeHoldsCountsOnceWhileItTakesAnotherNumber() {
        quotas.put(ofTenant(), new Quota(100L, null, null));
        Reservation held = a.reserve("held", StorageAmount.ofObject(60));
        a.membership.follow(new UnavailableWrites());
        assertThatExceptionOfType(FailureException.class).isThrownBy(a.membership::beginAnew);

        a.write("more", 40);

        held.end(false);
        assertThat(usage().storedBytes()).isEqualTo(40);
    }

    private void writeUntilFull(int writer) {
        Random random = new Random(writer);
        Node node = writer % 2 == 0 ? a : b;
        int refused = 0;
        for (int i = 0; refused < 2; i++) {
            if (!node.tryToWrite("w" + writer + "-" + i, 1 + random.nextInt(2_000))) {
                refused++;
            }
        }
    }

    @Test
    void objectsOfAUserAreCountedAndADeletedOneMakesRoomOnEitherNode() {
        quotas.put(new QuotaHolder.OfUser(tenant, user), new Quota(null, 2L, null));

        a.write("1", 7);
        b.write("2", 7);

        assertExceeded(a, "3", 0, "user");
        assertExceeded(b, "3", 0, "user");
        a.delete("1");
        b.write("3", 0);
        assertThat(usage().objects()).isEqualTo(2);
    }

    @Test
    void overwritingNeedsRoomForTheDifferenceOnly() {
        quotas.put(new QuotaHolder.OfBucket(tenant, bucket.id()), new Quota(100L, 1L, null));
        a.write("k", 90);

        a.write("k", 100);
        assertExceeded(a, "k", 101, "bucket");
        a.write("k", 10);

        assertExceeded(a, "other", 1, "bucket");
        assertThat(usage()).isEqualTo(Usage.ofObjects(1, 10));
    }

    @Test
    void overwritingABucketWithVersionsNeedsRoomForAllOfIt() {
        stores.buckets.noteVersions(bucket.id());
        quotas.put(new QuotaHolder.OfBucket(tenant, bucket.id()), new Quota(100L, 1L, null));
        a.write("k", 40, "v1");

        a.write("k", 40, "v2");

        assertThat(usage()).isEqualTo(new Usage(1, 40, 0, 1, 40));
        assertExceeded(a, "k", 21, "bucket");
        a.write("k", 20, "v3");
    }

    @Test
    void partsTakeRoomUntilTheirUploadEnds() {
        quotas.put(ofTenant(), new Quota(100L, null, null));
        Upload upload = new Upload(bucket.id(), new ObjectKey("big"), new UploadId("u1"));
        part(a, upload, 1, 40);
        part(b, upload, 2, 40);
        part(b, upload, 2, 50);

        assertThat(usage()).isEqualTo(new Usage(0, 0, 90, 0, 0));
        assertExceeded(a, "small", 11, "tenant");
        assertThat(a.uploads.parts(upload))
                .isEqualTo(Map.of(new PartNumber(1), NotedPart.ofSize(40), new PartNumber(2), NotedPart.ofSize(50)));
        a.uploads.note(UploadChange.ended(upload)).join();

        assertThat(usage()).isEqualTo(Usage.NOTHING);
        b.write("small", 100);
    }

    @Test
    void uploadEndsByNoOtherKeyThanItsOwn() {
        Upload upload = new Upload(bucket.id(), new ObjectKey("big"), new UploadId("of-big"));
        Upload mistaken = new Upload(bucket.id(), new ObjectKey("another"), upload.id());
        part(a, upload, 1, 40);
        a.uploads.note(UploadChange.ended(mistaken)).join();
        assertThat(usage()).isEqualTo(new Usage(0, 0, 40, 0, 0));

        JdbcUploadTables tables = new JdbcUploadTables(stores.database);
        tables.apply(List.of(
                UploadChange.ended(mistaken),
                UploadChange.stored(upload, Map.of(new PartNumber(2), NotedPart.ofSize(50)))));
        assertThat(usage()).isEqualTo(new Usage(0, 0, 90, 0, 0));
        assertThat(stores.database.all("SELECT key FROM upload WHERE upload_id = 'of-big'", row -> row.getString(1)))
                .containsExactly("big");

        a.uploads.note(UploadChange.ended(upload)).join();
        assertThat(usage()).isEqualTo(Usage.NOTHING);
    }

    private void part(Node node, Upload upload, int number, long size) {
        Reservation reservation =
                node.reserve(new QuotaTarget.OfPart(upload, new PartNumber(number)), StorageAmount.ofPart(size));
        node.uploads
                .note(UploadChange.stored(upload, Map.of(new PartNumber(number), NotedPart.ofSize(size))))
                .join();
        reservation.end(false);
    }

    @Test
    void quotaThatIsLoweredRaisedOrRemovedCountsAtTheNextWrite() {
        a.write("k", 50);
        quotas.put(ofTenant(), new Quota(10L, null, null));
        assertExceeded(a, "l", 1, "tenant");

        quotas.put(ofTenant(), new Quota(60L, null, null));
        a.write("l", 10);
        assertExceeded(b, "m", 1, "tenant");

        assertThat(quotas.remove(ofTenant())).isTrue();
        assertThat(quotas.remove(ofTenant())).isFalse();
        b.write("m", 1_000);
    }

    @Test
    void roomOfANodeThatIsGoneIsFree() {
        quotas.put(ofTenant(), new Quota(100L, null, null));
        Node dead = new Node("dead-" + NAMES.incrementAndGet());
        Reservation lost = dead.reserve("k", StorageAmount.ofObject(80));
        assertThat(lost.isNone()).isFalse();
        assertExceeded(a, "k", 30, "tenant");

        stores.database.update(
                "UPDATE node SET lease_until = now() - interval '1 hour' WHERE id = ?", dead.membership.node());

        a.write("k", 30);
        dead.close();
    }

    @Test
    void roomThatANodeDoesNotNeedIsThereForAnother() {
        quotas.put(ofTenant(), new Quota(1_000_000L, null, null));
        a.write("k", 1);

        // A hundredth of the rest is still leased to the first node, which returns it while the second waits.
        b.write("l", 999_999);

        assertThat(usage().storedBytes()).isEqualTo(1_000_000);
    }

    @Test
    void bucketsAreCountedOfTenantAndUserEvenIfManyAreMadeAtOnce() throws Exception {
        quotas.put(ofTenant(), new Quota(null, null, 5L));
        AtomicInteger made = new AtomicInteger();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> makers = IntStream.range(0, 12)
                    .<Future<?>>mapToObj(i -> clients.submit(() -> make(i + "-many-" + tenant.value(), made)))
                    .toList();
            for (Future<?> maker : makers) {
                maker.get(120, TimeUnit.SECONDS);
            }
        }
        assertThat(made).hasValue(4);

        quotas.put(ofTenant(), new Quota(null, null, 100L));
        quotas.put(new QuotaHolder.OfUser(tenant, user), new Quota(null, null, 5L));
        assertThatThrownBy(() -> stores.bucket(holder, "another"))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .isEqualTo(new Failure.TooManyBuckets("user")));
    }

    private void make(String name, AtomicInteger made) {
        try {
            stores.buckets.claim(tenant, user, stores.platform.id(), new BucketName(name), "default");
            made.incrementAndGet();
        } catch (FailureException e) {
            assertThat(e.failure()).isEqualTo(new Failure.TooManyBuckets("tenant"));
        }
    }

    @Test
    void quotasOfATenantAreListedWithTheNamesOfTheirHolders() {
        quotas.put(ofTenant(), new Quota(1L, 2L, 3L));
        quotas.put(new QuotaHolder.OfUser(tenant, user), new Quota(4L, null, null));
        quotas.put(new QuotaHolder.OfBucket(tenant, bucket.id()), new Quota(null, 5L, null));

        List<QuotaStore.Named> listed = listed(null);

        assertThat(listed)
                .extracting(QuotaStore.Named::quota)
                .containsExactly(new Quota(1L, 2L, 3L), new Quota(4L, null, null), new Quota(null, 5L, null));
        assertThat(listed)
                .extracting(QuotaStore.Named::user)
                .containsExactly(null, holder.tenant().name(), null);
        assertThat(listed)
                .extracting(QuotaStore.Named::bucket)
                .containsExactly(null, null, bucket.name().value());
        long first = listed.getFirst().id();
        assertThat(listed(new PagePosition(first, first))).containsExactlyElementsOf(listed.subList(1, 3));
        assertThat(quotas.find(new QuotaHolder.OfUser(tenant, user))).hasValue(new Quota(4L, null, null));
        stores.delete(bucket);
        assertThat(listed(null)).hasSize(2);
    }

    private List<QuotaStore.Named> listed(@Nullable PagePosition after) {
        ListQuery query =
                new ListQuery(new ListFilter.All(List.of()), AdminList.QUOTAS.defaultOrder(), after, 10, false);
        return new JdbcListReader(stores.database).quotas(tenant, query).items();
    }
}
