package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.client.FoundPage;
import dev.ose.client.ObjectsApi;
import dev.ose.client.Usage;
import dev.ose.client.UsageApi;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Twenty writers, two nodes, one PostgreSQL, one platform, all killed at random: finally OSE's rows equal the
 * platform's content, the counters equal the rows, including parts of open uploads, and every acknowledged write
 * exists.
 *
 * <p>A short run is part of each build. {@code -Dose.consistency.seconds=300} runs for that long and then waits for the
 * real end of held marks, instead of moving it forward; {@code -Dose.consistency.seed} repeats the order of kills and
 * the writers' choices, but not their interleaving.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConsistencyContract {

    private static final int SECONDS = Integer.getInteger("ose.consistency.seconds", 0);
    private static final int WRITERS = 20;
    private static final int KEYS_OF_A_BUCKET = 250;
    private static final int FEW_KEYS = 5;
    private static final int ENOUGH = 600;
    private static final int SOME = 60;

    /** A write of unknown outcome is waited for, for eleven minutes where time is not put forward. */
    private static final Duration LIMIT = Duration.ofMinutes(SECONDS == 0 ? 3 : 15);

    private final long seed = Long.getLong("ose.consistency.seed", System.nanoTime());

    private ChaosCluster cluster;

    /** The target of a kill. */
    private enum Blow {
        NODE,
        DATABASE,
        PLATFORM,
        NODE_WITHOUT_DATABASE
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        System.out.println("the order of strikes is that of -Dose.consistency.seed=" + seed);
        cluster = ChaosCluster.start(folder, platform(folder));
    }

    /** The platform, empty; files that it needs go into the folder. */
    abstract ShakenPlatform platform(Path folder);

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** Each key is written through both nodes at once, many times over. */
    @Test
    void nodesThatWriteToTheSameKeysAgreeWithThePlatform() {
        List<String> buckets = makeBuckets("few");
        RandomWrites writes = new RandomWrites(cluster::anyTarget, buckets, FEW_KEYS, seed);

        begin(writes);
        writes.awaitAcknowledged(ENOUGH);

        assertConsistent(writes, buckets);
    }

    @Test
    void acknowledgedWritesRowsAndCountersOutliveWhateverDies() {
        List<String> buckets = makeBuckets("many");
        RandomWrites writes = new RandomWrites(cluster::anyTarget, buckets, KEYS_OF_A_BUCKET, seed);
        Random random = new Random(seed);

        begin(writes);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        do {
            List<Blow> blows = new ArrayList<>(Arrays.asList(Blow.values()));
            Collections.shuffle(blows, random);
            for (Blow blow : blows) {
                writes.awaitAcknowledged(SOME);
                strike(blow, random.nextInt(cluster.size()), writes);
                report(blow + " is over", writes);
            }
        } while (System.nanoTime() - end < 0);
        writes.awaitAcknowledged(SOME);

        assertConsistent(writes, buckets);
    }

    private void begin(RandomWrites writes) {
        writes.makeSources(cluster.target(0));
        writes.start(WRITERS);
    }

    private static void report(String what, RandomWrites writes) {
        KeyHistories histories = writes.histories();
        System.out.printf(
                "%d s: %s; %d of %d writes were acknowledged%n",
                TimeUnit.NANOSECONDS.toSeconds(histories.now()), what, histories.acknowledged(), histories.all());
    }

    private void strike(Blow blow, int node, RandomWrites writes) {
        switch (blow) {
            case NODE -> {
                cluster.killNode(node);
                writes.awaitAcknowledged(SOME);
                cluster.startNode(node);
            }
            case DATABASE -> {
                cluster.stopDatabaseAtOnce();
                writes.awaitAcknowledged(SOME);
                cluster.startDatabase();
            }
            case PLATFORM -> {
                cluster.platform().strike(writes);
                cluster.platform().recover();
            }
            case NODE_WITHOUT_DATABASE -> {
                cluster.stopDatabaseAtOnce();
                writes.awaitAcknowledged(SOME);
                cluster.killNode(node);
                cluster.startDatabase();
                cluster.startNode(node);
            }
        }
    }

    private List<String> makeBuckets(String name) {
        List<String> buckets = List.of(name + "-plain", name + "-versioned");
        for (String bucket : buckets) {
            Wire.send(cluster.target(0), SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        }
        String document = "<VersioningConfiguration"
                + " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Status>Enabled</Status></VersioningConfiguration>";
        Wire.send(
                        cluster.target(0),
                        SignedRequest.of("PUT", '/' + buckets.getLast() + "?versioning=")
                                .body(document))
                .assertStatus(200);
        return buckets;
    }

    private void assertConsistent(RandomWrites writes, List<String> buckets) {
        writes.end();
        report("the writers have ended", writes);
        for (int node = 0; node < cluster.size(); node++) {
            writes.readAll(cluster.target(node));
        }
        assertThat(writes.histories().contradictions()).isEmpty();
        assertThat(writes.surprises()).isEmpty();
        Ports.await("the end of all doubts", LIMIT, () -> {
            if (SECONDS == 0) {
                cluster.outlastHolds();
            }
            return cluster.isAtRest();
        });
        for (String bucket : buckets) {
            Listing listed = Listing.of(cluster.target(0), bucket);
            assertThat(rows(bucket)).as(bucket).isEqualTo(listed.entries());
            Usage usage = cluster.admin().ask(UsageApi.getBucketUsage(cluster.tenant(), bucket));
            assertThat(usage.objects()).isEqualTo(listed.entries().size());
            assertThat(usage.storedBytes()).isEqualTo(listed.sizeBytes());
            Listing.Versions versions = Listing.Versions.of(cluster.target(0), bucket);
            assertThat(usage.olderVersions())
                    .as("older versions of %s", bucket)
                    .isEqualTo(versions.count() - listed.entries().size());
            assertThat(usage.olderBytes()).isEqualTo(versions.sizeBytes() - listed.sizeBytes());
            assertThat(usage.partBytes())
                    .as("parts of %s", bucket)
                    .isEqualTo(Listing.partBytes(cluster.target(0), bucket));
        }
        report("the platform, rows and counters agree", writes);
    }

    /** The rows that OSE has of a bucket, in the order of their keys. */
    private List<Listing.Entry> rows(String bucket) {
        List<Listing.Entry> rows = new ArrayList<>();
        ObjectsApi.FindObjects search =
                ObjectsApi.findObjects(cluster.tenant()).limit(1000).filter("bucket==" + bucket);
        @Nullable String after = "";
        while (after != null) {
            FoundPage page = cluster.admin().ask(search.after(after));
            page.items().forEach(item -> rows.add(new Listing.Entry(item.key(), item.size(), item.etag())));
            after = page.next();
        }
        return rows;
    }
}
