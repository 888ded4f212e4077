package dev.ose.server.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.upstream.ScriptedPlatform;
import dev.ose.server.upstream.TestQuestions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UploadCheckTest {

    private static final BucketId GONE = new BucketId(2);

    private final MemoryUploads books = new MemoryUploads();

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    private void note(BucketId bucket, String upload) {
        books.apply(List.of(new UploadChange(
                new Upload(bucket, new ObjectKey("a b"), new UploadId(upload)), false, Map.of(new PartNumber(1), 7L))));
    }

    @Test
    void whatThePlatformNoLongerHasIsForgottenAndNothingElse() throws IOException {
        note(new BucketId(1), "ended");
        note(new BucketId(1), "open");
        note(new BucketId(1), "secret");
        note(GONE, "with-its-bucket");
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            String status = request.line().contains("ended")
                    ? "404 Not Found"
                    : request.line().contains("open") ? "200 OK" : "403 Forbidden";
            return request.answer(status, "", new byte[0]);
        })) {
            UploadCheck check = UploadCheck.unstarted(books, probe(platform));

            check.check(Duration.ZERO);

            assertThat(books.all()).containsOnlyKeys("open 1", "secret 1");
            assertThat(platform.requests().getFirst().line())
                    .isEqualTo("GET /b-1/a%20b?max-parts=1&uploadId=ended HTTP/1.1");
            assertThat(platform.requests().getFirst().header("authorization")).contains("Credential=OWNERKEY/");
        }
    }

    @Test
    void nothingIsForgottenWhileThePlatformIsInTrouble() throws IOException {
        note(new BucketId(1), "ended");
        try (ScriptedPlatform platform =
                new ScriptedPlatform(request -> request.answer("503 Slow Down", "", new byte[0]))) {
            UploadCheck.unstarted(books, probe(platform)).check(Duration.ZERO);

            assertThat(books.all()).containsOnlyKeys("ended 1");
        }
    }

    private UploadProbe probe(ScriptedPlatform platform) {
        Platform known = TestQuestions.known(platform);
        return new UploadProbe(
                bucket -> bucket.equals(GONE) ? Optional.empty() : Optional.of(TestQuestions.owner()),
                id -> known,
                questions.open());
    }
}
