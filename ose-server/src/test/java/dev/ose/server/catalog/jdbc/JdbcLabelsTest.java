package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.label.BucketLabels.Status;
import dev.ose.server.catalog.label.DueLabels;
import dev.ose.server.catalog.label.LabelState;
import dev.ose.server.catalog.label.Labels;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.testkit.PostgresFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Labels and their queue on the real database. */
class JdbcLabelsTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    private static final Labels RED =
            new Labels.Collector().contentType("image/png").tag("colour", "red").labels();
    private static final Labels BLUE = new Labels.Collector()
            .contentType("image/png")
            .tag("colour", "blue")
            .labels();

    private static StoreFixture stores;
    private static StoreFixture.Holder holder;
    private static JdbcLabelQueue queue;
    private static JdbcBucketLabels labels;
    private Bucket bucket;

    @BeforeAll
    static void open() {
        stores = new StoreFixture(postgres.database());
        holder = stores.holder("labeller");
        queue = new JdbcLabelQueue(stores.database);
        labels = new JdbcBucketLabels(stores.database);
    }

    @AfterAll
    static void close() {
        stores.close();
    }

    @BeforeEach
    void make(TestInfo test) {
        for (String table : List.of("label_due", "labelled_bucket", "object_label", "object_label_value")) {
            stores.database.update("DELETE FROM " + table);
        }
        String name = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
        bucket = stores.bucket(holder, name.substring(0, Math.min(60, name.length())));
    }

    @Test
    void changesAreNotedWhereLabelsAreKeptAndNowhereElse() {
        Bucket other = stores.bucket(holder, "kept-of-none");
        keep(bucket);

        write(bucket, "a");
        write(other, "b");
        delete(bucket, "a");
        delete(bucket, "never-was");
        queue.note(address(bucket, "tagged"));
        queue.note(address(other, "tagged"));

        assertThat(claimed()).containsExactlyInAnyOrder(address(bucket, "a"), address(bucket, "tagged"));
    }

    @Test
    void whatThePlatformSaidIsKeptUnlessTheObjectChangedMeanwhile() {
        keep(bucket);
        write(bucket, "a");
        DueLabels first = claim();
        write(bucket, "a");

        assertThat(queue.settle(first, Optional.of(RED))).isFalse();
        assertThat(rows("object_label")).isZero();
        assertThat(queue.settle(claim(), Optional.of(RED))).isTrue();
        assertThat(rows("object_label_value")).isEqualTo(2);
        assertThat(rows("label_due")).isZero();
        assertThat(queue.settle(first, Optional.of(BLUE)))
                .as("an answer of an earlier life")
                .isFalse();

        queue.note(address(bucket, "a"));
        assertThat(queue.settle(claim(), Optional.of(BLUE))).isTrue();
        assertThat(values()).isEqualTo(Set.copyOf(LabelCodec.hashes(BLUE)));

        delete(bucket, "a");
        assertThat(queue.settle(claim(), Optional.empty())).isTrue();
        assertThat(rows("object_label")).isZero();
        assertThat(rows("object_label_value")).isZero();
    }

    @Test
    void claimsAreSharedOutAmongBucketsAndGivenToOneAlone() {
        Bucket small = stores.bucket(holder, "small-one");
        keep(bucket);
        keep(small);
        for (int i = 0; i < 100; i++) {
            write(bucket, "many/" + i);
        }
        write(small, "few");

        List<DueLabels> some = queue.claim(10);
        List<DueLabels> more = new JdbcLabelQueue(stores.database).claim(10);

        assertThat(some).hasSize(6).extracting(DueLabels::address).contains(address(small, "few"));
        assertThat(more).hasSize(10).doesNotContainAnyElementsOf(some);
    }

    @Test
    void whatIsNotToldIsAskedForLaterAndUnknownOnceItIsRefused() {
        keep(bucket);
        write(bucket, "a");
        DueLabels due = claim();
        queue.postpone(due);
        assertThat(queue.claim(10)).isEmpty();
        hasten();
        assertThat(queue.settle(claim(), Optional.of(RED))).isTrue();

        write(bucket, "a");
        queue.refuse(claim());
        assertThat(rows("object_label")).as("of what it was before").isZero();
        assertThat(rows("object_label_value")).isZero();
        for (int i = 1; i < 12; i++) {
            assertThat(queue.claim(10)).as("refused %d times", i).isEmpty();
            hasten();
            queue.refuse(claim());
        }
        assertThat(stores.database.first(
                        "SELECT due_at - now() BETWEEN interval '17 hours' AND interval '31 hours' FROM label_due",
                        row -> row.getBoolean(1)))
                .as("about once a day")
                .contains(true);
        hasten();
        assertThat(queue.settle(claim(), Optional.of(BLUE))).as("not for good").isTrue();
    }

    @Test
    void refusalOfWhatChangedMeanwhileLeavesItsLabels() {
        keep(bucket);
        write(bucket, "a");
        queue.settle(claim(), Optional.of(RED));
        write(bucket, "a");
        DueLabels due = claim();
        write(bucket, "a");

        queue.refuse(due);

        assertThat(rows("object_label")).isOne();
        assertThat(claimed()).containsExactly(address(bucket, "a"));
    }

    @Test
    void bucketOfWhichTooManyAreRefusedIsFilledNoFurther() {
        write(bucket, "a");
        keep(bucket);
        age();
        stores.database.update("""
                INSERT INTO label_due (bucket_id, key, refusals, due_at)
                SELECT ?, 'refused/' || n, 6, now() + interval '1 day' FROM generate_series(1, 100000) n
                """, bucket.id());

        assertThat(labels.work()).isFalse();
        stores.database.update("DELETE FROM label_due WHERE key = 'refused/1'");
        assertThat(labels.work()).isTrue();
    }

    @Test
    void refusedObjectIsAskedForSoonOnceItChanged() {
        keep(bucket);
        write(bucket, "a");
        queue.refuse(claim());
        write(bucket, "a");

        assertThat(stores.database.first(
                        "SELECT due_at < now() + interval '11 seconds' FROM label_due", row -> row.getBoolean(1)))
                .contains(true);
    }

    @Test
    void whatMayStillChangeIsAskedForOnceMoreWhateverComesBetween() {
        keep(bucket);
        queue.noteUnsure(address(bucket, "a"));
        DueLabels first = claim();
        assertThat(queue.settle(first, Optional.of(RED))).isTrue();
        assertThat(rows("object_label")).isOne();
        assertThat(queue.settle(first, Optional.of(RED))).as("twice").isFalse();
        assertThat(queue.claim(10)).isEmpty();
        queue.note(address(bucket, "a"));
        assertThat(queue.settle(claim(), Optional.of(RED))).isTrue();

        assertThat(stores.database.first(
                        "SELECT due_at > now() + interval '11 minutes' FROM label_due", row -> row.getBoolean(1)))
                .contains(true);
        stores.database.update("UPDATE label_due SET due_at = now(), hold_until = now()");
        assertThat(queue.settle(claim(), Optional.of(BLUE))).isTrue();
        assertThat(rows("label_due")).isZero();
        assertThat(values()).isEqualTo(Set.copyOf(LabelCodec.hashes(BLUE)));
    }

    @Test
    void putBackIsDueSoon() {
        keep(bucket);
        write(bucket, "a");
        queue.putBack(List.of(claim()));

        assertThat(stores.database.first(
                        "SELECT due_at < now() + interval '3 seconds' FROM label_due", row -> row.getBoolean(1)))
                .contains(true);
    }

    @Test
    void objectsThatWereThereAreQueuedInStepsWhereverTheyAre() {
        Map<ObjectAddress, ObjectFacts> objects = new HashMap<>();
        for (int i = 0; i < 1_700; i++) {
            objects.put(address(bucket, "k" + i), new ObjectFacts(i, "e" + i, TIME.plusSeconds(i), null));
        }
        stores.write(objects);
        CompactionFixture.until(stores.database, bucket.id(), TIME.plusSeconds(900));
        labels.keep(bucket.tenant(), bucket.id());
        assertThat(labels.work())
                .as("before transactions that did not see it have ended")
                .isFalse();
        age();

        assertThat(labels.work()).isTrue();
        assertThat(status()).isEqualTo(new Status(LabelState.FILLING, 500, 500));
        assertThat(labels.work()).isTrue();
        assertThat(labels.work()).as("as long as so many wait").isFalse();

        Set<ObjectAddress> asked = new HashSet<>();
        for (int round = 0; round < 100 && status().state() == LabelState.FILLING; round++) {
            while (!labels.work() && status().waiting() > 0) {
                settleAll(asked);
            }
            // If enabled again, filling continues from its position.
            labels.keep(bucket.tenant(), bucket.id());
        }
        settleAll(asked);

        assertThat(asked).isEqualTo(objects.keySet());
        assertThat(status()).isEqualTo(new Status(LabelState.FILLED, 1_700, 0));
    }

    @Test
    void fillingGivesWayToWritesOfItsObjects() {
        write(bucket, "a");
        labels.keep(bucket.tenant(), bucket.id());
        age();

        stores.database.transact(connection -> {
            ObjectSql sql = new ObjectSql(connection);
            sql.deleteRows(List.of(address(bucket, "a")));
            sql.execute();
            assertThatThrownBy(labels::work).isInstanceOf(FailureException.class);
            return bucket;
        });
        write(bucket, "b");

        assertThat(labels.work()).isTrue();
        assertThat(status().state()).isEqualTo(LabelState.FILLED);
        assertThat(claimed()).containsExactlyInAnyOrder(address(bucket, "a"), address(bucket, "b"));
    }

    @Test
    void fillingAsksAtOnceForWhatWasRefused() {
        keep(bucket);
        write(bucket, "a");
        DueLabels old = claim();
        queue.refuse(old);
        age();

        assertThat(labels.work()).isTrue();

        assertThat(queue.settle(old, Optional.of(RED)))
                .as("an answer from before")
                .isFalse();
        assertThat(stores.database.first("SELECT attempts + refusals FROM label_due", row -> row.getInt(1)))
                .contains(0);
        assertThat(claimed()).containsExactly(address(bucket, "a"));
    }

    @Test
    void nodesThatFillTheSameBucketQueueEachObjectOnce() throws InterruptedException {
        Map<ObjectAddress, ObjectFacts> objects = new HashMap<>();
        for (int i = 0; i < 900; i++) {
            objects.put(address(bucket, "k" + i), new ObjectFacts(i, "e" + i, TIME, null));
        }
        stores.write(objects);
        labels.keep(bucket.tenant(), bucket.id());
        age();

        List<Thread> nodes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            nodes.add(Thread.ofVirtual().start(() -> {
                for (int step = 0; step < 20 && status().state() == LabelState.FILLING; step++) {
                    labels.work();
                }
            }));
        }
        for (Thread each : nodes) {
            each.join();
        }

        assertThat(status()).isEqualTo(new Status(LabelState.FILLED, 900, 900));
    }

    @Test
    void dropForgetsEverythingInTimeAndMayBeTakenBack() {
        write(bucket, "a");
        keep(bucket);
        queue.note(address(bucket, "a"));
        queue.settle(claim(), Optional.of(RED));
        queue.note(address(bucket, "a"));
        DueLabels late = claim();

        labels.drop(bucket.tenant(), bucket.id());
        write(bucket, "b");

        assertThat(queue.claim(10)).isEmpty();
        assertThat(queue.settle(late, Optional.of(BLUE))).isTrue();
        assertThat(rows("object_label")).as("of an answer that came too late").isZero();
        assertThat(labels.work()).isFalse();
        age();
        for (int i = 0; i < 10 && labels.work(); i++) {
            assertThat(status().state()).isIn(LabelState.REMOVING, LabelState.OFF);
        }
        assertThat(status()).isEqualTo(new Status(LabelState.OFF, 0, 0));

        labels.keep(bucket.tenant(), bucket.id());
        labels.drop(bucket.tenant(), bucket.id());
        labels.keep(bucket.tenant(), bucket.id());
        assertThat(status().state()).isEqualTo(LabelState.FILLING);
    }

    @Test
    void labelsThatAreWantedAgainWhileTheyGoAreFoundAgain() {
        write(bucket, "a");
        keep(bucket);
        queue.note(address(bucket, "a"));
        queue.settle(claim(), Optional.of(RED));
        labels.drop(bucket.tenant(), bucket.id());
        age();

        assertThat(labels.work()).isTrue();
        labels.keep(bucket.tenant(), bucket.id());
        age();
        assertThat(labels.work()).isTrue();
        assertThat(queue.settle(claim(), Optional.of(RED))).isTrue();

        assertThat(rows("object_label")).isOne();
        assertThat(values()).isEqualTo(Set.copyOf(LabelCodec.hashes(RED)));
    }

    @Test
    void otherTenantsBucketsAreLeftAlone() {
        StoreFixture.Holder stranger = stores.holder("label-stranger");

        labels.keep(stranger.tenant().id(), bucket.id());
        assertThat(rows("labelled_bucket")).isZero();
        labels.keep(bucket.tenant(), bucket.id());
        labels.drop(stranger.tenant().id(), bucket.id());

        assertThat(status().state()).isEqualTo(LabelState.FILLING);
        assertThat(labels.status(stranger.tenant().id(), bucket.id()).state()).isEqualTo(LabelState.OFF);
    }

    @Test
    void bucketThatIsGoneLeavesNoLabels() {
        keep(bucket);
        write(bucket, "a");
        queue.settle(claim(), Optional.of(RED));
        write(bucket, "b");

        stores.delete(bucket);
        new DeletedBucketRows(stores.database).forget(bucket.id());

        for (String table : List.of("labelled_bucket", "label_due", "object_label", "object_label_value")) {
            assertThat(rows(table)).as(table).isZero();
        }
    }

    private static void keep(Bucket which) {
        labels.keep(which.tenant(), which.id());
    }

    private Status status() {
        return labels.status(bucket.tenant(), bucket.id());
    }

    /** Makes some time pass. */
    private static void age() {
        stores.database.update("UPDATE labelled_bucket SET changed_at = changed_at - interval '1 minute'");
    }

    private static void hasten() {
        stores.database.update("UPDATE label_due SET due_at = now()");
    }

    private static DueLabels claim() {
        List<DueLabels> claimed = queue.claim(10);
        assertThat(claimed).hasSize(1);
        return claimed.getFirst();
    }

    private static List<ObjectAddress> claimed() {
        return queue.claim(10).stream().map(DueLabels::address).toList();
    }

    private static void settleAll(Set<ObjectAddress> asked) {
        for (List<DueLabels> some = queue.claim(100); !some.isEmpty(); some = queue.claim(100)) {
            for (DueLabels each : new ArrayList<>(some)) {
                asked.add(each.address());
                queue.settle(each, Optional.of(Labels.NONE));
            }
        }
    }

    private static int rows(String table) {
        return stores.database
                .first("SELECT count(*) FROM " + table, row -> row.getInt(1))
                .orElseThrow();
    }

    private static Set<Long> values() {
        return Set.copyOf(stores.database.all("SELECT hash FROM object_label_value", row -> row.getLong(1)));
    }

    private static ObjectAddress address(Bucket of, String key) {
        return new ObjectAddress(of.id(), new ObjectKey(key));
    }

    private static void write(Bucket to, String key) {
        stores.write(Map.of(address(to, key), new ObjectFacts(1, "e", TIME, null)));
    }

    private static void delete(Bucket from, String key) {
        stores.database.transact(connection -> {
            ObjectSql sql = new ObjectSql(connection);
            sql.deleteRows(List.of(address(from, key)));
            sql.execute();
            return key;
        });
    }
}
