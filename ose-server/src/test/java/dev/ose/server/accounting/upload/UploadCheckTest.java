package dev.ose.server.accounting.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UploadCheckTest {

    private final RecordedJobs recorded = new RecordedJobs();

    private String next() throws InterruptedException {
        return switch (recorded.events().poll(30, TimeUnit.SECONDS)) {
            case OperatorEvent.JobFailing it ->
                name(it.job()) + ": " + it.cause().getMessage();
            case OperatorEvent.JobRecovered it -> name(it.job()) + " again";
            case null, default -> "nothing";
        };
    }

    private static String name(String job) {
        return job.equals("upload-check") ? "claims" : "answers";
    }

    /** Each pass fails twice, then claims follow whose answers cannot be written at first. */
    @Test
    void eachRunOfFailuresIsToldOnceWithItsCause() throws InterruptedException {
        AtomicInteger claims = new AtomicInteger();
        AtomicInteger answers = new AtomicInteger();
        UploadQueue queue = new UploadQueue() {
            @Override
            public List<Claim> claim(int limit) {
                if (claims.incrementAndGet() <= 2) {
                    throw new IllegalStateException("away " + claims.get());
                }
                return answers.get() < 3 ? List.of(new Claim(upload(), 0, false)) : List.of();
            }

            @Override
            public boolean settle(Claim claim, Optional<Map<PartNumber, Long>> partBytes) {
                if (answers.incrementAndGet() <= 2) {
                    throw new IllegalStateException("unwritten " + answers.get());
                }
                return true;
            }

            @Override
            public void postpone(Claim claim, boolean isRefused) {
                // Stays as it is.
            }

            @Override
            public int askFor(BucketId bucket) {
                return 0;
            }

            @Override
            public int askFor(List<Upload> uploads) {
                return 0;
            }

            @Override
            public int adopt(List<Upload> listed) {
                return 0;
            }
        };
        UploadProbe probe = new UploadProbe() {
            @Override
            public Optional<Map<PartNumber, Long>> parts(Upload upload) {
                return Optional.empty();
            }

            @Override
            public Object endpoint(BucketId bucket) {
                return bucket;
            }
        };

        UploadCheck check = UploadCheck.start(recorded.make(), queue, probe);
        try (check) {
            assertThat(next()).isEqualTo("claims: away 1");
            assertThat(List.of(next(), next(), next()))
                    .containsExactlyInAnyOrder("claims again", "answers: unwritten 1", "answers again");
        }
        assertThat(recorded.events()).isEmpty();
    }

    private static Upload upload() {
        return new Upload(new BucketId(1), new ObjectKey("k"), new UploadId("u"));
    }
}
