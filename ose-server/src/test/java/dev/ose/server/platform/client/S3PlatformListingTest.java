package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.ListedPage;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class S3PlatformListingTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final String BODY = "<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>k</Key>"
            + "<LastModified>2022-10-12T17:50:00.000Z</LastModified><ETag>\"e\"</ETag><Size>7</Size></Contents>"
            + "</ListBucketResult>";

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    @Test
    void listsFromTheKeyWithTheOwnersKey() throws IOException {
        try (ScriptedPlatform platform = answering("200 OK", BODY)) {
            S3PlatformListing listing = listing(platform, true);

            ListedPage page = listing.list(BUCKET, "a b&c\n").orElseThrow();
            listing.list(BUCKET, "");

            assertThat(page.truncated()).isTrue();
            assertThat(page.objects()).hasSize(1);
            assertThat(page.objects().getFirst().newest().orElseThrow().sizeBytes())
                    .isEqualTo(7);
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
        Platform known = TestQuestions.known(platform);
        return new S3PlatformListing(
                bucket -> exists ? Optional.of(TestQuestions.owner()) : Optional.empty(), questions.client(known));
    }
}
