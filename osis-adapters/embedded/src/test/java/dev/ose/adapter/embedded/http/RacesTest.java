package dev.ose.adapter.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.embedded.PlatformFixture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import software.amazon.awssdk.services.s3.model.S3Exception;

class RacesTest {

    private static final int THREADS = 50;

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = PLATFORM.newBucket();

    @Test
    void exactlyOneOfManyCreatorsWins() throws Exception {
        List<Integer> statuses = race(i -> () -> {
            s3.putObject(request -> request.bucket(bucket).key("k").ifNoneMatch("*"), RequestBody.fromString("w" + i));
            return i;
        });

        List<Integer> winners = statuses.stream().filter(status -> status < 400).toList();
        assertThat(winners).hasSize(1);
        assertThat(statuses)
                .filteredOn(status -> status >= 400)
                .hasSize(THREADS - 1)
                .containsOnly(412);
        assertThat(s3.getObjectAsBytes(request -> request.bucket(bucket).key("k"))
                        .asUtf8String())
                .isEqualTo("w" + winners.getFirst());
    }

    @Test
    void exactlyOneOfManyUpdatersWins() throws Exception {
        String etag = s3.putObject(request -> request.bucket(bucket).key("k"), RequestBody.fromString("old"))
                .eTag();

        List<Integer> statuses = race(i -> () -> {
            s3.putObject(request -> request.bucket(bucket).key("k").ifMatch(etag), RequestBody.fromString("w" + i));
            return i;
        });

        assertThat(statuses).filteredOn(status -> status < 400).hasSize(1);
    }

    @Test
    void concurrentVersionsAllStayAndOneIsLatest() throws Exception {
        s3.putBucketVersioning(request -> request.bucket(bucket)
                .versioningConfiguration(versioning -> versioning.status(BucketVersioningStatus.ENABLED)));

        race(i -> () -> {
            if (i % 5 == 0) {
                s3.deleteObject(request -> request.bucket(bucket).key("k"));
            } else {
                s3.putObject(request -> request.bucket(bucket).key("k"), RequestBody.fromString("v" + i));
            }
            return i;
        });

        var listed = s3.listObjectVersions(request -> request.bucket(bucket));
        assertThat(listed.versions().size() + listed.deleteMarkers().size()).isEqualTo(THREADS);
        long latest = listed.versions().stream().filter(ObjectVersion::isLatest).count()
                + listed.deleteMarkers().stream()
                        .filter(marker -> marker.isLatest())
                        .count();
        assertThat(latest).isEqualTo(1);
    }

    @Test
    void readersOfAnOverwrittenObjectSeeOneWhole() throws Exception {
        s3.putObject(request -> request.bucket(bucket).key("k"), RequestBody.fromBytes(filled(0)));

        List<Integer> statuses = race(i -> () -> {
            if (i % 3 == 0) {
                s3.putObject(request -> request.bucket(bucket).key("k"), RequestBody.fromBytes(filled(i)));
                return 0;
            }
            byte[] got = s3.getObjectAsBytes(request -> request.bucket(bucket).key("k"))
                    .asByteArray();
            assertThat(got).containsOnly(got[0]).hasSize(300_000);
            return 0;
        });

        assertThat(statuses).containsOnly(0);
    }

    private static byte[] filled(int value) {
        byte[] bytes = new byte[300_000];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    /** The result of each task: its value, or the status of its failure. */
    private static List<Integer> race(IntFunction<Callable<Integer>> tasks) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<Integer>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Callable<Integer> task = tasks.apply(i);
                all.add(() -> {
                    try {
                        return task.call();
                    } catch (S3Exception e) {
                        return e.statusCode();
                    }
                });
            }
            for (Future<Integer> done : threads.invokeAll(all)) {
                statuses.add(done.get());
            }
        }
        return statuses;
    }
}
