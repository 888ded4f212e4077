package dev.ose.server.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformId;
import dev.ose.server.transfer.PlatformQuestions;
import dev.ose.server.upstream.ScriptedPlatform;
import dev.ose.server.upstream.UpstreamSettings;
import dev.ose.server.upstream.UpstreamTransport;
import io.undertow.server.DefaultByteBufferPool;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

@Timeout(60)
class UploadCheckTest {

    private static final BucketId GONE = new BucketId(2);

    private final MemoryUploads books = new MemoryUploads();
    private XnioWorker worker;

    @BeforeEach
    void startThreads() throws IOException {
        worker = Xnio.getInstance(getClass().getClassLoader())
                .createWorker(OptionMap.create(Options.WORKER_IO_THREADS, 1));
    }

    @AfterEach
    void stopThreads() {
        worker.shutdownNow();
    }

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
        Platform known = new Platform(new PlatformId(1), "p", platform.endpoint(), "us-east-1", Set.of(), Set.of());
        BucketOwner owner =
                new BucketOwner(new BucketName("b-1"), known.id(), new PlatformKey("OWNERKEY", Secret.of("s3cr3t")));
        return new UploadProbe(
                bucket -> bucket.equals(GONE) ? Optional.empty() : Optional.of(owner),
                id -> known,
                new PlatformQuestions(
                        new UpstreamTransport(
                                UpstreamSettings.defaults(),
                                new DefaultByteBufferPool(true, 16_384),
                                Clock.systemUTC()),
                        task -> worker.getIoThread().execute(task)));
    }
}
