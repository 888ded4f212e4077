package dev.ose.server.platform.client;

import static dev.ose.server.platform.client.ScriptedVersions.marker;
import static dev.ose.server.platform.client.ScriptedVersions.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class VersionsProbeTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final ObjectKey KEY = new ObjectKey("a b");
    private static final Instant TIME = Instant.parse("2022-10-12T17:50:00Z");

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    @Test
    void tellsTheNewestVersionAndAllOthersOfTheKeyAlone() throws IOException {
        ScriptedVersions script = new ScriptedVersions()
                .page(
                        version("a b", "v3", true, 3),
                        marker("a b", "m2", false),
                        version("a b", "null", false, 1),
                        version("a bc", "v9", true, 9));

        try (ScriptedPlatform platform = script.start()) {
            assertThat(probe(platform, true, true).probe(BUCKET, KEY))
                    .isEqualTo(new KeyContent(
                            Optional.of(new ObjectFacts(3, "e-v3", TIME, "v3")),
                            Optional.of(List.of(
                                    new OlderVersion("m2", 0, TIME, true), new OlderVersion("null", 1, TIME, false)))));

            assertThat(platform.requests())
                    .extracting(ScriptedPlatform.Request::line)
                    .containsExactly("GET /b-1?versions&encoding-type=url&max-keys=16&prefix=a%20b HTTP/1.1");
        }
    }

    @Test
    void goesOnUntilTheKeyEnds() throws IOException {
        ScriptedVersions script = new ScriptedVersions()
                .pageBefore("a b", "m2", marker("a b", "m2", true))
                .pageBefore("a b", "v1", version("a b", "v1", false, 1))
                .page(version("a b", "v0", false, 5));

        try (ScriptedPlatform platform = script.start()) {
            KeyContent content = probe(platform, true, true).probe(BUCKET, KEY);

            assertThat(content.newest()).isEmpty();
            assertThat(content.older().orElseThrow())
                    .extracting(OlderVersion::versionId)
                    .containsExactly("m2", "v1", "v0");
            assertThat(platform.requests().getLast().line())
                    .isEqualTo("GET /b-1?versions&encoding-type=url&max-keys=1000&prefix=a%20b"
                            + "&key-marker=a%20b&version-id-marker=v1 HTTP/1.1");
        }
    }

    @Test
    void bucketThatIsGoneHasNothing() throws IOException {
        ScriptedVersions script =
                new ScriptedVersions().refusal("404 Not Found", "<Error><Code>NoSuchBucket</Code></Error>");

        try (ScriptedPlatform platform = script.start()) {
            assertThat(probe(platform, true, true).probe(BUCKET, KEY)).isEqualTo(KeyContent.NOTHING);
        }
    }

    @Test
    void whereVersionsAreNotToldTheObjectIsAskedForAndThatIsNotAll() throws IOException {
        ScriptedVersions script =
                new ScriptedVersions().refusal("403 Forbidden", "<Error><Code>AccessDenied</Code></Error>");

        try (ScriptedPlatform platform = script.start()) {
            assertThat(probe(platform, true, true).probe(BUCKET, KEY))
                    .isEqualTo(KeyContent.of(Optional.of(new ObjectFacts(9, "head", TIME, null)))
                            .withoutOlder());
        }
    }

    @Test
    void troubleIsNotAskedAroundFor() throws IOException {
        ScriptedVersions script =
                new ScriptedVersions().refusal("503 Slow Down", "<Error><Code>SlowDown</Code></Error>");

        try (ScriptedPlatform platform = script.start()) {
            assertThatThrownBy(() -> probe(platform, true, true).probe(BUCKET, KEY))
                    .isInstanceOf(FailureException.class);
            assertThat(platform.requests()).hasSize(1);
        }
    }

    @Test
    void withoutVersionsTheObjectAloneIsAskedFor() throws IOException {
        try (ScriptedPlatform platform = new ScriptedVersions().start()) {
            probe(platform, false, true).probe(BUCKET, KEY);
            probe(platform, true, false).probe(BUCKET, KEY);

            assertThat(platform.requests())
                    .extracting(ScriptedPlatform.Request::line)
                    .containsOnly("HEAD /b-1/a%20b HTTP/1.1");
        }
    }

    private VersionsProbe probe(ScriptedPlatform platform, boolean mayHaveVersions, boolean isOffered) {
        Platform known = TestQuestions.known(platform).with(isOffered ? Set.of(Capability.VERSIONING) : Set.of());
        BucketOwner owner = TestQuestions.owner();
        BucketOwners owners = bucket -> Optional.of(
                new BucketOwner(owner.bucket(), owner.endpoint(), owner.key(), mayHaveVersions, ClientConditions.NONE));
        PlatformClient client = questions.client(known);
        return new VersionsProbe(new PlatformProbe(owners, client, Clock.systemUTC()), owners, client);
    }
}
