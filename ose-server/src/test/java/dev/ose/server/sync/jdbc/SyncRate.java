package dev.ose.server.sync.jdbc;

import dev.ose.server.accounting.jdbc.JdbcUploadQueue;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcOlderVersions;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.client.S3PlatformListing;
import dev.ose.server.platform.client.TestQuestions;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.sync.RowListing;
import dev.ose.server.sync.SyncRun;
import dev.ose.server.sync.SyncRunner;
import dev.ose.server.sync.SyncSchedule;
import dev.ose.server.sync.UploadComparison;
import dev.ose.server.sync.UploadListing;
import dev.ose.testkit.PostgresServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the rate of a sync run against a platform on loopback that lists as many objects as the argument states;
 * every hundredth has no row.
 */
final class SyncRate {

    private static final int PAGE = 1_000;
    private static final int MISSING_EVERY = 100;
    private static final int KEY_DIGITS = 10;
    private static final long FIRST_PADDED = 10_000_000_000L;
    private static final String FACTS = "<LastModified>2026-01-01T00:00:00.000Z</LastModified>"
            + "<ETag>&quot;9dd4e461268c8034f5c8564e155c67a6&quot;</ETag>"
            + "<Size>7</Size><StorageClass>STANDARD</StorageClass>";
    private static final Pattern MARKER = Pattern.compile("marker=key%2F(\\d+)");
    private static final SyncSchedule NEVER = new SyncSchedule(Duration.ZERO, List.of(), 0);

    private SyncRate() {}

    public static void main(String[] arguments) throws IOException {
        int objects = Integer.parseInt(arguments[0]);
        try (PostgresServer server = PostgresServer.start();
                StoreFixture stores = new StoreFixture(server.createMigrated());
                ScriptedPlatform platform = lister(objects);
                TestQuestions questions = new TestQuestions()) {
            Bucket bucket = stores.bucket(stores.holder("rate"), "rate");
            fill(stores.database, bucket.id(), objects);
            Platform known = TestQuestions.known(platform);
            BucketOwner owner = TestQuestions.owner();
            S3PlatformListing listing = new S3PlatformListing(_ -> Optional.of(owner), questions.client(known));
            JdbcSyncRuns runs = new JdbcSyncRuns(stores.database);
            runs.request(bucket.tenant(), bucket.id());
            long begun = System.nanoTime();
            try (SyncRunner runner = SyncRunner.start(
                    RecordedJobs.jobs(),
                    new SyncRunner.Sources(
                            runs,
                            listing,
                            RowListing.of(new JdbcObjectIndex(stores.database), new JdbcOlderVersions(stores.database)),
                            new UploadComparison(
                                    (where, after) -> Optional.of(new UploadListing.Page(List.of(), null)),
                                    new JdbcUploadQueue(stores.database))),
                    NEVER,
                    PAGE,
                    () -> {})) {
                while (state(runs, bucket) != SyncRun.State.DONE) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                }
                double seconds = (System.nanoTime() - begun) / 1e9;
                System.out.printf(
                        Locale.ROOT,
                        "%d objects compared in %.1f s, %d differ: %.0f objects/s%n",
                        runner.listed(),
                        seconds,
                        runner.different(),
                        runner.listed() / seconds);
            }
        }
    }

    private static SyncRun.State state(JdbcSyncRuns runs, Bucket bucket) {
        return runs.history(bucket.tenant(), bucket.id(), 1).getFirst().state();
    }

    private static void fill(Database database, BucketId bucket, int objects) {
        for (int from = 0; from < objects; from += 100 * PAGE) {
            database.update(
                    "INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)"
                            + " SELECT ?, 'key/' || lpad(n::text, 10, '0'), 7, timestamptz '2026-01-01 00:00:00Z',"
                            + " decode(md5('x'), 'hex') FROM generate_series(?, ?) n WHERE n % ? <> 0",
                    bucket, from, Math.min(objects, from + 100 * PAGE) - 1, MISSING_EVERY);
        }
    }

    private static ScriptedPlatform lister(int objects) throws IOException {
        return new ScriptedPlatform(request -> {
            Matcher marker = MARKER.matcher(request.line());
            int from = marker.find() ? Integer.parseInt(marker.group(1)) + 1 : 0;
            int end = Math.min(objects, from + PAGE);
            StringBuilder body = new StringBuilder(250 * PAGE)
                    .append("<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>")
                    .append(end < objects)
                    .append("</IsTruncated>");
            for (int n = from; n < end; n++) {
                // Padded by hand: a formatter would take as long as the measured comparison.
                body.append("<Contents><Key>key%2F")
                        .append(Long.toString(FIRST_PADDED + n), 1, KEY_DIGITS + 1)
                        .append("</Key>" + FACTS + "</Contents>");
            }
            body.append("</ListBucketResult>");
            return request.answer("200 OK", "", body.toString().getBytes(StandardCharsets.UTF_8));
        });
    }
}
