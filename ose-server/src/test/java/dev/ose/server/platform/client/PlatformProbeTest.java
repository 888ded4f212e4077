package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlatformProbeTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final ObjectKey KEY = new ObjectKey("a b/c");

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

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
                assertThat(probe.probe(BUCKET, KEY).newest())
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
            assertThat(probe(platform, true).probe(BUCKET, KEY).newest()).isEmpty();
        }
    }

    @Test
    void knowsThatABucketThatIsGoneHoldsNothing() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> false)) {
            assertThat(probe(platform, false).probe(BUCKET, KEY).newest()).isEmpty();
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

    @ParameterizedTest
    @CsvSource({
        "400, true",
        "403, true",
        "405, true",
        "501, true",
        "408, false",
        "429, false",
        "301, false",
        "500, false",
        "503, false"
    })
    void tellsRefusalsFromTrouble(int status, boolean isRefusal) throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 " + status + " Status\r\nContent-Length: 0\r\n\r\n");
            return true;
        })) {
            PlatformProbe probe = probe(platform, true);

            assertThatThrownBy(() -> probe.probe(BUCKET, KEY))
                    .isInstanceOfSatisfying(
                            FailureException.class, e -> assertThat(e.failure() instanceof Failure.PlatformRefused)
                                    .isEqualTo(isRefusal));
        }
    }

    private PlatformProbe probe(ScriptedPlatform platform, boolean exists) {
        Platform known = TestQuestions.known(platform);
        return new PlatformProbe(
                bucket -> exists ? Optional.of(TestQuestions.owner()) : Optional.empty(),
                questions.client(known),
                Clock.systemUTC());
    }
}
