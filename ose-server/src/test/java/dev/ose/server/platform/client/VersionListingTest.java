package dev.ose.server.platform.client;

import static dev.ose.server.platform.client.ScriptedVersions.marker;
import static dev.ose.server.platform.client.ScriptedVersions.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.sync.OlderVersions;
import dev.ose.server.sync.PlatformObject;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class VersionListingTest {

    private static final Instant TIME = Instant.parse("2022-10-12T17:50:00Z");

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    @Test
    void addsUpTheVersionsOfEachKey() throws IOException {
        ListedPage page = list(
                new ScriptedVersions()
                        .page(
                                version("a", "v3", true, 3),
                                version("a", "v2", false, 20),
                                version("a", "v1", false, 100),
                                marker("b", "m", true),
                                version("b", "v1", false, 5),
                                version("c", "null", true, 7)),
                "");

        assertThat(page.truncated()).isFalse();
        assertThat(page.objects())
                .containsExactly(
                        listed("a", new ObjectFacts(3, "e-v3", TIME, "v3"), 2, 120),
                        listed("b", null, 2, 5),
                        listed("c", new ObjectFacts(7, "e-null", TIME, null), 0, 0));
    }

    @Test
    void keyThatMayGoOnIsLeftForTheNextPage() throws IOException {
        ScriptedVersions script =
                new ScriptedVersions().pageBefore("b", "v2", version("a", "v1", true, 1), version("b", "v2", true, 2));

        try (ScriptedPlatform platform = script.start()) {
            ListedPage page =
                    listing(platform).list(TestQuestions.owner(), "0 9").orElseThrow();

            assertThat(page.truncated()).isTrue();
            assertThat(page.objects()).containsExactly(listed("a", new ObjectFacts(1, "e-v1", TIME, "v1"), 0, 0));
            assertThat(platform.requests().getFirst().line())
                    .isEqualTo("GET /b-1?versions&encoding-type=url&max-keys=1000&key-marker=0%209 HTTP/1.1");
        }
    }

    @Test
    void keyThatFillsPagesIsReadToItsEnd() throws IOException {
        ListedPage page = list(
                new ScriptedVersions()
                        .pageBefore("a", "v2", version("a", "v3", true, 3), version("a", "v2", false, 20))
                        .pageBefore("a", "v1", version("a", "v1", false, 100))
                        .pageBefore("b", "v5", version("a", "v0", false, 1_000), version("b", "v5", true, 5)),
                "");

        assertThat(page.truncated()).isTrue();
        assertThat(page.objects()).containsExactly(listed("a", new ObjectFacts(3, "e-v3", TIME, "v3"), 3, 1_120));
    }

    /** Like Ceph's gateway, where a key marker without a version is before the key's versions. */
    @Test
    void keyThatItIsToBeginBehindIsLeftOut() throws IOException {
        ListedPage page = list(
                new ScriptedVersions()
                        .pageBefore("a", "v2", version("a", "v3", true, 3), version("a", "v2", false, 20))
                        .page(version("a", "v1", false, 100), version("b", "v5", true, 5)),
                "a");

        assertThat(page.truncated()).isFalse();
        assertThat(page.objects()).containsExactly(listed("b", new ObjectFacts(5, "e-v5", TIME, "v5"), 0, 0));
    }

    @Test
    void keyThatItIsToBeginBehindIsNotSkippedForEver() throws IOException {
        ScriptedVersions script = new ScriptedVersions();
        for (int i = 0; i < 101; i++) {
            script.pageBefore("a", "v" + i, version("a", "v" + i, false, 1));
        }

        try (ScriptedPlatform platform = script.start()) {
            assertThatThrownBy(() -> listing(platform).list(TestQuestions.owner(), "a"))
                    .isInstanceOf(FailureException.class);
            assertThat(platform.requests()).hasSize(100);
        }
    }

    @Test
    void bucketThatIsGoneHasNoListing() throws IOException {
        ScriptedVersions script =
                new ScriptedVersions().refusal("404 Not Found", "<Error><Code>NoSuchBucket</Code></Error>");

        try (ScriptedPlatform platform = script.start()) {
            assertThat(listing(platform).list(TestQuestions.owner(), "")).isEmpty();
        }
    }

    private ListedPage list(ScriptedVersions script, String after) throws IOException {
        try (ScriptedPlatform platform = script.start()) {
            return listing(platform).list(TestQuestions.owner(), after).orElseThrow();
        }
    }

    private VersionListing listing(ScriptedPlatform platform) {
        Platform known = TestQuestions.known(platform);
        return new VersionListing(questions.client(known));
    }

    private static PlatformObject listed(String key, @Nullable ObjectFacts newest, long count, long bytes) {
        return new PlatformObject(new ObjectKey(key), Optional.ofNullable(newest), new OlderVersions(count, bytes));
    }
}
