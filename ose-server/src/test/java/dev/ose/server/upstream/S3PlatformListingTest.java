package dev.ose.server.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.channel.ChannelBuffer;
import dev.ose.server.failure.FailureException;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformId;
import dev.ose.server.transfer.PlatformQuestions;
import io.undertow.server.DefaultByteBufferPool;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

class S3PlatformListingTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final String BODY = "<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>k</Key>"
            + "<LastModified>2022-10-12T17:50:00.000Z</LastModified><ETag>\"e\"</ETag><Size>7</Size></Contents>"
            + "</ListBucketResult>";

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

    @Test
    void listsFromTheKeyWithTheOwnersKey() throws IOException {
        try (ScriptedPlatform platform = answering("200 OK", BODY)) {
            S3PlatformListing listing = listing(platform, true);

            ListedPage page = listing.list(BUCKET, "a b&c\n").orElseThrow();
            listing.list(BUCKET, "");

            assertThat(page.truncated()).isTrue();
            assertThat(page.objects()).hasSize(1);
            assertThat(page.objects().getFirst().facts().sizeBytes()).isEqualTo(7);
            assertThat(platform.requests().getFirst().line())
                    .isEqualTo("GET /b-1?encoding-type=url&max-keys=1000&marker=a%20b%26c%0A HTTP/1.1");
            assertThat(platform.requests().getFirst().header("authorization")).contains("Credential=OWNERKEY/");
            assertThat(platform.requests().getLast().line())
                    .isEqualTo("GET /b-1?encoding-type=url&max-keys=1000 HTTP/1.1");
        }
    }

    @Test
    void bucketThatIsGoneHasNoListing() throws IOException {
        try (ScriptedPlatform platform = answering("404 Not Found", "<Error><Code>NoSuchBucket</Code></Error>")) {
            assertThat(listing(platform, true).list(BUCKET, "")).isEmpty();
            assertThat(listing(platform, false).list(BUCKET, "")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"500 Internal Server Error", "403 Forbidden", "503 Slow Down", "200 OK"})
    void refusalOrNonsenseIsNoListing(String status) throws IOException {
        try (ScriptedPlatform platform = answering(status, "<Error/>")) {
            assertThatThrownBy(() -> listing(platform, true).list(BUCKET, "")).isInstanceOf(FailureException.class);
        }
    }

    private static ScriptedPlatform answering(String status, String body) throws IOException {
        return new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            return true;
        });
    }

    private S3PlatformListing listing(ScriptedPlatform platform, boolean exists) {
        Platform known = new Platform(new PlatformId(1), "p", platform.endpoint(), "us-east-1", Set.of(), Set.of());
        BucketOwner owner =
                new BucketOwner(new BucketName("b-1"), known.id(), new PlatformKey("OWNERKEY", Secret.of("s3cr3t")));
        DefaultByteBufferPool pool = new DefaultByteBufferPool(true, 16_384);
        return new S3PlatformListing(
                bucket -> exists ? Optional.of(owner) : Optional.empty(),
                id -> known,
                new PlatformQuestions(
                        new UpstreamTransport(UpstreamSettings.defaults(), pool, Clock.systemUTC()),
                        task -> worker.getIoThread().execute(task)),
                () -> ChannelBuffer.from(pool));
    }
}
