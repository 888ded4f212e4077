package dev.ose.server.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.failure.FailureException;
import dev.ose.server.object.ObjectFacts;
import dev.ose.server.object.PlatformProbe;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformId;
import dev.ose.server.transfer.PlatformQuestions;
import io.undertow.server.DefaultByteBufferPool;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
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

class PlatformProbeTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final ObjectKey KEY = new ObjectKey("a b/c");

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
    void tellsWhatThePlatformHolds() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send(String.join(
                    "\r\n",
                    "HTTP/1.1 200 OK",
                    "Content-Length: 12345678901",
                    "ETag: \"abc-2\"",
                    "Last-Modified: Wed, 12 Oct 2022 17:50:00 GMT",
                    "x-amz-version-id: v7",
                    "",
                    ""));
            return true;
        })) {
            PlatformProbe probe = probe(platform, true);

            for (int i = 0; i < 2; i++) {
                assertThat(probe.probe(BUCKET, KEY))
                        .contains(
                                new ObjectFacts(12_345_678_901L, "abc-2", Instant.parse("2022-10-12T17:50:00Z"), "v7"));
            }
            assertThat(platform.requests().getFirst().line()).isEqualTo("HEAD /b-1/a%20b/c HTTP/1.1");
            assertThat(platform.requests().getFirst().header("authorization")).contains("Credential=OWNERKEY/");
            assertThat(platform.connections()).isEqualTo(1);
        }
    }

    @Test
    void tellsThatThereIsNothing() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 404 Not Found\r\n\r\n");
            return true;
        })) {
            assertThat(probe(platform, true).probe(BUCKET, KEY)).isEmpty();
        }
    }

    @Test
    void knowsThatABucketThatIsGoneHoldsNothing() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> false)) {
            assertThat(probe(platform, false).probe(BUCKET, KEY)).isEmpty();
            assertThat(platform.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 500 Internal Server Error\r\n\r\n",
                "HTTP/1.1 403 Forbidden\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
            })
    void doesNotTakeARefusalForAnAnswer(String answer) throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send(answer);
            return false;
        })) {
            PlatformProbe probe = probe(platform, true);

            assertThatThrownBy(() -> probe.probe(BUCKET, KEY)).isInstanceOf(FailureException.class);
        }
    }

    private PlatformProbe probe(ScriptedPlatform platform, boolean exists) {
        Platform known = new Platform(new PlatformId(1), "p", platform.endpoint(), "us-east-1", Set.of(), Set.of());
        BucketOwner owner =
                new BucketOwner(new BucketName("b-1"), known.id(), new PlatformKey("OWNERKEY", Secret.of("s3cr3t")));
        return new PlatformProbe(
                bucket -> exists ? Optional.of(owner) : Optional.empty(),
                id -> known,
                new PlatformQuestions(
                        new UpstreamTransport(
                                UpstreamSettings.defaults(),
                                new DefaultByteBufferPool(true, 16_384),
                                Clock.systemUTC()),
                        task -> worker.getIoThread().execute(task)),
                Clock.systemUTC());
    }
}
