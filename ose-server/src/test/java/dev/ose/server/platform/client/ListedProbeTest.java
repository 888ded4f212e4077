package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts about objects for which the platform refuses HEAD. */
class ListedProbeTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final ObjectKey KEY = new ObjectKey("a b");
    private static final String LINE = "<Contents><Key>%s</Key><LastModified>2022-10-12T17:50:00.765Z</LastModified>"
            + "<ETag>\"abc-2\"</ETag><Size>7</Size></Contents>";
    private static final String NEVER = "<VersioningConfiguration/>";

    private final TestQuestions questions = new TestQuestions();
    private String listing = document("ListBucketResult", LINE.formatted("a b"));
    private String listingStatus = "200 OK";
    private String versioning = NEVER;

    @AfterEach
    void close() {
        questions.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"400 Bad Request", "403 Forbidden"})
    void objectThatIsRefusedIsKnownByItsLineInTheListing(String head) throws IOException {
        try (ScriptedPlatform platform = platform(head)) {
            assertThat(probe(platform).probe(BUCKET, KEY))
                    .isEqualTo(KeyContent.of(
                            Optional.of(new ObjectFacts(7, "abc-2", Instant.parse("2022-10-12T17:50:00Z"), null))));

            assertThat(platform.requests())
                    .extracting(ScriptedPlatform.Request::line)
                    .containsExactly(
                            "HEAD /b-1/a%20b HTTP/1.1",
                            "GET /b-1?encoding-type=url&max-keys=1&prefix=a%20b HTTP/1.1",
                            "GET /b-1?versioning HTTP/1.1");
        }
    }

    @Test
    void keyThatTheListingLacksStaysRefused() throws IOException {
        listing = document("ListBucketResult", LINE.formatted("a bc"));

        try (ScriptedPlatform platform = platform("403 Forbidden")) {
            assertThat(failure(platform)).isInstanceOf(Failure.PlatformRefused.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Enabled", "Suspended"})
    void bucketThatHadVersionsStaysRefused(String status) throws IOException {
        versioning = document("VersioningConfiguration", "<Status>" + status + "</Status>");

        try (ScriptedPlatform platform = platform("400 Bad Request")) {
            assertThat(failure(platform)).isInstanceOf(Failure.PlatformRefused.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "403 Forbidden, AccessDenied, true",
        "403 Forbidden, InvalidAccessKeyId, false",
        "403 Forbidden, RequestTimeTooSkewed, false",
        "403 Forbidden, UserSuspended, false",
        "503 Service Unavailable, SlowDown, false",
        "429 Too Many Requests, TooManyRequests, false"
    })
    void listingThatIsRefusedIsToldFromTrouble(String status, String code, boolean isRefusal) throws IOException {
        listingStatus = status;
        listing = "<Error><Code>" + code + "</Code></Error>";

        try (ScriptedPlatform platform = platform("403 Forbidden")) {
            assertThat(failure(platform) instanceof Failure.PlatformRefused).isEqualTo(isRefusal);
        }
    }

    @Test
    void listingThatIsNoneIsTrouble() throws IOException {
        listing = "<html>";

        try (ScriptedPlatform platform = platform("403 Forbidden")) {
            assertThat(failure(platform)).isInstanceOf(Failure.PlatformUnreachable.class);
        }
    }

    @Test
    void troubleIsNotAskedAroundFor() throws IOException {
        try (ScriptedPlatform platform = platform("500 Internal Server Error")) {
            assertThat(failure(platform)).isInstanceOf(Failure.PlatformUnreachable.class);
            assertThat(platform.requests()).hasSize(1);
        }
    }

    /** The common endpoint may answer that the bucket does not exist. */
    @Test
    void endpointOfTheTenantIsAskedEachTime() throws IOException {
        try (ScriptedPlatform common = platform("404 Not Found");
                ScriptedPlatform own = platform("403 Forbidden")) {
            BucketOwner owner = TestQuestions.owner();
            ListedProbe probe = probe(
                    common,
                    new BucketOwner(
                            owner.bucket(),
                            new PlatformEndpoint(owner.platform(), own.endpoint()),
                            owner.key(),
                            false,
                            ClientConditions.NONE));

            assertThat(probe.probe(BUCKET, KEY).newest()).isPresent();

            assertThat(common.requests()).isEmpty();
            assertThat(own.requests()).hasSize(3);
        }
    }

    private Failure failure(ScriptedPlatform platform) {
        ListedProbe probe = probe(platform);
        FailureException[] thrown = new FailureException[1];
        assertThatThrownBy(() -> probe.probe(BUCKET, KEY))
                .isInstanceOfSatisfying(FailureException.class, e -> thrown[0] = e);
        return thrown[0].failure();
    }

    private ScriptedPlatform platform(String head) throws IOException {
        return new ScriptedPlatform(request -> {
            if (request.line().startsWith("HEAD")) {
                request.send("HTTP/1.1 " + head + "\r\nContent-Length: 0\r\n\r\n");
                return true;
            }
            return request.line().contains("?versioning")
                    ? request.answer(versioning.getBytes(StandardCharsets.UTF_8))
                    : request.answer(listingStatus, "", listing.getBytes(StandardCharsets.UTF_8));
        });
    }

    private ListedProbe probe(ScriptedPlatform platform) {
        return probe(platform, TestQuestions.owner());
    }

    private ListedProbe probe(ScriptedPlatform platform, BucketOwner owner) {
        Platform known = TestQuestions.known(platform).with(Set.of(Capability.VERSIONING));
        BucketOwners owners = bucket -> Optional.of(owner);
        PlatformClient client = questions.client(known);
        return new ListedProbe(new PlatformProbe(owners, client, Clock.systemUTC()), owners, client);
    }

    private static String document(String root, String content) {
        return "<" + root + ">" + content + "</" + root + ">";
    }
}
